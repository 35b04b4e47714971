import { chownSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { findRedis } from '../bootstrap/programs.mjs';
import { privateFolder, type Account } from './account.ts';
import { startProcess, type ManagedProcess } from './managed-process.ts';

export interface RedisRequest {
  folder: string;
  port: number;
  password: string;
  logFile: string;
  account: Account | null;
  /** false for tests: nothing is written to disk. */
  durable: boolean;
  /** Number of logical databases; tests lease one each. */
  databases?: number;
}

export interface RedisServer extends ManagedProcess {
  url: string;
}

/** Starts a private Redis or Valkey on loopback with a password; jobs need `noeviction`. */
export async function startRedis(request: RedisRequest): Promise<RedisServer> {
  const part = spawnRedis(request);
  await untilRedisReady(request, part);
  return { ...part, url: redisUrl(request) };
}

export function redisUrl({ password, port }: Pick<RedisRequest, 'password' | 'port'>): string {
  return `redis://:${password}@127.0.0.1:${port}`;
}

/** Starts the server's process; it may not answer yet. */
export function spawnRedis(request: RedisRequest): ManagedProcess {
  const program = findRedis();
  if (!program)
    throw new Error('Redis 6.2 or Valkey was not found. Run "npm start", which installs it or says how.');
  const folder = privateFolder(request.folder, request.account);
  // In a file: every user of the machine can read arguments.
  const configFile = join(folder, 'redis.conf');
  writeFileSync(configFile, configuration(request, folder), { mode: 0o600 });
  if (request.account) chownSync(configFile, request.account.uid, request.account.gid);
  return startProcess({
    name: 'Redis',
    command: [program, configFile],
    logFile: request.logFile,
    account: request.account,
    cwd: folder,
  });
}

function configuration(request: RedisRequest, folder: string): string {
  const lines = [
    'bind 127.0.0.1',
    `port ${request.port}`,
    `dir "${folder}"`,
    `requirepass ${request.password}`,
    `databases ${request.databases ?? 16}`,
    'maxmemory-policy noeviction',
    'save ""',
    request.durable ? 'appendonly yes\nappendfsync everysec' : 'appendonly no',
    'daemonize no',
  ];
  return `${lines.join('\n')}\n`;
}

/** Waits until the server answers; PING fails while an append-only file is still being loaded. */
export async function untilRedisReady(request: RedisRequest, part: ManagedProcess): Promise<void> {
  const client = new Redis(redisUrl(request), {
    lazyConnect: true,
    retryStrategy: () => null,
    maxRetriesPerRequest: 0,
  });
  client.on('error', () => undefined);
  try {
    for (const deadline = Date.now() + 30_000; Date.now() < deadline && !part.hasEnded(); await delay(50)) {
      if (await answers(client)) return;
    }
  } finally {
    client.disconnect();
  }
  await part.stop();
  throw new Error(`Redis did not start (${await part.ended}): ${part.logTail(1)}`);
}

async function answers(client: Redis): Promise<boolean> {
  try {
    if (client.status !== 'ready') await client.connect();
    return (await client.ping()) === 'PONG';
  } catch {
    return false;
  }
}
