import './style.css';
import { examples as gathered } from './examples/index';
import type { Example } from './examples/example';
import { Gallery } from './gallery/gallery';
import { placeOf } from './place';
import { Viewer } from './viewer/viewer';

let shown: { dispose(): void } | null = null;

function show(examples: readonly Example[]): void {
  shown?.dispose();
  const place = placeOf(location.href);
  const index = examples.findIndex(({ id }) => id === place.example);
  if (index < 0) {
    document.title = 'Tenon examples';
    shown = new Gallery(document.body, examples, place.example);
    return;
  }
  const example = examples[index];
  const at = (i: number) => examples[(i + examples.length) % examples.length].id;
  document.title = `${example.title} · Tenon`;
  const viewer = new Viewer(document.body, place, example, { before: at(index - 1), after: at(index + 1) });
  shown = viewer;
  void viewer.open();
}

show(gathered);

// An edited example begins again where it stands; nothing of the old one is left.
if (import.meta.hot) {
  import.meta.hot.accept('./examples/index', (module) => {
    if (module !== undefined) show(module['examples'] as readonly Example[]);
  });
  import.meta.hot.dispose(() => shown?.dispose());
}
