import { refuse, TenonError } from '../base/error';

/** Throws `snapshot-invalid` for the part of a snapshot at `path`. */
export function refuseAt(path: string, requirement: string, value: unknown): never {
  refuse('snapshot-invalid', path, requirement, value);
}

/** Calls what checks for itself: what it refuses is refused in the name of the part at `path`, which it was given. */
export function within<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof TenonError)) throw error;
    const { path: inner = '', message, value } = error;
    const full = path + inner.replace(/^[^.[]*/, '');
    const isNamed = inner !== '' && message.startsWith(inner);
    throw new TenonError(
      'snapshot-invalid',
      isNamed ? full + message.slice(inner.length) : `${path}: ${message}`,
      full,
      value,
    );
  }
}
