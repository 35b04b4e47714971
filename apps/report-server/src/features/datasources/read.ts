import type pg from 'pg';

export interface Statement {
  text: string;
  values?: readonly (string | null)[];
}

/** One read transaction. */
export interface Read {
  /** Rows of texts as PostgreSQL writes them, in the order of the columns; null is NULL. */
  texts(statement: Statement): Promise<(string | null)[][]>;
  /** The columns of a statement's rows. */
  fields(statement: Statement): Promise<pg.FieldDef[]>;
  /** Rows as objects, with the driver's types. For statements of our own. */
  rows<T extends pg.QueryResultRow>(statement: Statement): Promise<T[]>;
  /** For COPY and cursors. What a person wrote must use the extended protocol. */
  client: pg.PoolClient;
}

const AS_TEXT = { getTypeParser: () => (text: string) => text } as unknown as pg.CustomTypesConfig;

/** @param answerTimeoutMs after which a server that does not end its statement itself is given up */
export function createRead(client: pg.PoolClient, answerTimeoutMs: number): Read {
  // The driver's own limit is that of the pool, which may be shorter than that of this read.
  const extended = { queryMode: 'extended', query_timeout: answerTimeoutMs };
  return {
    client,
    async texts({ text, values = [] }) {
      // Without `extended` a statement without values goes by the simple protocol, which runs several.
      const query = { text, values: [...values], rowMode: 'array', types: AS_TEXT, ...extended };
      return (await client.query(query as pg.QueryArrayConfig)).rows as (string | null)[][];
    },
    async fields({ text, values = [] }) {
      return (await client.query({ text, values: [...values], ...extended } as pg.QueryConfig)).fields;
    },
    async rows<T extends pg.QueryResultRow>({ text, values = [] }: Statement) {
      const query = { text, values: [...values], ...extended };
      return (await client.query<T>(query as pg.QueryConfig)).rows;
    },
  };
}
