import { type CheckOptions, readProgram } from './front';
import type { Id } from './graph';
import { POSE } from './layout';

/** How operators bind as they are printed; what binds more tightly needs no brackets. */
const SUM = 1,
  PRODUCT = 2,
  SIGN = 3,
  ATOM = 4;
const TIGHTNESS: Readonly<Record<string, number>> = { '+': SUM, '-': SUM, '*': PRODUCT, '/': PRODUCT };
const POSE_NAMES = ['position.x', 'position.y', 'cos', 'sin', 'rotation'];

/** What is used once is written where it is used, unless it goes deeper than this. */
const MOST_INSIDE = 6;

/**
 * A program as the solver sees it, in the notation of the language: C, β, J by slot and K = J M⁻¹ Jᵀ, what they share by `let`.
 * Throws `SymbolicError` if it has an error.
 */
export function explain(source: string, options: CheckOptions = {}): string {
  const { graph, bodies, parameters, rows, outputs, paramsSize } = readProgram(source, options);
  const m = rows.length;
  const columns = 3 * bodies.length;
  const { measure } = outputs;
  const J = rows.map((_, i) => measure.slice(2 * m + i * columns, 2 * m + (i + 1) * columns));
  const mass = (slot: number, k: number) => graph.input('params', paramsSize - 1 - 2 * (bodies.length - slot) + k);
  const K = J.map((a) =>
    J.map((b) =>
      bodies.reduce((sum, _, slot) => {
        const [x, y, turn] = [0, 1, 2].map((k) => graph.mul(a[3 * slot + k], b[3 * slot + k]));
        const moved = graph.add(sum, graph.div(graph.add(x, y), mass(slot, 0)));
        return graph.add(moved, graph.div(turn, mass(slot, 1)));
      }, graph.zero),
    ),
  );

  const uses = new Map<Id, number>();
  const shown = [...measure.slice(0, 2 * m), ...J.flat(), ...K.flatMap((row, i) => row.slice(i))];
  const isReached = new Set(shown);
  for (const id of shown) uses.set(id, (uses.get(id) ?? 0) + 1);
  for (let id = graph.nodes.length - 1; id >= 0; id--) {
    const node = graph.nodes[id];
    if (!isReached.has(id) || node.kind === 'number' || node.kind === 'input') continue;
    for (const arg of node.kind === 'direction' ? node.args.slice(0, 2) : node.args) {
      isReached.add(arg);
      uses.set(arg, (uses.get(arg) ?? 0) + 1);
    }
  }

  const texts = new Map<Id, { text: string; tightness: number; depth: number }>();
  const lines: string[] = [];
  const written = (id: Id, least = 0): string => {
    const { text, tightness } = texts.get(id) ?? { text: '', tightness: ATOM };
    return tightness < least ? `(${text})` : text;
  };
  for (const id of [...isReached].sort((a, b) => a - b)) {
    const node = graph.nodes[id];
    if (node.kind === 'number' || node.kind === 'input') {
      const text = node.kind === 'number' ? String(node.value) : inputName(node.from === 'params', node.index);
      texts.set(id, { text, tightness: ATOM, depth: 0 });
      continue;
    }
    let [text, tightness] = expression(id);
    let depth = 1 + Math.max(...node.args.map((arg) => texts.get(arg)?.depth ?? 0));
    const isPlain = node.kind === 'operation' && node.operation === 'neg';
    if (((uses.get(id) ?? 0) > 1 && !isPlain) || depth > MOST_INSIDE) {
      lines.push(`let t${lines.length + 1} = ${text}`);
      [text, tightness, depth] = [`t${lines.length}`, ATOM, 0];
    }
    texts.set(id, { text, tightness, depth });
  }
  lines.push('');
  rows.forEach(({ kind, unit }, i) => {
    const name = kind === 'position' ? `C${i + 1} = ${written(measure[i])}` : `V${i + 1}, linear in velocities`;
    lines.push(`${name}   # ${unit}`);
    if (measure[m + i] !== graph.zero) lines.push(`  beta = ${written(measure[m + i])}`);
    bodies.forEach((body, slot) => {
      const entries = J[i].slice(3 * slot, 3 * slot + 3).map((id) => written(id));
      lines.push(`  J ${body} = [${entries.join(', ')}]`);
    });
  });
  K.forEach((row, i) => row.slice(i).forEach((id, k) => lines.push(`K${i + 1},${i + k + 1} = ${written(id)}`)));
  return `${lines.join('\n').trim()}\n`;

  function expression(id: Id): [string, number] {
    const node = graph.nodes[id];
    if (node.kind !== 'operation' && node.kind !== 'direction') return ['', ATOM];
    const [a, b] = node.args;
    const operation = node.kind === 'direction' ? '/' : node.operation;
    if (operation === 'neg') return [`-${written(a, SIGN)}`, SIGN];
    const tightness = TIGHTNESS[operation];
    if (tightness === undefined) return [`${operation}(${node.args.map((arg) => written(arg)).join(', ')})`, ATOM];
    return [`${written(a, tightness)} ${operation} ${written(b, tightness + 1)}`, tightness];
  }

  function inputName(isParameter: boolean, index: number): string {
    for (const { name, type, in: where, at } of parameters) {
      if ((where === 'params') !== isParameter) continue;
      if (type === 'scalar' && at === index) return name;
      if (type === 'vector' && (at === index || at + 1 === index)) return `${name}.${at === index ? 'x' : 'y'}`;
    }
    if (index === paramsSize - 1 && isParameter) return 'lengthUnit';
    const first = paramsSize - 1 - 2 * bodies.length;
    if (isParameter) return `${bodies[(index - first) >> 1]}.${(index - first) % 2 === 0 ? 'mass' : 'inertia'}`;
    const body = bodies[Math.floor(index / POSE)];
    const entry = POSE_NAMES[index % POSE];
    return entry === 'cos' || entry === 'sin' ? `${entry}(${body}.rotation)` : `${body}.${entry}`;
  }
}
