import { describe, expect, it } from 'vitest';
import { on, Sketch } from '../src/sketch';
import { hinge, overlay } from './support/overlays';
import { RecordingSurface } from './support/recording-surface';

describe('picking', () => {
  it('finds the joint of a stroke, and none 7 px off', () => {
    const { world, debug } = overlay([hinge(0, 0), hinge(200, 0)]);
    debug.draw();
    expect(debug.pick(4, 0)).toBe(world.views[0].joint);
    expect(debug.pick(200, 5)).toBe(world.views[1].joint);
    expect(debug.pick(47, 12)).toBeNull();
    expect(debug.pick(100, 0)).toBeNull();
  });

  it('prefers the nearest, and of equal ones the smallest', () => {
    const rod = (half: number, y: number) => {
      const sketch = new Sketch('distance').body([-half, y]).body([half, y]);
      on(sketch.coordinate('length', 'length', [-half, y], [half, y], { value: 2 * half }).laws.lock, {
        target: 2 * half,
      });
      return sketch.view;
    };
    const { world, debug } = overlay([rod(90, 0), rod(60, 0), rod(90, 8)]);
    debug.draw();
    expect(debug.pick(0, 0)).toBe(world.views[1].joint);
    expect(debug.pick(0, 7)).toBe(world.views[2].joint);
    expect(debug.pick(80, 0)).toBe(world.views[0].joint);
  });

  it('finds joints at every zoom, where they are drawn as dots too', () => {
    for (const unit of [0.01, 0.2, 30]) {
      const { world, debug } = overlay([hinge(0, 0)], {}, new RecordingSurface({ unit }));
      debug.draw();
      expect(debug.pick(2 * unit, 0)).toBe(world.views[0].joint);
      expect(debug.pick(0, 500 * unit)).toBeNull();
    }
  });

  it('does not draw', () => {
    const { surface, debug } = overlay([hinge(0, 0)]);
    debug.draw();
    debug.pick(0, 0);
    expect(surface.frames).toBe(1);
  });
});
