export type Parameters = ReturnType<typeof createParameters>;

/** Collects the values of a statement. Nothing that a person wrote is in its text. */
export function createParameters() {
  const values: string[] = [];
  return {
    values,
    /** The value as an expression of the type `cast`, which is a qualified name. */
    bind(value: string, cast: string): string {
      values.push(value);
      return `$${values.length}::${cast}`;
    },
  };
}
