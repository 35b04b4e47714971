/** Where the values of a statement are. */
export type Binding =
  /** `$1`. */
  | 'parameters'
  /** `current_setting('cairn.p1')`, for COPY, which takes no parameters. Set them in the same transaction with `bindSettings`. */
  | 'settings';

export type Parameters = ReturnType<typeof createParameters>;

/** Collects the values of a statement. Nothing that a person wrote is in its text. */
export function createParameters(binding: Binding = 'parameters') {
  const values: (string | null)[] = [];
  return {
    values,
    /** The value as an expression of the type `cast`, which is a qualified name. */
    bind(value: string, cast: string): string {
      values.push(value);
      if (binding === 'parameters') return `$${values.length}::${cast}`;
      return `pg_catalog.current_setting('cairn.p${values.length}')::${cast}`;
    },
  };
}

/** The statement that sets the values of `settings` until the transaction ends. */
export function bindSettings(values: readonly (string | null)[]): {
  text: string;
  values: (string | null)[];
} {
  const calls = values.map((_value, at) => `pg_catalog.set_config('cairn.p${at + 1}', $${at + 1}, true)`);
  return { text: `SELECT ${calls.length > 0 ? calls.join(', ') : '1'}`, values: [...values] };
}
