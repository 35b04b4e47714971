/** Keeps the last `most` values that were used. */
export function createRecent<T>(most: number) {
  const values = new Map<string, T>();
  return {
    get(key: string): T | undefined {
      const value = values.get(key);
      if (value !== undefined) {
        values.delete(key);
        values.set(key, value);
      }
      return value;
    },
    set(key: string, value: T): void {
      values.delete(key);
      values.set(key, value);
      if (values.size > most) values.delete(values.keys().next().value as string);
    },
  };
}
