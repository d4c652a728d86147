export { type LoadedScene, type LoadOptions, loadScene } from './load';
export { saveScene } from './save';
export { type Scene, SCENE_SCHEMA, type SceneBody, type SceneJoint, type SceneProblem, type SceneVec } from './schema';
