import type { TableRef } from '../state/source.ts';

/** The address of a table that nothing has been asked of yet. */
export function tableSearch({ datasource, schema, table }: TableRef): string {
  return `?${new URLSearchParams({ datasource, schema, table })}`;
}
