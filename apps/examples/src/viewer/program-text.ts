import { explain } from '@tenon/core/symbolic';
import { element } from './element';

/** A program of the symbolic language, and C, J and K as the compiler has them. */
export function programText(program: string): HTMLElement {
  return element(
    'section',
    { class: 'program' },
    element('h2', {}, 'The program'),
    element('pre', {}, program),
    element('h2', {}, 'What the compiler makes of it'),
    element('pre', {}, explain(program)),
  );
}
