/** What a stroke means; a palette gives each a colour. Drawn in this order, the first at the bottom. */
export type Role =
  | 'body'
  | 'halo'
  | 'link'
  | 'friction'
  | 'spring'
  | 'limit'
  | 'drive'
  | 'target'
  | OwnRole
  | 'load0'
  | 'load1'
  | 'load2'
  | 'load3'
  | 'load4'
  | 'drag'
  | 'atLimit'
  | 'error'
  | 'broken'
  | 'text'
  | 'select';

/** Colours that users gave to joints. */
export type OwnRole = 'own0' | 'own1' | 'own2' | 'own3' | 'own4' | 'own5';

export const ownRoles: readonly OwnRole[] = ['own0', 'own1', 'own2', 'own3', 'own4', 'own5'];

/** Thin, normal, bold. */
export type Weight = 0 | 1 | 2;

/** How far an ink is mixed toward the background: not at all, asleep, disabled, nearly gone. */
export type Dim = 0 | 1 | 2 | 3;

/** Role · 12 + weight · 4 + dim: the index of a bucket of strokes and of a palette entry. */
export type Ink = number;

/** All roles, in the order in which they are drawn. */
export const roles: readonly Role[] = [
  'body',
  'halo',
  'link',
  'friction',
  'spring',
  'limit',
  'drive',
  'target',
  ...ownRoles,
  'load0',
  'load1',
  'load2',
  'load3',
  'load4',
  'drag',
  'atLimit',
  'error',
  'broken',
  'text',
  'select',
];

/** How many inks there are. */
export const inkCount = roles.length * 12;

/** CSS pixels of each weight. */
const widths = [1, 1.5, 2.6] as const;

/** How much wider the halo is than the stroke above it, CSS pixels. */
const haloMargin = 2;

const firstInk = Object.fromEntries(roles.map((role, index) => [role, index * 12])) as Record<Role, Ink>;

/** The ink of a stroke. */
export function inkOf(role: Role, weight: Weight, dim: Dim): Ink {
  return firstInk[role] + weight * 4 + dim;
}

export function roleOf(ink: Ink): Role {
  return roles[(ink / 12) | 0];
}

/** The weight 0, 1 or 2 of an ink. */
function weightOf(ink: Ink): number {
  return (ink >> 2) % 3;
}

/** The dim 0 … 3 of an ink. */
export function dimOf(ink: Ink): number {
  return ink & 3;
}

/** How wide a stroke of this ink is, in CSS pixels. */
export function inkWidth(ink: Ink): number {
  return widths[weightOf(ink)] + (roleOf(ink) === 'halo' ? haloMargin : 0);
}

/** The ink of the halo under a stroke. */
export function haloOf(ink: Ink): Ink {
  return firstInk.halo + weightOf(ink) * 4;
}
