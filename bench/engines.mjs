/**
 * Who takes part: the adapter of each (one file in engines/), the settings it is shown with, and a row of settings from
 * cheap to exact for the table of error against time. A peer's own way to exactness is taken where it has one: substeps
 * with stiffer joints (Box2D 3), more iterations, or the frame split into several steps.
 */
const range = (values, settings) => values.map(settings);
const doubling = [1, 2, 4, 8, 16, 32, 64];

export const engines = {
  'tenon-auto': {
    load: () => import('./engines/tenon.mjs'),
    settings: { solver: 'auto' },
    sweep: [
      { tolerance: 1e-3 },
      { tolerance: 1e-4 },
      { tolerance: 1e-6 },
      { tolerance: 1e-8 },
      ...range([2, 4, 8], (n) => ({ directSubsteps: n, substeps: 4 * n })),
    ],
  },
  'tenon-fast': {
    load: () => import('./engines/tenon.mjs'),
    settings: { solver: 'auto', tolerance: 1e-4 },
    sweep: [],
  },
  'tenon-direct': {
    load: () => import('./engines/tenon.mjs'),
    settings: { solver: 'direct' },
    sweep: [
      { tolerance: 1e-3 },
      { tolerance: 1e-4 },
      { tolerance: 1e-6 },
      { tolerance: 1e-8 },
      ...range([2, 4, 8], (directSubsteps) => ({ directSubsteps })),
    ],
  },
  'tenon-iterative': {
    load: () => import('./engines/tenon.mjs'),
    settings: { solver: 'iterative' },
    sweep: range(doubling, (substeps) => ({ substeps })),
  },
  // As exact as Box2D 3 with four substeps.
  'tenon-iterative-3': {
    load: () => import('./engines/tenon.mjs'),
    settings: { solver: 'iterative', substeps: 3 },
    sweep: [],
  },
  'box2d3-wasm': {
    load: () => import('./engines/box2d3-wasm.mjs'),
    settings: { substeps: 4 },
    sweep: range(doubling, (substeps) => ({ substeps, hertz: Math.max(60, 15 * substeps) })),
  },
  rapier: {
    load: () => import('./engines/rapier.mjs'),
    settings: { iterations: 4 },
    sweep: range(doubling, (split) => ({ split })),
  },
  planck: {
    load: () => import('./engines/planck.mjs'),
    settings: {},
    sweep: [{ velocityIterations: 32, positionIterations: 12 }, ...range(doubling, (split) => ({ split }))],
  },
  matter: {
    load: () => import('./engines/matter.mjs'),
    settings: {},
    sweep: [{ iterations: 10 }, { iterations: 40 }, ...range(doubling, (split) => ({ split }))],
  },
  p2: {
    load: () => import('./engines/p2.mjs'),
    settings: {},
    sweep: [{ iterations: 50 }, ...range(doubling, (split) => ({ split }))],
  },
  'phaser-box2d': {
    load: () => import('./engines/phaser-box2d.mjs'),
    settings: { substeps: 4 },
    sweep: range([1, 2, 4, 8, 16], (split) => ({ split })),
  },
};

export const engineNames = Object.keys(engines);

export const loadEngine = (name) => engines[name].load();
