/** The same order, except that what reads others comes after the last of its sources; readers of what is missing come last. */
export function sourcesFirst<T>(items: readonly T[], sourcesOf: (item: T) => readonly T[]): T[] {
  const ordered: T[] = [];
  const done = new Set<T>();
  let waiting = [...items];
  for (let before = Infinity; waiting.length > 0 && waiting.length < before;) {
    before = waiting.length;
    waiting = waiting.filter((item) => {
      if (!sourcesOf(item).every((source) => done.has(source))) return true;
      done.add(item);
      ordered.push(item);
      return false;
    });
  }
  return [...ordered, ...waiting];
}
