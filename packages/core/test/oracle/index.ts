/** What runs golden data of these formats, in this repository or another: the models as scenes, the names of joints and rows as ours. */
export { type Mapping, mappingOf, mappings, type Params, type RowMatch } from './joints';
export {
  drive,
  type GoldenModel,
  push,
  readTrajectories,
  run,
  type Run,
  toScene,
  type Trajectory,
} from './trajectories';
