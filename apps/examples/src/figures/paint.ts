/** What a body is made of, as it looks. */
export type Paint = 'steel' | 'brass' | 'coral' | 'teal' | 'sky' | 'violet' | 'ground' | 'night' | 'rope';

/** Colours of one paint, 0xrrggbb: its face, its edge, and what is drawn upon it. */
export interface Tones {
  readonly face: number;
  readonly edge: number;
  readonly mark: number;
}

export const background = 0x11161d;

export const tones: Readonly<Record<Paint, Tones>> = {
  steel: { face: 0x6f8296, edge: 0x95a8bb, mark: 0x4d5d6d },
  brass: { face: 0xd9a441, edge: 0xf2c76b, mark: 0x9d7426 },
  coral: { face: 0xe0665a, edge: 0xf5928a, mark: 0xa5423a },
  teal: { face: 0x3fa796, edge: 0x70cfc0, mark: 0x287366 },
  sky: { face: 0x4a90d0, edge: 0x82b9ea, mark: 0x2f659b },
  violet: { face: 0x8f78c9, edge: 0xb9a7e8, mark: 0x645096 },
  ground: { face: 0x2a3440, edge: 0x3c4a59, mark: 0x1d252e },
  night: { face: 0x161c25, edge: 0x232c37, mark: 0x232c37 },
  rope: { face: 0xb9a88a, edge: 0xb9a88a, mark: 0xb9a88a },
};

/** `#rrggbb` */
export function css(color: number): string {
  return `#${color.toString(16).padStart(6, '0')}`;
}
