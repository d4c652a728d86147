import { Body } from '../body/body';
import { finite, knownKeys, required } from '../base/check';
import { refuse } from '../base/error';
import { ScalarCoordinate } from '../joint/scalar-coordinate';
import type { World } from '../world/world';

/** A coordinate of another joint, or the angle of a body, and how much of it is in the sum. */
export interface GearTerm {
  /** The coordinate, or the body, which stands for its angle; no gear's, no point's and none of a pose. Throws `source-invalid`. */
  readonly of: ScalarCoordinate | Body;
  /** What a change of one rad or world unit adds to the sum; a positive one adds. */
  weight: number;
}

/** What a term is of, and its weight; of null: the world, in a gear of two bodies. */
export interface GivenTerm {
  readonly of: ScalarCoordinate | Body | null;
  readonly weight: number;
}

/** Terms as given, or the two of a gear of two bodies. */
export function readTerms(world: World, options: Record<string, unknown>): readonly GivenTerm[] {
  const { terms, bodyA, bodyB, ratio } = options;
  if (options['value'] !== undefined && options['phase'] !== undefined)
    refuse('option-conflict', 'GearJoint.value', 'be left out beside phase', options['value']);
  if (terms === undefined) {
    const weight = finite('GearJoint.ratio', ratio === undefined ? 1 : ratio);
    if ((bodyA ?? bodyB ?? null) === null)
      refuse('same-body', 'GearJoint.terms', 'be given, or bodyA or bodyB: left out, both are the world', terms);
    if (bodyA === bodyB) refuse('same-body', 'GearJoint.bodyB', 'differ from bodyA', bodyB);
    const read = (key: string, body: unknown) => (body === null ? null : world.ownBody(`GearJoint.${key}`, body));
    return [
      { of: read('bodyA', bodyA ?? null), weight: -1 },
      { of: read('bodyB', bodyB ?? null), weight },
    ];
  }
  for (const key of ['bodyA', 'bodyB', 'ratio', 'phase']) {
    if (options[key] !== undefined)
      refuse('option-conflict', `GearJoint.${key}`, 'be left out beside terms', options[key]);
  }
  if (!Array.isArray(terms) || terms.length === 0)
    refuse('param-invalid', 'GearJoint.terms', 'be a list of { of, weight }', terms);
  // A hole in a list is a missing term.
  return Array.from(terms as unknown[], (term, i) => readTerm(world, `GearJoint.terms[${i}]`, term));
}

function readTerm(world: World, path: string, value: unknown): GearTerm {
  const { of, weight } = knownKeys(path, value, ['of', 'weight']);
  const share = finite(`${path}.weight`, required(`${path}.weight`, weight));
  if (of instanceof Body) return { of: world.ownBody(`${path}.of`, of), weight: share };
  if (!(of instanceof ScalarCoordinate))
    refuse('source-invalid', `${path}.of`, 'be a coordinate of a joint with one value (hinge.angle), or a body', of);
  if (of.joint.world === null) refuse('joint-removed', `${path}.of`, 'belong to a joint that was not removed', of.path);
  if (of.joint.world !== world) refuse('other-world', `${path}.of`, 'belong to a joint of this world', of.path);
  const kind = of.spec.kind.kind;
  if (kind === 'sum' && of.spec.name === 'sum')
    refuse('source-invalid', `${path}.of`, 'not be the sum of another gear', of.path);
  if (of.joint.type === 'pose') refuse('source-invalid', `${path}.of`, 'not be a coordinate of a pose', of.path);
  return { of, weight: share };
}

/** A and B, then the other bodies of its terms. */
export function bodiesOf(
  terms: readonly GivenTerm[],
  { terms: given }: Record<string, unknown>,
): readonly (Body | null)[] {
  const [first, last] = [terms[0].of, terms[terms.length - 1].of];
  const b = measuredBody(last);
  const a = measuredBody(first);
  const pair = [given !== undefined && a === b ? bodyMeasuredFrom(first) : a, b];
  const all = terms.flatMap(({ of }) => (of instanceof ScalarCoordinate ? of.joint.bodies : [of]));
  return [...pair, ...new Set(all.filter((body) => !pair.includes(body)))];
}

function measuredBody(of: GivenTerm['of']): Body | null {
  return of instanceof ScalarCoordinate ? of.joint.bodyB : of;
}

function bodyMeasuredFrom(of: GivenTerm['of']): Body | null {
  return of instanceof ScalarCoordinate ? of.joint.bodyA : null;
}

/** True if every term is a length: then the sum is one, too. */
export function measuresLengths({ terms }: Record<string, unknown>): boolean {
  return (
    Array.isArray(terms) &&
    terms.length > 0 &&
    terms.every((term: { of?: unknown } | null) => term?.of instanceof ScalarCoordinate && term.of.unit === 'length')
  );
}
