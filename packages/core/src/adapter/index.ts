export { addGround, type GroundOptions } from './ground';
export { type EventsWith, Listeners, type ObjectOf } from './listeners';
export { type PlacedShape, placePolygon, placeTogether } from './placed-shape';
