import { TenonError } from '@tenon/core';

/** The code of the error by which a call is refused; what else it throws goes on. */
export function codeOf(call: () => unknown): string {
  try {
    call();
  } catch (error) {
    if (error instanceof TenonError) return error.code;
    throw error;
  }
  return 'not refused';
}
