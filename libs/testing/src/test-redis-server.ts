import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { freePort } from './free-port.ts';
import { until } from './until.ts';

export interface TestRedis {
  url: string;
  /** Starts it again on the same port and files. */
  start(): Promise<void>;
  kill(signal: NodeJS.Signals): Promise<void>;
  flush(): Promise<void>;
  end(): Promise<void>;
}

/** Starts a separate Redis, to be killed, suspended and emptied. */
export async function startTestRedis({ appendOnly }: { appendOnly: boolean }): Promise<TestRedis> {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-redis-'));
  const port = await freePort();
  const url = `redis://127.0.0.1:${port}`;
  const options = [
    '--port',
    port,
    '--bind',
    '127.0.0.1',
    '--dir',
    folder,
    '--save',
    '',
    '--appendonly',
    appendOnly ? 'yes' : 'no',
  ];
  let server: ChildProcess;

  async function start(): Promise<void> {
    server = spawn('redis-server', options.map(String), { stdio: 'ignore' });
    await until('Redis answers', () => answers(url));
  }

  async function kill(signal: NodeJS.Signals): Promise<void> {
    const gone = once(server, 'exit');
    server.kill(signal);
    if (signal === 'SIGKILL') await gone;
  }

  await start();
  return {
    url,
    start,
    kill,
    flush: () => withClient(url, async (client) => void (await client.flushall())),
    async end() {
      if (server.exitCode === null && server.signalCode === null) await kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function withClient<T>(url: string, work: (client: Redis) => Promise<T>): Promise<T> {
  const client = new Redis(url, { retryStrategy: () => null, maxRetriesPerRequest: 0, lazyConnect: true });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    client.disconnect();
  }
}

function answers(url: string): Promise<boolean> {
  return withClient(url, async (client) => (await client.ping()) === 'PONG').catch(() => false);
}
