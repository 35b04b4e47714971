/**
 * Remembers results by a text. When there are `limit` of them all are forgotten: what is asked for again is soon there again, and
 * texts that come from rows do not fill the memory.
 */
export function memoize<T>(limit: number, compute: (text: string) => T): (text: string) => T {
  const results = new Map<string, T>();
  return (text) => {
    const known = results.get(text);
    if (known !== undefined) return known;
    const result = compute(text);
    if (results.size >= limit) results.clear();
    results.set(text, result);
    return result;
  };
}
