/** What went wrong: the seed and the number of the operation bring it back. */
export class FuzzFailure extends Error {}
