import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** Halves the processor time of a start: the code of a service is compiled once for all tests. */
const COMPILE_CACHE =
  process.env.NODE_COMPILE_CACHE ?? join(tmpdir(), `cairn-compile-cache-${process.getuid?.() ?? 0}`);

export interface RunningService {
  /** Of its public port; of no use for a worker. */
  url: string;
  pid: number;
  child: ChildProcess;
  /** Lines of its log. */
  lines: string[];
  /** Ends it as an operator would and returns its exit code. */
  stop(): Promise<number | null>;
  /** As a power cut would. */
  kill(): Promise<void>;
}

export interface ServiceProcess {
  /** Path of its `main.ts` or `worker.ts`. */
  script: string;
  /** On whose database, queue and storage it works. */
  config: {
    databaseUrl?: string;
    centralDatabaseUrl?: string;
    redisUrl?: string;
    serviceSecret: string;
    encryptionKeys?: string;
    storageRoot: string;
  };
  env?: Record<string, string>;
  /** A program that starts it, such as prlimit with its options. */
  through?: string[];
}

/** A service as a process of its own, on free ports. Settles when it listens or works, and fails when it ends before. */
export async function startService(service: ServiceProcess): Promise<RunningService> {
  const { script, config, env = {}, through = [] } = service;
  const [program = '', ...args] = [...through, process.execPath, script];
  const child = spawn(program, args, {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: COMPILE_CACHE,
      NODE_ENV: 'production',
      LOG_LEVEL: 'info',
      PORT: '0',
      INTERNAL_PORT: '0',
      WORKER_GRACE_SECONDS: '1',
      DATABASE_URL: config.databaseUrl,
      CENTRAL_DATABASE_URL: config.centralDatabaseUrl,
      REDIS_URL: config.redisUrl,
      SERVICE_SECRET: config.serviceSecret,
      ENCRYPTION_KEYS: config.encryptionKeys,
      STORAGE_ROOT: config.storageRoot,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  // A process that a test never gets to know must not outlive the tests.
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  child.once('exit', () => process.off('exit', kill));
  const exited = new Promise<number | null>((done) => child.once('exit', (code) => done(code)));
  const port = await new Promise<number>((ready, fail) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      lines.push(line);
      const entry = JSON.parse(line) as { msg?: string; port?: number };
      if (entry.msg === 'listening') ready(entry.port ?? 0);
      if (entry.msg === 'worker started') ready(0);
    });
    createInterface({ input: child.stderr }).on('line', (line) => lines.push(line));
    void exited.then((code) => fail(new Error(`the process ended with ${code}:\n${lines.join('\n')}`)));
  });
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid!,
    child,
    lines,
    async stop() {
      child.kill('SIGTERM');
      return exited;
    },
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}
