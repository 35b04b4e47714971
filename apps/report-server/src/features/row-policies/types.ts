/** Rows of a table that the members of a group may see, or everybody. */
export interface RowPolicy {
  id: number;
  datasourceId: number;
  schema: string;
  table: string;
  /** Null: everybody. */
  groupId: number | null;
  groupName: string | null;
  /** A filter tree of the query compiler. */
  filter: unknown;
  revision: number;
}

export type RowPolicyFields = Pick<RowPolicy, 'schema' | 'table' | 'groupId' | 'groupName' | 'filter'>;
