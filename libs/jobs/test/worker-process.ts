import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { role, type TestJobs } from './test-jobs.ts';

export interface WorkerProcess {
  process: ChildProcess;
  /** The value of the next message that has the field. */
  receive(field: 'ready' | 'holding' | 'committed' | 'refused'): Promise<unknown>;
  kill(signal: NodeJS.Signals): void;
  /** The exit code, or the signal that ended the process. */
  exited: Promise<number | NodeJS.Signals>;
}

export interface WorkerProcessOptions {
  queue: string;
  leaseMs?: number;
  concurrency?: number;
}

/** Starts a worker in a process of its own, to be killed. */
export function startWorkerProcess(
  testJobs: TestJobs,
  { queue, leaseMs = 1_000, concurrency = 1 }: WorkerProcessOptions,
): WorkerProcess {
  const settings = {
    databaseUrl: testJobs.test.url(role),
    redisUrl: testJobs.redisUrl,
    queue,
    leaseMs,
    sweepMs: 100,
    resendAfterMs: 500,
    concurrency,
  };
  const file = fileURLToPath(new URL('./fixtures/worker.ts', import.meta.url));
  const env = { ...process.env, NODE_OPTIONS: '', SETTINGS: JSON.stringify(settings) };
  const child = fork(file, { env, execArgv: [], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const messages: Record<string, unknown>[] = [];
  const waiting = new Set<() => void>();
  child.on('message', (message) => {
    messages.push(message as Record<string, unknown>);
    for (const check of waiting) check();
  });
  return {
    process: child,
    receive: (field) =>
      new Promise((resolve) => {
        const check = () => {
          const at = messages.findIndex((message) => field in message);
          if (at < 0) return;
          waiting.delete(check);
          resolve(messages.splice(at, 1)[0]![field]);
        };
        waiting.add(check);
        check();
      }),
    kill: (signal) => void child.kill(signal),
    exited: once(child, 'exit').then(([code, signal]) => (code ?? signal) as number | NodeJS.Signals),
  };
}
