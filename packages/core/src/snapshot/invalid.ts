import { TenonError } from '../error';

/** The refusal of a snapshot that must be otherwise. */
export function invalid(requirement: string): TenonError {
  return new TenonError('snapshot-invalid', `A snapshot must ${requirement}`, 'World.restore');
}
