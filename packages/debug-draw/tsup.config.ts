import { defineConfig } from 'tsup';
import { library } from '../../tools/tsup-preset.ts';

export default defineConfig(library({ index: 'src/index.ts' }));
