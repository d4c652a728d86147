import { addBodyView, clearJointView, createJointView, JointFlag, type JointView } from '@tenon/core/view';
import { fadeTime } from './glyphs/broken';
import { seatOf } from './seat-place';
import { createSpot } from './spot';

const seat = createSpot();

/** Joints that have just broken: they have left the world, and are seen for a moment more where they were. */
export class Fading {
  /** last seen just before they may break */
  readonly #threatened = new Map<object, JointView>();
  readonly #broken: { view: JointView; at: number }[] = [];

  /** Keeps the ends of a joint that is about to break. */
  remember(view: JointView): void {
    this.#threatened.set(view.joint, endsOf(view));
  }

  /** The joint has broken, at `time` in seconds. */
  breaks(joint: object, time: number): void {
    const view = this.#threatened.get(joint);
    if (view) this.#broken.push({ view, at: time });
  }

  /** Visits what is still seen at `time`, with its age. */
  visit(time: number, visit: (view: JointView) => void): void {
    this.#threatened.clear();
    for (let i = this.#broken.length - 1; i >= 0; i--) {
      const { view, at } = this.#broken[i];
      view.age = Math.max(0, time - at);
      if (view.age < fadeTime) visit(view);
      else this.#broken.splice(i, 1);
    }
  }
}

/** A record of a broken joint's two ends: its bodies, or its own place on the world. */
function endsOf(view: JointView): JointView {
  const ends = clearJointView(createJointView());
  ends.joint = view.joint;
  ends.type = view.type;
  ends.name = view.name;
  ends.flags = JointFlag.broken;
  seatOf(view, seat);
  for (let i = 0; i < 2; i++) {
    const body = i < view.bodyCount ? view.bodies[i] : null;
    const end = addBodyView(ends);
    const fixed = !body || body.world;
    end.x = fixed ? seat.x : body.x;
    end.y = fixed ? seat.y : body.y;
  }
  return ends;
}
