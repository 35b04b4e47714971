import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { SEALING_KEYS, SERVICE_SECRET } from './house.ts';
import type { House } from './house.ts';

const WORKER = join(resolve(import.meta.dirname, '../src'), 'worker.ts');

export interface RunningWorker {
  /** Lines of its log. */
  lines: string[];
  /** Ends it as an operator would and returns its exit code. */
  stop(): Promise<number | null>;
  /** As a power cut would. */
  kill(): Promise<void>;
}

/** A worker as a process of its own, on the database and storage of a house. Settles when it works. */
export async function startWorker(house: House, env: Record<string, string> = {}): Promise<RunningWorker> {
  const { config } = house;
  const child = spawn(process.execPath, [WORKER], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      LOG_LEVEL: 'info',
      PORT: '0',
      INTERNAL_PORT: '0',
      DATABASE_URL: config.databaseUrl,
      CENTRAL_DATABASE_URL: config.centralDatabaseUrl,
      REDIS_URL: config.redisUrl,
      SERVICE_SECRET,
      SEALING_KEYS,
      STORAGE_ROOT: config.storageRoot,
      BACKUP_ROOT: config.backupRoot,
      WORKER_CONCURRENCY: '8',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  const exited = new Promise<number | null>((done) => child.once('exit', (code) => done(code)));
  await new Promise<void>((ready, fail) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      lines.push(line);
      if ((JSON.parse(line) as { msg?: string }).msg === 'working') ready();
    });
    createInterface({ input: child.stderr }).on('line', (line) => lines.push(line));
    void exited.then((code) => fail(new Error(`the worker ended with ${code}:\n${lines.join('\n')}`)));
  });
  return {
    lines,
    stop() {
      child.kill('SIGTERM');
      return exited;
    },
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

/** Asks again and again until the answer is yes; fails with `what` when it takes too long. */
export async function until(
  what: string,
  check: () => boolean | Promise<boolean>,
  limitMs = 30_000,
): Promise<void> {
  const end = Date.now() + limitMs;
  while (!(await check())) {
    if (Date.now() > end) throw new Error(`waited in vain: ${what}`);
    await new Promise((done) => setTimeout(done, 20));
  }
}
