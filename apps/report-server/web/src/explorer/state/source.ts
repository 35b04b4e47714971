import type { TableMetadata } from '../../client.ts';

/** Names a table of a datasource. */
export interface TableRef {
  datasource: string;
  schema: string;
  table: string;
}

/** What the explorer shows: a table and what is known of it. */
export interface Source extends TableRef {
  metadata: TableMetadata;
}
