/**
 * Each bound of a scene with its figure: a number is the most, a pair from where to where, `{ auto, iterative }` by the solver. Throws
 * for a bound of a figure that nobody measures.
 */
export function compare(figures, bounds, solver) {
  const results = [];
  for (const [name, given] of Object.entries(bounds)) {
    const bound = isPerSolver(given) ? given[solver] : given;
    if (bound === undefined) continue;
    if (!(name in figures)) throw new Error(`no figure is called ${name}`);
    const figure = figures[name];
    const [low, high] = Array.isArray(bound) ? bound : [-Infinity, bound];
    const asked = Array.isArray(bound) ? `${show(low)} to ${show(high)}` : `at most ${show(high)}`;
    results.push({ isMet: figure >= low && figure <= high, text: `${name} ${show(figure)} (${asked})` });
  }
  return results;
}

function isPerSolver(bound) {
  return typeof bound === 'object' && !Array.isArray(bound);
}

/** Three digits. */
function show(number) {
  const size = Math.abs(number);
  return size === 0 || (size >= 1e-3 && size < 1e4) ? String(Number(number.toPrecision(3))) : number.toExponential(1);
}
