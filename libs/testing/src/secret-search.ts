import { readFileSync } from 'node:fs';
import { Redis } from 'ioredis';
import type { RunningService } from '@cairn/testing';
import type { TestVault } from './test-app.ts';

/** All tables of the vault as text, all of Redis, and the logs of processes. */
export async function everythingStored(app: TestVault, processes: RunningService[]): Promise<string> {
  const { rows: tables } = await app.admin.query(
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'vault' AND table_type = 'BASE TABLE'`,
  );
  const dumps: string[] = [];
  for (const { name } of tables) {
    const { rows } = await app.admin.query(`SELECT t::text AS line FROM vault."${name}" t`);
    dumps.push(...rows.map(({ line }) => line as string));
  }
  const redis = new Redis(app.config.redisUrl ?? '');
  for (const key of await redis.keys('*')) {
    const dumped = await redis.dumpBuffer(key);
    dumps.push(key, dumped?.toString('latin1') ?? '');
  }
  redis.disconnect();
  return [...dumps, ...processes.flatMap(({ lines }) => lines)].join('\n');
}

/** Names of the secrets that a text contains: as they are, within an address, or in base64 from their beginning. */
export function secretsIn(text: string, secrets: Record<string, string>): string[] {
  return Object.entries(secrets)
    .filter(([, secret]) => {
      const base64 = Buffer.from(secret).toString('base64');
      // The last characters depend on what follows.
      const start = base64.slice(0, Math.floor(secret.length / 3) * 4);
      return [
        secret,
        encodeURIComponent(secret),
        new URLSearchParams({ '': secret }).toString().slice(1),
        start,
      ].some((form) => text.includes(form));
    })
    .map(([name]) => name);
}

/** Collects the arguments of all programs that processes start, as `ps` shows them, until it is stopped. */
export function watchArguments(pids: () => number[]) {
  const seen = new Set<string>();
  const look = (pid: number): void => {
    try {
      seen.add(readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' '));
      const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
      for (const child of children.split(' ').filter(Boolean)) look(Number(child));
    } catch {
      // It has ended in the meantime.
    }
  };
  const timer = setInterval(() => pids().forEach(look), 10);
  return {
    seen,
    stop: () => clearInterval(timer),
  };
}
