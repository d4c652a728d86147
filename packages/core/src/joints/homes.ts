const SPRING = ['hertz', 'dampingRatio', 'stiffness', 'damping', 'compliance'] as const;

/**
 * What flat names of creation are called on a joint: `min` and `max`, the fields of a spring whose target has the name `rest`, and `others`.
 * Marked as pure where it is called: what is spread in place would keep its joint in bundles that have no use for it.
 */
export function homesOf(
  coordinate: string,
  rest?: string,
  others: Record<string, string> = {},
): Record<string, string> {
  const homes = { min: `${coordinate}.limits.lower`, max: `${coordinate}.limits.upper`, ...others };
  if (rest === undefined) return homes;
  const fields = SPRING.map((name): [string, string] => [name, `${coordinate}.spring.${name}`]);
  return { ...homes, ...Object.fromEntries(fields), [rest]: `${coordinate}.spring.target` };
}
