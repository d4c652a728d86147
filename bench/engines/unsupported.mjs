/** What an engine cannot build, in words for the table. */
export class Unsupported extends Error {}
