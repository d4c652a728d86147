/**
 * A font of single strokes for back ends that draw nothing but lines. A character is a few polylines of points `xy`
 * on a grid 4 wide and 6 tall, y down, tails to 8; what is unknown is drawn as a box.
 */
const characters: Readonly<Record<string, string>> = {
  ' ': '',
  A: '06 20 46,14 34',
  B: '06 00 30 41 32 03,32 44 45 36 06',
  C: '41 30 10 01 05 16 36 45',
  D: '06 00 20 42 44 26 06',
  E: '40 00 06 46,03 33',
  F: '40 00 06,03 33',
  G: '41 30 10 01 05 16 36 45 43 23',
  H: '00 06,40 46,03 43',
  I: '10 30,20 26,16 36',
  J: '40 45 36 16 05',
  K: '00 06,40 03 46',
  L: '00 06 46',
  M: '06 00 23 40 46',
  N: '06 00 46 40',
  O: '10 30 41 45 36 16 05 01 10',
  P: '06 00 30 41 42 33 03',
  Q: '10 30 41 45 36 16 05 01 10,34 46',
  R: '06 00 30 41 42 33 03,23 46',
  S: '41 30 10 01 02 13 33 44 45 36 16 05',
  T: '00 40,20 26',
  U: '00 05 16 36 45 40',
  V: '00 26 40',
  W: '00 16 22 36 40',
  X: '00 46,40 06',
  Y: '00 23 40,23 26',
  Z: '00 40 06 46',
  a: '12 32 43 46,44 14 05 16 36 45',
  b: '00 06,03 12 32 43 45 36 16 05',
  c: '43 32 12 03 05 16 36 45',
  d: '40 46,43 32 12 03 05 16 36 45',
  e: '04 44 43 32 12 03 05 16 36',
  f: '40 30 21 26,12 32',
  g: '43 32 12 03 05 16 36 45,42 47 38 18',
  h: '00 06,03 12 32 43 46',
  i: '12 22 26,16 36,20 21',
  j: '22 32 37 28 18,30 31',
  k: '00 06,42 04 46',
  l: '10 20 26,16 36',
  m: '02 06,03 12 23 26,23 32 43 46',
  n: '02 06,03 12 32 43 46',
  o: '12 32 43 45 36 16 05 03 12',
  p: '02 08,03 12 32 43 45 36 16 05',
  q: '42 48,43 32 12 03 05 16 36 45',
  r: '12 16,13 22 32 43',
  s: '43 32 12 03 14 34 45 36 16 05',
  t: '10 15 26 36,02 32',
  u: '02 05 16 36 45,42 46',
  v: '02 26 42',
  w: '02 16 23 36 42',
  x: '02 46,42 06',
  y: '02 05 16 36 45,42 47 38 18',
  z: '02 42 06 46',
  0: '10 30 41 45 36 16 05 01 10,14 32',
  1: '11 20 26,16 36',
  2: '01 10 30 41 42 06 46',
  3: '00 40 23 33 44 45 36 16 05',
  4: '36 30 04 44',
  5: '40 00 02 32 43 45 36 06',
  6: '30 10 01 05 16 36 45 44 33 03',
  7: '00 40 16',
  8: '13 02 01 10 30 41 42 33 13 04 05 16 36 45 44 33',
  9: '43 13 02 01 10 30 41 45 36 16',
  '.': '26 25',
  ',': '25 17',
  ':': '21 22,25 26',
  '-': '13 33',
  '−': '13 33',
  '+': '03 43,21 25',
  '/': '06 40',
  '%': '06 40,00 10 11 01 00,35 45 46 36 35',
  '×': '11 45,41 05',
  '°': '10 20 21 11 10',
  '·': '23 24',
  '=': '02 42,04 44',
  '(': '30 12 14 36',
  ')': '10 32 34 16',
  '[': '30 10 16 36',
  ']': '10 30 36 16',
  '<': '41 03 45',
  '>': '01 43 05',
  '≥': '00 42 04,06 46',
  _: '06 46',
  '#': '10 16,30 36,02 42,04 44',
  '!': '20 24,25 26',
  '?': '01 10 30 41 23 24,25 26',
  '²': '10 20 21 12 22',
};

const unknown = '00 40 46 06 00';

/** Width of a character, grid units. */
const width = 4;

/** Grid units from one character to the next. */
export const advance = 5.5;

/** Width of a grid unit, relative to its height: letters are narrow. */
export const narrowness = 0.75;

/** Grid units from the top of a capital to its foot. */
export const capital = 6;

/** Grid units from the left of a text of so many characters to its right. */
export function widthOf(characters: number): number {
  return (characters - 1) * advance + width;
}

const parsed = new Map<string, Float32Array>();

/** The segments of a character as x0 y0 x1 y1 …, in grid units from its top left, y down. */
export function strokesOf(character: string): Float32Array {
  let strokes = parsed.get(character);
  if (!strokes) {
    strokes = parse(characters[character] ?? unknown);
    parsed.set(character, strokes);
  }
  return strokes;
}

function parse(polylines: string): Float32Array {
  const segments: number[] = [];
  for (const polyline of polylines.split(',')) {
    const points = polyline.split(' ');
    for (let i = 1; i < points.length; i++) {
      segments.push(+points[i - 1][0], +points[i - 1][1], +points[i][0], +points[i][1]);
    }
  }
  return Float32Array.from(segments);
}
