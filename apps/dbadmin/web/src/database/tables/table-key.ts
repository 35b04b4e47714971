/** A table within its database, as the address spells it. Neither part can hold a line break that would confuse them. */
export function tableKey({ schema, name }: { schema: string; name: string }): string {
  return `${encodeURIComponent(schema)}.${encodeURIComponent(name)}`;
}
