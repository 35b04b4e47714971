import { createHash } from 'node:crypto';
import type { Job } from '@cairn/jobs';
import { ident } from '@cairn/db';
import type pg from 'pg';

/** Databases of unfinished jobs are called so; nobody else may call one so. */
export const TEMPORARY_PREFIX = 'cairn_tmp_';

/** Names by which what a job does on a server can be found again, also after its worker was killed. */
export interface Traces {
  /** Of the sessions of this attempt. */
  applicationName: string;
  /** Of the database that this attempt makes. */
  temporary: string;
  /** How those of all attempts begin. */
  ofJob: { applicationName: string; temporary: string };
}

/**
 * The fence tells attempts apart: a worker that was thought dead may still be tidying up after itself. The tag tells apart
 * jobs of one number: several installations may look after one server.
 */
export function tracesOf({ id, fence, createdAt }: Pick<Job, 'id' | 'fence' | 'createdAt'>): Traces {
  const tag = createHash('sha256').update(`${id} ${createdAt.toISOString()}`).digest('hex').slice(0, 8);
  const ofJob = { applicationName: `dbadmin:${id}:${tag}:`, temporary: `${TEMPORARY_PREFIX}${id}_${tag}_` };
  // Of one length, so that no attempt's name begins another's.
  const attempt = String(fence).padStart(6, '0');
  return {
    ofJob,
    applicationName: `${ofJob.applicationName}${attempt}`,
    temporary: `${ofJob.temporary}${attempt}`,
  };
}

/** Ends the sessions whose name begins so, and waits until they are gone. */
export async function endSessions(client: pg.ClientBase, prefix: string): Promise<void> {
  for (let round = 0; round < 100; round += 1) {
    const { rows } = await client.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE starts_with(application_name, $1) AND pid <> pg_backend_pid()`,
      [prefix],
    );
    if (rows.length === 0) return;
    await client.query('SELECT pg_sleep(0.1)');
  }
}

/** Drops the databases whose name begins so; none of them was ever told to anybody. */
export async function dropTemporary(client: pg.ClientBase, prefix: string): Promise<void> {
  if (!prefix.startsWith(TEMPORARY_PREFIX)) throw new Error('this is not the name of a temporary database');
  const { rows } = await client.query<{ datname: string }>(
    'SELECT datname FROM pg_database WHERE starts_with(datname, $1)',
    [prefix],
  );
  for (const { datname } of rows)
    await client.query(`DROP DATABASE IF EXISTS ${ident(datname)} WITH (FORCE)`);
}
