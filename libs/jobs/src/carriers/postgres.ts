import { createPostgresBackend, runMigrations } from 'bullmq';
import pg from 'pg';
import type { Way } from './bull.ts';

/** BullMQ on PostgreSQL, in a schema of its own so that its tables (`job`, `event`, …) meet nobody else's. */
export function postgresWay({ databaseUrl, schema }: { databaseUrl: string; schema: string }): Way {
  const connection = {
    connectionString: databaseUrl,
    schema,
    connectionTimeoutMillis: 3_000,
    application_name: 'cairn-jobs',
  };
  return {
    name: 'PostgreSQL',
    prepare: () => migrate(databaseUrl, schema),
    close: () => undefined,
    sender: { ...connection, max: 2 },
    receiver: { ...connection, max: 8 },
    factory: createPostgresBackend,
  };
}

async function migrate(databaseUrl: string, schema: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 3_000 });
  client.on('error', () => undefined); // a lost connection fails the query that runs on it
  await client.connect();
  try {
    await runMigrations((await hasSchema(client, schema)) ? withoutCreateSchema(client) : client, schema);
  } catch (error) {
    if ((error as { code?: string }).code !== '42501') throw error;
    const name = client.escapeIdentifier(schema);
    throw new Error(
      `The database role may not create the schema ${name} that carries its jobs. Let an administrator run CREATE SCHEMA ${name} AUTHORIZATION followed by the role, or set REDIS_URL.`,
      { cause: error },
    );
  } finally {
    await client.end();
  }
}

async function hasSchema(client: pg.Client, schema: string): Promise<boolean> {
  const found = await client.query('select 1 from pg_namespace where nspname = $1', [schema]);
  return found.rowCount === 1;
}

/** PostgreSQL asks for the right to create schemas even where IF NOT EXISTS has nothing to do; services lack it. */
function withoutCreateSchema(client: pg.Client): Parameters<typeof runMigrations>[0] {
  const query = (text: string, values?: unknown[]) =>
    text.startsWith('CREATE SCHEMA')
      ? Promise.resolve({ rows: [], rowCount: 0 })
      : client.query(text, values);
  return { query } as Parameters<typeof runMigrations>[0];
}
