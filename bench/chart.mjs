/**
 * The README's chart: a row per scene; left the time of a step, right the error of the motion after one second, both
 * logarithmic. A dot is an engine, ours filled.
 */
const colours = {
  'tenon-auto': '#d1495b',
  'tenon-iterative': '#00798c',
  'box2d3-wasm': '#30638e',
  rapier: '#8d6b94',
  planck: '#6a994e',
  matter: '#7f7f7f',
  p2: '#b08968',
  'phaser-box2d': '#4d908e',
};
const left = 250;
const panel = 300;
const gap = 40;
const rowHeight = 26;

export function chart({ scenes: measured, node, cpu }) {
  // Ours last, on top; `auto` stands for the direct step, too.
  const scenes = measured.map(({ name, results }) => ({
    name,
    results: results.filter(({ engine }) => engine in colours).reverse(),
  }));
  const top = 90;
  const height = top + scenes.length * rowHeight + 40;
  const width = left + 2 * panel + gap + 20;
  const time = axis(scenes, 'ms', left);
  const motion = axis(scenes, 'motion', left + panel + gap);
  const used = Object.keys(colours);
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="12">`,
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    ...used.map((engine, i) => {
      const x = 20 + (i % 5) * 160;
      const y = 22 + Math.floor(i / 5) * 20;
      return `${dot(engine, x, y - 4)}<text x="${x + 10}" y="${y}">${engine}</text>`;
    }),
    `<text x="${left}" y="${top - 22}" font-weight="600">ms per step</text>`,
    `<text x="${left + panel + gap}" y="${top - 22}" font-weight="600">error of the motion after 1 s, m</text>`,
    ...[time, motion].flatMap(({ ticks, at }) =>
      ticks.map(
        (tick) =>
          `<line x1="${at(tick)}" x2="${at(tick)}" y1="${top}" y2="${height - 34}" stroke="#ddd"/><text x="${at(tick)}" y="${top - 6}" fill="#666" text-anchor="middle">${label(tick)}</text>`,
      ),
    ),
    ...scenes.flatMap(({ name, results }, row) => {
      const y = top + (row + 0.5) * rowHeight;
      return [
        `<text x="20" y="${y + 4}">${name}</text>`,
        ...results.map(({ engine, ms }) => (ms > 0 ? dot(engine, time.at(ms), y) : '')),
        ...results.map(({ engine, motion: error }) =>
          error > 0 && Number.isFinite(error) ? dot(engine, motion.at(error), y) : '',
        ),
      ];
    }),
    `<text x="20" y="${height - 12}" fill="#666">Node ${node}, ${cpu.replace(/&/g, '&amp;')}; left is better</text>`,
    '</svg>',
  ];
  return `${parts.join('\n')}\n`;
}

function dot(engine, x, y) {
  const ours = engine.startsWith('tenon');
  return `<circle cx="${x.toFixed(1)}" cy="${y}" r="${ours ? 5 : 4}" fill="${ours ? colours[engine] : '#fff'}" stroke="${colours[engine]}" stroke-width="2"><title>${engine}</title></circle>`;
}

/** A logarithmic axis over all positive values of `key`, from the decade below to the decade above. */
function axis(scenes, key, x) {
  const values = scenes
    .flatMap(({ results }) => results.map((result) => result[key]))
    .filter((value) => value > 0 && value < 1e6);
  const low = Math.floor(Math.log10(Math.min(...values, 1)));
  const high = Math.ceil(Math.log10(Math.max(...values, low + 1)));
  const at = (value) => x + (panel * (Math.log10(Math.min(value, 10 ** high)) - low)) / (high - low);
  return { at, ticks: Array.from({ length: high - low + 1 }, (_, i) => 10 ** (low + i)) };
}

function label(tick) {
  return tick >= 1e-3 && tick < 1e4 ? String(Number(tick.toPrecision(1))) : tick.toExponential(0);
}
