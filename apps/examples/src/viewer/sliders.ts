import GUI from 'lil-gui';
import type { Example } from '../examples/example';
import type { Stage } from '../stages/stage';
import { type Knob, knobsOf } from './knobs';

/** Fills an element with the example's sliders; null if it has none. */
export function slidersFor(parent: HTMLElement, stage: Stage, example: Example): GUI | null {
  const groups = example.sliders
    .map((sliders) => ({ sliders, knobs: knobsOf(stage.world, stage.frame, sliders) }))
    .filter(({ knobs }) => knobs.length > 0);
  if (groups.length === 0) return null;

  const gui = new GUI({ container: parent });
  for (const { sliders, knobs } of groups) {
    const folder = gui.addFolder(sliders.label);
    for (const knob of knobs) {
      const value = { [knob.label]: knob.get() };
      folder.add(value, knob.label, knob.lowest, knob.highest).decimals(decimalsOf(knob)).onChange(knob.set);
    }
  }
  return gui;
}

/** True if the sliders are shown from the start: on a small screen, and on a board, the picture comes first. */
export function hasRoomForSliders({ captions }: Example): boolean {
  return captions === undefined && matchMedia('(min-width: 1101px)').matches;
}

/** As many as there is room for beside the digits of a large number. */
function decimalsOf({ lowest, highest }: Knob): number {
  const most = Math.max(-lowest, highest);
  return most >= 1000 ? 0 : most >= 100 ? 1 : 2;
}
