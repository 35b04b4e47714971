import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { role, type Bench, type CarrierName } from './support.ts';

export interface Child {
  process: ChildProcess;
  /** The next message that has the field. */
  told(field: 'ready' | 'holding' | 'committed' | 'refused'): Promise<unknown>;
  kill(signal: NodeJS.Signals): void;
  /** The exit code, or the signal that ended it. */
  gone: Promise<number | NodeJS.Signals>;
}

export interface ChildSettings {
  queue: string;
  carrier: CarrierName;
  leaseMs?: number;
  concurrency?: number;
}

/** A worker in a process of its own, to be killed. */
export function startChild(
  bench: Bench,
  { queue, carrier, leaseMs = 1_000, concurrency = 1 }: ChildSettings,
): Child {
  const settings = {
    databaseUrl: bench.test.url(role),
    redisUrl: carrier === 'Redis' ? bench.redisUrl : undefined,
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
    for (const look of waiting) look();
  });
  return {
    process: child,
    told: (field) =>
      new Promise((resolve) => {
        const look = () => {
          const at = messages.findIndex((message) => field in message);
          if (at < 0) return;
          waiting.delete(look);
          resolve(messages.splice(at, 1)[0]![field]);
        };
        waiting.add(look);
        look();
      }),
    kill: (signal) => void child.kill(signal),
    gone: once(child, 'exit').then(([code, signal]) => (code ?? signal) as number | NodeJS.Signals),
  };
}
