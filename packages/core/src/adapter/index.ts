export { addGround, type GroundOptions } from './ground';
export { type EventsWith, type ObjectOf, withObjects } from './touch-events';
export { type PlacedShape, placePolygon, placeTogether } from './placed-shape';
