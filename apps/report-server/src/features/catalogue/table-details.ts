import type { Read } from '../datasources/read.ts';
import type { Table } from './types.ts';

export interface IndexFacts {
  name: string;
  columns: string[];
  unique: boolean;
  method: string;
}

const INDEXES = `
  SELECT i.relname AS name, am.amname AS method, x.indisunique AS unique,
    ARRAY(SELECT pg_get_indexdef(x.indexrelid, k, true) FROM generate_series(1, x.indnkeyatts) AS k ORDER BY k) AS columns
  FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_am am ON am.oid = i.relam
    JOIN pg_class c ON c.oid = x.indrelid JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE n.nspname = $1 AND c.relname = $2 AND x.indisvalid
  ORDER BY i.relname`;

/** The indexes of a table; the columns may be expressions. */
export function readIndexes(
  read: Read,
  { schema, name }: Pick<Table, 'schema' | 'name'>,
): Promise<IndexFacts[]> {
  return read.rows<IndexFacts>({ text: INDEXES, values: [schema, name] });
}
