import type { Derived } from './4-derive';
import type { Graph, Id, Node } from './graph';

/**
 * Fifth stage: in which function each node is computed. What parameters alone decide is computed by `prepare` and kept in the
 * memory, where the directions of vanished vectors are kept, too; the others read it there.
 */
export interface Schedule {
  readonly graph: Graph;
  /** Where in the memory a node is kept. */
  readonly kept: ReadonlyMap<Id, number>;
  /** Where in the memory a direction is kept, by its slot in the graph; these come first. */
  readonly directions: ReadonlyMap<number, number>;
  readonly memorySize: number;
  readonly paramsSize: number;
  readonly stateSize: number;
  readonly functions: readonly ScheduledFunction[];
}

export interface ScheduledFunction {
  readonly name: FunctionOfProgram;
  /** The arrays it reads, in the order of its arguments; then come the memory, and what it writes. */
  readonly inputs: readonly ('params' | 'start' | 'end')[];
  /** Numbers and inputs included, in an order of computing them. */
  readonly nodes: readonly Id[];
  /** Node for each place of the output; of `prepare` that is the memory. */
  readonly outputs: readonly (readonly [place: number, node: Id])[];
  /** True if directions are remembered: a look at the mean of a step leaves them. */
  readonly remembers: boolean;
}

export type FunctionOfProgram = 'prepare' | 'measureLaws' | 'measure' | 'measureMean';

const PARAMETERS = 1;

export function schedule({ graph, outputs, paramsSize, stateSize }: Derived): Schedule {
  const needed = {
    measureLaws: reach(graph, outputs.measureLaws),
    measure: reach(graph, outputs.measure),
    measureMean: reach(graph, outputs.measureMean),
  };
  const all = [...new Set(Object.values(needed).flatMap(({ nodes }) => nodes))].sort((a, b) => a - b);
  const directions = new Map<number, number>();
  for (const id of reach(graph, all, true).nodes) {
    const node = graph.nodes[id];
    if (node.kind !== 'direction') continue;
    for (const slot of [node.slot & ~1, node.slot | 1])
      if (!directions.has(slot)) directions.set(slot, directions.size);
  }
  const kept = new Map<Id, number>();
  for (const id of all) if (graph.nodes[id].stage === PARAMETERS) kept.set(id, directions.size + kept.size);
  const places = (ids: readonly Id[]) => ids.map((id, place) => [place, id] as const);
  return {
    graph,
    kept,
    directions,
    memorySize: directions.size + kept.size,
    paramsSize,
    stateSize,
    functions: [
      {
        name: 'prepare',
        inputs: ['params'],
        nodes: reach(graph, [...kept.keys()], true).nodes,
        outputs: [...kept].map(([id, place]) => [place, id] as const),
        remembers: true,
      },
      {
        name: 'measureLaws',
        inputs: ['start'],
        ...needed.measureLaws,
        outputs: places(outputs.measureLaws),
        remembers: false,
      },
      { name: 'measure', inputs: ['start'], ...needed.measure, outputs: places(outputs.measure), remembers: true },
      {
        name: 'measureMean',
        inputs: ['start', 'end'],
        ...needed.measureMean,
        outputs: places(outputs.measureMean),
        remembers: false,
      },
    ],
  };
}

/** What `outputs` are made of, in order; what parameters decide counts as given, unless `all` is wanted. */
function reach({ nodes }: Graph, outputs: readonly Id[], all = false): { nodes: readonly Id[] } {
  const isReached = new Set(outputs);
  for (let id = nodes.length - 1; id >= 0; id--) {
    const node: Node = nodes[id];
    if (!isReached.has(id) || node.kind === 'number' || node.kind === 'input') continue;
    if (all || node.stage !== PARAMETERS) for (const arg of node.args) isReached.add(arg);
  }
  return { nodes: [...isReached].sort((a, b) => a - b) };
}
