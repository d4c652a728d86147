import { atan, atan2At } from './trig';

/**
 * Offsets in the numbers of a place beside a polyline: where it is; its piece, and whole turns of a closed one; how far along the path, with
 * the gradient of that, and as a share of its piece; which part of that (0 between its corners, 1 and 2 at them); how far to its left, and
 * the direction that is the left's. The rest hands numbers from function to function: as doubles they would be allocated.
 */
export const POINT_X = 0,
  POINT_Y = 1,
  ON_PIECE = 2,
  TURNED = 3,
  ALONG = 4,
  ALONG_X = 5,
  ALONG_Y = 6,
  SHARE = 7,
  PART = 8,
  LEFT = 9,
  TANGENT_X = 10,
  TANGENT_Y = 11,
  PLACE_SIZE = 18;
const NEAR = 12,
  NEARER = 13,
  IS_ROUND = 14,
  ANGLE = 15,
  BEFORE = 16,
  AFTER = 17;

/**
 * Offsets in the numbers of a corner: how far along it is; directions of the pieces before and after it; tan(turn/2), positive to the left; those
 * pieces, with the turns of a closed path there and what is added to how far along them a place is, 0 where none is given.
 */
export const CORNER = 0,
  BEFORE_X = 1,
  BEFORE_Y = 2,
  AFTER_X = 3,
  AFTER_Y = 4,
  BEND = 5,
  PIECE_BEFORE = 6,
  SHIFT_BEFORE = 8,
  PIECE_AFTER = 9,
  SHIFT_AFTER = 11,
  CORNER_SIZE = 12;
/** The turns stand behind the pieces. */
const TURNED_BEFORE = PIECE_BEFORE + 1,
  TURNED_AFTER = PIECE_AFTER + 1;

/** Numbers of a piece: where it starts, also along the path, its direction and length; of the corner there τ + tan(turn/2)·ν, and turn/2, positive to the left. */
const START_X = 0,
  START_Y = 1,
  START = 2,
  DIRECTION_X = 3,
  DIRECTION_Y = 4,
  LENGTH = 5,
  ACROSS_X = 6,
  ACROSS_Y = 7,
  TANGENT = 8,
  HALF_TURN = 9,
  SIZE = 10;

/** tan(turn/2) of the sharpest corner, a turn of 179.9°: what leads straight back has no line that halves it. */
const SHARPEST = 1e3;

/** What is outside a corner is seen from there between the normals of its pieces, but for rounding. */
const ABREAST = 1 + 1e-6;

/**
 * Straight pieces from point to point, for what is beside them. To each belongs what is between the lines that halve its corners: what is as
 * far to the left of one piece as of the other has its place on such a line. Outside a corner, abreast of neither piece, it is as far off as
 * the point.
 *
 * How far along a place is, its foot point tells, but for corners: all on the halving line is as far along as the point, and from as
 * far before and after it as a place is off the path, it runs there evenly. So nothing jumps as long as there is room for every piece so
 * far inside, by |left|·Σ tan(turn/2); what lies deeper goes from neighbour to neighbour over it.
 *
 *   between corners  s = (p − start)·τ       τ, ν = direction and left normal of the piece
 *   near a corner    s = g·way               way = what is left to go to the halving line, beside the path
 *                                            g = 1 + tan(turn/2) inside, 1/(1 + turn/2) outside
 */
export class Polyline {
  readonly #d: Float64Array;
  readonly #count: number;
  readonly #closed: boolean;

  constructor(x: Float64Array, y: Float64Array, starts: Float64Array, closed: boolean) {
    const points = x.length;
    const count = starts.length - 1;
    const d = new Float64Array((count + 1) * SIZE);
    for (let i = 0; i <= count; i++) {
      const o = i * SIZE;
      const from = closed ? i % points : Math.min(i, count - 1);
      const to = (from + 1) % points;
      const dx = x[to] - x[from];
      const dy = y[to] - y[from];
      const length = Math.sqrt(dx * dx + dy * dy);
      d[o + START_X] = x[i % points];
      d[o + START_Y] = y[i % points];
      d[o + START] = starts[i];
      d[o + DIRECTION_X] = dx / length;
      d[o + DIRECTION_Y] = dy / length;
      d[o + LENGTH] = length;
    }
    this.#d = d;
    this.#count = count;
    this.#closed = closed;
    for (let i = 0; i <= count; i++) this.#halve(i);
  }

