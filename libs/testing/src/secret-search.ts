import { readFileSync } from 'node:fs';
import { Redis } from 'ioredis';
import type pg from 'pg';
import type { RunningService } from './running-service.ts';

interface Stores {
  admin: pg.Pool;
  config: { redisUrl?: string };
}

/** All tables of some schemas as text, or of all but those of the system, all of Redis, and the logs of processes. */
export async function everythingStored(
  { admin, config }: Stores,
  { schemas, processes }: { schemas: string[] | 'all'; processes: RunningService[] },
): Promise<string> {
  const { rows: tables } = await admin.query(
    `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
      WHERE CASE WHEN $1::text[] IS NULL THEN table_schema NOT IN ('pg_catalog', 'information_schema')
                 ELSE table_schema = ANY($1) END AND table_type = 'BASE TABLE'`,
    [schemas === 'all' ? null : schemas],
  );
  const dumps: string[] = [];
  for (const { name } of tables) {
    const { rows } = await admin.query(`SELECT t::text AS line FROM ${name} t`);
    dumps.push(...rows.map(({ line }) => line as string));
  }
  const redis = new Redis(config.redisUrl ?? '');
  for (const key of await redis.keys('*')) dumps.push(key, JSON.stringify(await valueOf(redis, key)));
  redis.disconnect();
  return [...dumps, ...processes.flatMap(({ lines }) => lines)].join('\n');
}

/** As text: DUMP compresses it. */
async function valueOf(redis: Redis, key: string): Promise<unknown> {
  const type = await redis.type(key);
  if (type === 'hash') return redis.hgetall(key);
  if (type === 'list') return redis.lrange(key, 0, -1);
  if (type === 'set') return redis.smembers(key);
  if (type === 'zset') return redis.zrange(key, '0', '-1');
  if (type === 'stream') return redis.xrange(key, '-', '+');
  return redis.get(key);
}

/** Names of the secrets that a text contains: as they are, within an address, or anywhere within base64. */
export function secretsIn(text: string, secrets: Record<string, string>): string[] {
  return Object.entries(secrets)
    .filter(([, secret]) => formsOf(secret).some((form) => text.includes(form)))
    .map(([name]) => name);
}

function formsOf(secret: string): string[] {
  const query = new URLSearchParams({ '': secret }).toString().slice(1);
  const inner = [0, 1, 2].map((offset) => {
    const base64 = Buffer.concat([Buffer.alloc(offset), Buffer.from(secret)]).toString('base64');
    // The other characters depend on what stands before and behind it.
    const end = Math.floor(((offset + Buffer.byteLength(secret)) * 8) / 6);
    return base64.slice(Math.ceil((offset * 8) / 6), end);
  });
  const json = JSON.stringify(secret).slice(1, -1);
  const base64Url = inner.map((form) => form.replaceAll('+', '-').replaceAll('/', '_'));
  return [secret, json, encodeURIComponent(secret), query, ...inner, ...base64Url];
}

/**
 * Collects the arguments of processes and of all programs that they start, as `ps` shows them, and the environments of those programs, until
 * it is stopped.
 */
export function watchArguments(pids: () => number[]) {
  const seen = new Set<string>();
  const environments = new Set<string>();
  const read = (pid: number, file: string) =>
    readFileSync(`/proc/${pid}/${file}`, 'utf8').replaceAll('\0', ' ');
  const look = (pid: number, parent: string | null): void => {
    try {
      const line = read(pid, 'cmdline');
      seen.add(line);
      // Until it has become another program, a child has the environment of its parent.
      if (parent !== null && line !== parent) environments.add(read(pid, 'environ'));
      const children = read(pid, `task/${pid}/children`);
      for (const child of children.split(' ').filter(Boolean)) look(Number(child), line);
    } catch {
      // It has ended in the meantime.
    }
  };
  const timer = setInterval(() => pids().forEach((pid) => look(pid, null)), 10);
  return {
    seen,
    environments,
    stop: () => clearInterval(timer),
  };
}
