import GUI from 'lil-gui';
import type { Example } from '../examples/example';
import type { Stage } from '../stages/stage';
import { knobsOf } from './knobs';

/** A panel with the example's sliders, or null if it has none. */
export function slidersFor(parent: HTMLElement, stage: Stage, example: Example): GUI | null {
  const groups = example.sliders
    .map((sliders) => ({ sliders, knobs: knobsOf(stage.world, stage.frame, sliders) }))
    .filter(({ knobs }) => knobs.length > 0);
  if (groups.length === 0) return null;

  const gui = new GUI({ container: parent, title: 'Joints', width: 260 });
  for (const { sliders, knobs } of groups) {
    const folder = gui.addFolder(sliders.label);
    for (const knob of knobs) {
      const value = { [knob.label]: knob.get() };
      folder.add(value, knob.label, knob.lowest, knob.highest).decimals(2).onChange(knob.set);
    }
  }
  // On a small screen, and on a board, the picture comes first.
  if (example.captions !== undefined || matchMedia('(max-width: 1100px)').matches) gui.close();
  return gui;
}
