/** Runs in a process of its own, from a bundle: a scene for some minutes at 60 Hz; prints what became of it. */
import { beads, chain, type DirectScene, fourBar, largestGap, rod, sliderCrank } from './scenes';

const makers: Readonly<Record<string, () => DirectScene>> = {
  rod,
  'double pendulum': () => chain(2, { link: 1 }),
  'four-bar': fourBar,
  'slider-crank': sliderCrank,
  '20 links, end 1000:1': () => chain(20, { last: 1000 }),
  '10 beads on rods': () => beads(10, 1),
  '100 links, end 1e6:1': () => chain(100, { last: 1e6 }),
};

const [, , name, minutes] = process.argv;
const { world, bodies } = makers[name]();
const start = world.energy.total;
let kinetic = 0;
let gain = 0;
let gap = 0;
for (let frame = 0; frame < 3600 * Number(minutes); frame++) {
  world.step(1 / 60);
  const { total, kinetic: now } = world.energy;
  kinetic = Math.max(kinetic, now);
  gain = Math.max(gain, total - start);
  if (frame % 10 === 0) gap = Math.max(gap, largestGap(world));
}
const finite = bodies.every(({ x, y, angle, velocity }) => Number.isFinite(x + y + angle + velocity.x + velocity.y));
process.stdout.write(JSON.stringify({ gain: gain / kinetic, gap, finite }));