  #halve(corner: number): void {
    const d = this.#d;
    const to = corner * SIZE;
    const from = this.#isCorner(corner) ? this.#at(corner === 0 ? -1 : corner - 1) : to;
    const tx = d[from + DIRECTION_X];
    const ty = d[from + DIRECTION_Y];
    const sine = tx * d[to + DIRECTION_Y] - ty * d[to + DIRECTION_X];
    const cosine = tx * d[to + DIRECTION_X] + ty * d[to + DIRECTION_Y];
    const isSharp = Math.abs(sine) >= SHARPEST * (1 + cosine);
    const tangent = isSharp ? (sine < 0 ? -SHARPEST : SHARPEST) : sine / (1 + cosine);
    d[to + TANGENT] = tangent;
    d[to + HALF_TURN] = atan(tangent);
    d[to + ACROSS_X] = tx - tangent * ty;
    d[to + ACROSS_Y] = ty + tangent * tx;
  }

  /** Finds the piece to which the point in `place` belongs, from the one there on, and measures it there. */
  find(place: Float64Array): void {
    const count = this.#count;
    const turned = place[TURNED];
    let piece = place[ON_PIECE] | 0;
    let turns = 0;
    let steps = 2 * count;
    for (; steps > 0; steps--) {
      const step = this.#step(piece, place);
      if (step === 0) break;
      piece += step;
      if (piece >= 0 && piece < count) continue;
      const turn = piece < 0 ? -1 : 1;
      piece -= turn * count;
      turns += turn;
    }
    // A search that found no rest leaves the place on its piece: begun again from here it would end elsewhere.
    if (steps > 0) {
      place[ON_PIECE] = piece;
      place[TURNED] = turned + turns;
    }
    this.#measure(place[ON_PIECE] | 0, place);
  }

  /** How many pieces on a point is looked for next: none where it is between the lines that halve the corners of this one. */
  #step(piece: number, place: Float64Array): number {
    this.#past(piece, place, BEFORE);
    this.#past(piece + 1, place, AFTER);
    const before = place[BEFORE];
    const after = place[AFTER];
    // Both where so far inside there is no room for the piece: then to the side where it is farther off.
    if (after > 0 && after >= -before) return 1;
    if (before < 0) return -1;
    if (this.#passesOver(piece + 1, piece, piece + 2, place)) return 2;
    if (this.#passesOver(piece - 1, piece, piece - 2, place)) return -2;
    return 0;
  }

  /** True where so far inside there is no room for a piece, its neighbours meet on that side, and the other one is nearer. */
  #passesOver(piece: number, from: number, to: number, place: Float64Array): boolean {
    if (!this.#isCorner(piece) || !this.#isCorner(piece + 1)) return false;
    const d = this.#d;
    const bend = d[this.#at(piece) + TANGENT] * d[this.#at(piece + 1) + TANGENT];
    if (!(bend > 0 && bend < 1)) return false;
    this.#past(piece, place, BEFORE);
    this.#past(piece + 1, place, AFTER);
    if (!(place[BEFORE] < 0 && place[AFTER] > 0)) return false;
    this.#left(from, place, BEFORE);
    this.#left(to, place, AFTER);
    return Math.abs(place[AFTER]) < Math.abs(place[BEFORE]);
  }

  /** Writes the corner that is nearest to a place that was found to `out`; false where that is an end. */
  writeCorner(place: Float64Array, out: Float64Array): boolean {
    const corner = (place[ON_PIECE] | 0) + (place[SHARE] < 0.5 ? 0 : 1);
    if (!this.#isCorner(corner)) return false;
    this.#write(corner, place, out);
    return true;
  }

  /** Writes the corner that comes next, forwards (1) or backwards (−1), after what is as far along as `out[CORNER]`; false where there is none. */
  writeNextCorner(place: Float64Array, way: 1 | -1, out: Float64Array): boolean {
    let corner = place[ON_PIECE] | 0;
    while (this.#isCorner(corner) && this.#isPast(corner, place, way, out)) corner = this.#next(corner, place, -way);
    do {
      corner = this.#next(corner, place, way);
      if (!this.#isCorner(corner)) return false;
    } while (!this.#isPast(corner, place, way, out));
    this.#write(corner, place, out);
    return true;
  }

  #isPast(corner: number, place: Float64Array, way: number, out: Float64Array): boolean {
    const d = this.#d;
    const start = d[corner * SIZE + START] + place[TURNED] * d[this.#count * SIZE + START];
    return way * (start - out[CORNER]) > 0;
  }

  /** The corner after another one, or before it; on a closed path in the next turn. */
  #next(corner: number, place: Float64Array, way: number): number {
    const count = this.#count;
    const next = corner + way;
    if (!this.#closed || (next >= 0 && next < count)) return next;
    place[TURNED] += way;
    return next - way * count;
  }

  #write(corner: number, place: Float64Array, out: Float64Array): void {
    const d = this.#d;
    const to = this.#at(corner);
    const from = this.#at(corner - 1);
    out[CORNER] = d[to + START] + place[TURNED] * d[this.#count * SIZE + START];
    out[BEFORE_X] = d[from + DIRECTION_X];
    out[BEFORE_Y] = d[from + DIRECTION_Y];
    out[AFTER_X] = d[to + DIRECTION_X];
    out[AFTER_Y] = d[to + DIRECTION_Y];
    out[BEND] = d[to + TANGENT];
    out[PIECE_BEFORE] = from / SIZE;
    out[TURNED_BEFORE] = place[TURNED] - (corner === 0 ? 1 : 0);
    out[PIECE_AFTER] = corner === this.#count ? 0 : corner;
    out[TURNED_AFTER] = place[TURNED] + (corner === this.#count ? 1 : 0);
    out[SHIFT_BEFORE] = out[SHIFT_AFTER] = 0;
  }

  /** Measures the point in `place` as if its piece went on straight. */
  measureStraight(place: Float64Array): void {
    const d = this.#d;
    const piece = place[ON_PIECE] | 0;
    const o = this.#at(piece);
    const tx = d[o + DIRECTION_X];
    const ty = d[o + DIRECTION_Y];
    const along = (place[POINT_X] - d[o + START_X]) * tx + (place[POINT_Y] - d[o + START_Y]) * ty;
    place[TANGENT_X] = place[ALONG_X] = tx;
    place[TANGENT_Y] = place[ALONG_Y] = ty;
    place[PART] = 0;
    this.#left(piece, place, LEFT);
    place[ALONG] = along + d[o + START] + place[TURNED] * d[this.#count * SIZE + START];
  }

  #isCorner(corner: number): boolean {
    return this.#closed || (corner > 0 && corner < this.#count);
  }

  /** Writes how far a point is past the line that halves a corner, along the pieces there; 0 at an end. */
  #past(corner: number, place: Float64Array, field: number): void {
    const d = this.#d;
    const o = this.#at(corner);
    place[field] = this.#isCorner(corner)
      ? (place[POINT_X] - d[o + START_X]) * d[o + ACROSS_X] + (place[POINT_Y] - d[o + START_Y]) * d[o + ACROSS_Y]
      : 0;
  }

  #left(piece: number, place: Float64Array, field: number): void {
    const d = this.#d;
    const o = this.#at(piece);
    place[field] =
      (place[POINT_Y] - d[o + START_Y]) * d[o + DIRECTION_X] - (place[POINT_X] - d[o + START_X]) * d[o + DIRECTION_Y];
  }

  /** Where the numbers of a piece are, counted on around a closed path. */
  #at(piece: number): number {
    const count = this.#count;
    return (piece < 0 ? piece + count : piece > count ? piece - count : piece) * SIZE;
  }

  #measure(piece: number, place: Float64Array): void {
    const d = this.#d;
    const o = this.#at(piece);
    const end = this.#at(piece + 1);
    const length = d[o + LENGTH];
    const tx = d[o + DIRECTION_X];
    const ty = d[o + DIRECTION_Y];
    const along = (place[POINT_X] - d[o + START_X]) * tx + (place[POINT_Y] - d[o + START_Y]) * ty;
    place[TANGENT_X] = place[ALONG_X] = tx;
    place[TANGENT_Y] = place[ALONG_Y] = ty;
    place[ALONG] = along;
    place[PART] = 0;
    place[IS_ROUND] = 0;
    this.#left(piece, place, LEFT);
    if (along < 0 && place[LEFT] * d[o + TANGENT] < 0) this.#turnAbout(o, place);
    else if (along > length && place[LEFT] * d[end + TANGENT] < 0) this.#turnAbout(end, place);

    const left = place[LEFT];
    const atStart = Math.max(0, left * d[o + TANGENT]);
    const atEnd = Math.max(0, left * d[end + TANGENT]);
    const half = (length - atStart - atEnd) / 2;
    const away = Math.abs(left);
    const near = Math.min(away, half);
    // Off the path, and with room: else the foot point tells.
    if (near > 0) {
      place[NEAR] = near;
      place[NEARER] = (away < half ? near : half - length / 2) / left;
      if (along < atStart + near) {
        place[PART] = 1;
        this.#runToCorner(o, 1, place);
      } else if (length - along < atEnd + near) {
        place[PART] = 2;
        place[ALONG] -= length;
        this.#runToCorner(end, -1, place);
        place[ALONG] += length;
      }
    }
    place[SHARE] = place[ALONG] / length;
    place[ALONG] += d[o + START] + place[TURNED] * d[this.#count * SIZE + START];
  }

  /** Outside the corner at `o`, with neither piece abreast, the path turns about its point. */
  #turnAbout(o: number, place: Float64Array): void {
    const d = this.#d;
    const x = place[POINT_X] - d[o + START_X];
    const y = place[POINT_Y] - d[o + START_Y];
    const distance = Math.sqrt(x * x + y * y);
    if (!(distance > 0)) return;
    const side = place[LEFT] < 0 ? -1 : 1;
    const tx = (side * y) / distance;
    const ty = (-side * x) / distance;
    const along = tx * place[TANGENT_X] + ty * place[TANGENT_Y];
    const across = tx * place[TANGENT_Y] - ty * place[TANGENT_X];
    // At the point itself there is no direction to it but rounding.
    if (Math.abs(across) > ABREAST * Math.abs(d[o + TANGENT]) * along) return;
    place[LEFT] = side * distance;
    place[TANGENT_X] = tx;
    place[TANGENT_Y] = ty;
    place[IS_ROUND] = 1;
    // The field behind is free until the next search.
    place[ANGLE] = x * d[o + ACROSS_X] + y * d[o + ACROSS_Y];
    place[ANGLE + 1] = side * (y * d[o + ACROSS_X] - x * d[o + ACROSS_Y]);
    atan2At(place, ANGLE);
  }

  /** Measures how far along from the corner at `o` a point is that is near it, before it (`side` -1) or after it (1). */
  #runToCorner(o: number, side: 1 | -1, place: Float64Array): void {
    const d = this.#d;
    const left = place[LEFT];
    const near = place[NEAR];
    const nearer = place[NEARER];
    const inside = Math.max(0, left * d[o + TANGENT]);
    const outside = Math.max(0, -left * d[o + HALF_TURN]);
    const within = near + outside;
    const gain = (near + inside) / within;
    // The derivative of the gain by `left`, of which it depends where room is scarce.
    const slope = (nearer + inside / left - gain * (nearer + outside / left)) / within;
    const bent = place[IS_ROUND] === 1 ? Math.abs(left) * place[ANGLE] : side * (outside - inside);
    const way = place[IS_ROUND] === 1 ? bent : place[ALONG] + bent;
    const across = (gain * bent) / left + slope * way;
    const tx = place[TANGENT_X];
    const ty = place[TANGENT_Y];
    place[ALONG] = gain * way;
    place[ALONG_X] = gain * tx - across * ty;
    place[ALONG_Y] = gain * ty + across * tx;
  }
}
