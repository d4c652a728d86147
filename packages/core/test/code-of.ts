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

/** What is wrong with a call, and where: `code path`. */
export function refusal(call: () => unknown): string {
  try {
    call();
  } catch (error) {
    if (error instanceof TenonError) return `${error.code} ${error.path}`;
    throw error;
  }
  return 'not refused';
}
