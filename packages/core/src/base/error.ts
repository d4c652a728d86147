/** Every code a `TenonError` can carry. Codes are stable; messages may improve. Documented in docs/errors.md. */
export type TenonErrorCode =
  | 'body-removed'
  | 'constraint-failed'
  | 'constraint-invalid'
  | 'constraint-not-finite'
  | 'constraint-wrong'
  | 'duplicate-id'
  | 'force-not-finite'
  | 'joint-removed'
  | 'limits-reversed'
  | 'no-such-law'
  | 'not-immovable'
  | 'option-conflict'
  | 'option-missing'
  | 'option-unknown'
  | 'other-world'
  | 'param-invalid'
  | 'param-negative'
  | 'param-not-finite'
  | 'part-missing'
  | 'program-invalid'
  | 'read-only'
  | 'same-body'
  | 'scene-invalid'
  | 'snapshot-invalid'
  | 'source-invalid'
  | 'type-unknown'
  | 'world-busy'
  | 'world-destroyed'
  | 'zero-axis';

/**
 * What Tenon throws at the call that is wrong: `message` says where, what must be, and what came;
 * `path` names the parameter, `value` is what was given. The state is unchanged.
 */
export class TenonError extends Error {
  /** What is wrong, to be compared with. */
  readonly code: TenonErrorCode;
  /** The parameter: `PivotJoint.angle.limits`; undefined where none is to blame. */
  readonly path: string | undefined;
  /** What was given for it. */
  readonly value: unknown;

  /** For one's own refusals of the same kind, as adapters have them; `refuse` words the message. */
  constructor(code: TenonErrorCode, message: string, path?: string, value?: unknown) {
    super(message);
    this.name = 'TenonError';
    this.code = code;
    this.path = path;
    this.value = value;
  }
}

/** How a value is quoted in a message: short, and never throwing. What is nested deeper than `depth` is left out: an object may hold itself. */
export function quote(value: unknown, depth = 3): string {
  if (typeof value === 'string') return `'${value}'`;
  if (typeof value === 'number' || typeof value === 'boolean' || value === null || value === undefined)
    return String(value);
  if (typeof value === 'function') return 'a function';
  if (typeof value !== 'object') return typeof value;
  if (depth === 0) return '…';
  const inner = (part: unknown) => quote(part, depth - 1);
  if (Array.isArray(value)) return `[${value.slice(0, 4).map(inner).join(', ')}${value.length > 4 ? ', …' : ''}]`;
  if ('id' in value && typeof value.id === 'string') return quote(value.id);
  return 'x' in value && 'y' in value
    ? `{ x: ${inner(value.x)}, y: ${inner(value.y)} }`
    : `{ ${Object.keys(value).slice(0, 4).join(', ')} }`;
}

/** Throws a `TenonError` that reads `path must <requirement>, got <value>`. */
export function refuse(code: TenonErrorCode, path: string, requirement: string, value: unknown): never {
  throw new TenonError(code, `${path} must ${requirement}, got ${quote(value)}`, path, value);
}
