/** Stands for an infinity, which no array of a world holds. */
const MOST = Number.MAX_VALUE;

/** A number, or an infinity, as a record holds it. */
export const encoded = (number: number): number => Math.max(-MOST, Math.min(MOST, number));
export const decoded = (number: number): number => (number === MOST ? Infinity : number === -MOST ? -Infinity : number);
/** True of an infinity as a record holds it. */
export const isOpen = (number: number): boolean => number === MOST || number === -MOST;
