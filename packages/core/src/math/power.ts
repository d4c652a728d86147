/** A power with an exponent that is a multiple of ½, as units of length have: by operations that every engine does alike. */
export function power(base: number, exponent: number): number {
  const size = Math.abs(exponent);
  let product = size % 1 === 0 ? 1 : Math.sqrt(base);
  for (let i = 1; i <= size; i++) product *= base;
  return exponent < 0 ? 1 / product : product;
}
