import { defineConfig } from 'tsup';
import { library } from '../../tools/tsup-preset.ts';

// ES modules only: require('three') warns since 0.186 and will be removed.
export default defineConfig({ ...library({ index: 'src/index.ts' }), format: ['esm'] });
