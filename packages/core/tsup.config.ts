import { defineConfig } from 'tsup';
import { library } from '../../tools/tsup-preset.ts';

export default defineConfig(
  library({
    index: 'src/index.ts',
    bare: 'src/bare.ts',
    direct: 'src/direct/index.ts',
    contacts: 'src/contacts/index.ts',
    fast: 'src/fast/index.ts',
    scene: 'src/scene/index.ts',
    inspect: 'src/inspect.ts',
    view: 'src/view.ts',
    symbolic: 'src/symbolic/index.ts',
    adapter: 'src/adapter/index.ts',
  }),
);
