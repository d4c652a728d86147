import type { Body } from '../body/body';
import { finite, flag, frozen, instanceOf, knownKeys } from '../base/check';
import type { Shape } from '../shapes/mass';
import { readShape } from '../shapes/mass';
import type { MutableVec, VecLike } from '../math/vec2';
import type { ContactHost } from '../simulation/parts';
import type { Colliders } from './colliders';
import { castShape, overlapping, type QueryFilter, type QueryHit, raycast } from './queries';

/** What a query of a world counts. */
export interface QueryOptions {
  /** Whether a body counts; default: all do that collide. */
  readonly filter?: (body: Body) => boolean;
  /** Sensors count, too; default false. */
  readonly sensors?: boolean;
}

/** Likewise, of a shape. */
export interface ShapeQueryOptions extends QueryOptions {
  /** How the shape is turned, rad; default 0. */
  readonly angle?: number;
}

/** What a ray or a shape meets. */
export interface RayHit {
  /** The body. */
  readonly body: Body;
  /** Where, world units. */
  readonly point: Readonly<MutableVec>;
  /** Of its surface there, of unit length, against the way. */
  readonly normal: Readonly<MutableVec>;
  /** Share of the way up to there, 0 to 1. */
  readonly fraction: number;
}

/** The queries of one world. */
export class WorldQueries {
  readonly #colliders: Colliders;
  readonly #host: ContactHost;

  constructor(colliders: Colliders, host: ContactHost) {
    this.#colliders = colliders;
    this.#host = host;
  }

  raycast(from: VecLike, to: VecLike, options: QueryOptions): RayHit[] {
    return this.#hitsOf(raycast(this.#colliders, from, to, this.#filter('raycast', options)));
  }

  cast(shape: Shape, from: VecLike, to: VecLike, options: ShapeQueryOptions): RayHit[] {
    const place = { position: from, angle: readAngle('cast', options) };
    const filter = this.#filter('cast', options, ['angle']);
    return this.#hitsOf(castShape(this.#colliders, readShape('cast.shape', shape), place, to, filter));
  }

  overlap(shape: Shape, position: VecLike, options: ShapeQueryOptions): Body[] {
    const place = { position, angle: readAngle('overlap', options) };
    const filter = this.#filter('overlap', options, ['angle']);
    const slots = overlapping(this.#colliders, readShape('overlap.shape', shape), place, filter);
    return slots.flatMap((slot) => this.#host.body(slot) ?? []);
  }

  #hitsOf(hits: readonly QueryHit[]): RayHit[] {
    return hits.flatMap(({ slot, point, normal, fraction }) => {
      const body = this.#host.body(slot);
      return body === null ? [] : [frozen({ body, point: frozen(point), normal: frozen(normal), fraction })];
    });
  }

  #filter(path: string, options: QueryOptions, more: readonly string[] = []): QueryFilter {
    knownKeys(path, options, ['filter', 'sensors', ...more]);
    const { filter, sensors = false } = options;
    flag(`${path}.sensors`, sensors);
    if (filter !== undefined) instanceOf(`${path}.filter`, filter, Function, 'a function');
    const { bodies } = this.#colliders;
    return (slot) => {
      if (!sensors && bodies[slot]?.collides.sensor === true) return false;
      const body = this.#host.body(slot);
      return body !== null && (filter === undefined || filter(body));
    };
  }
}

function readAngle(path: string, { angle = 0 }: ShapeQueryOptions): number {
  return finite(`${path}.angle`, angle);
}
