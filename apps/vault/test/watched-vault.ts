import { randomBytes } from 'node:crypto';
import { expect } from '@jest/globals';
import { everythingStored, secretsIn, until, watchArguments } from '@cairn/testing';
import { ask } from './client.ts';
import { startFakePortal, startVault } from './running-vault.ts';
import type { Person, TestVault } from './test-app.ts';

export type WatchedVault = Awaited<ReturnType<typeof startWatchedVault>>;

interface CallOptions {
  method?: string;
  /** Whether the search for secrets reads the answer; default true. */
  searched?: boolean;
}

/** The vault as separate processes that log everything, whose rows, queue, logs, arguments and responses are searched for secrets. */
export async function startWatchedVault(
  app: TestVault,
  { person, env }: { person: Person; env: Record<string, string> },
) {
  const portal = await startFakePortal(app);
  const options = { env: { ...env, PORTAL_URL: portal.url, LOG_LEVEL: 'trace' } };
  const startWorker = () => startVault(app, { ...options, script: 'worker.ts' });
  const started = await Promise.all([startVault(app, options), startWorker()]);
  const [web] = started;
  let [, worker] = started;
  const watched = watchArguments(() => [web.pid, worker.pid]);
  const answers: string[] = [];

  async function call(
    path: string,
    json?: unknown,
    { method = json ? 'POST' : 'GET', searched = true }: CallOptions = {},
  ): Promise<{ status: number; body: any }> {
    const answer = await ask(web, person, { path, method, ...(json ? { json: json as object } : {}) });
    if (searched) answers.push(JSON.stringify(answer.body));
    return answer;
  }

  return {
    url: web.url,
    call,
    /** Adds an answer to those that are searched. */
    search: (body: unknown) => void answers.push(JSON.stringify(body)),

    /** Statuses of requests, one after the other. */
    async statuses(requests: [string, unknown?][]): Promise<number[]> {
      const found: number[] = [];
      for (const [path, json] of requests) found.push((await call(path, json)).status);
      return found;
    },

    async ended(id: string): Promise<{ status: string; error?: string }> {
      let job: any;
      await until('the job has ended', async () => {
        job = (await call(`/api/jobs/${id}`)).body;
        return /succeeded|failed/.test(job.status);
      });
      return job;
    },

    async restartWorker(): Promise<void> {
      await worker.stop();
      worker = await startWorker();
    },

    workerLogs: (part: string) =>
      until('the log is written', () => worker.lines.some((line) => line.includes(part))),

    /** @param plain what was sent beside the secrets and is stored, to show that the search finds it */
    async expectNoSecrets(secrets: Record<string, string>, plain: string[]): Promise<void> {
      // Lines are written a quarter of a second later at most.
      const mark = `/nowhere/${randomBytes(6).toString('hex')}`;
      await call(mark);
      await until('the log is written', () => web.lines.some((line) => line.includes(mark)));
      const text = [
        await everythingStored(app, { schemas: ['vault'], processes: [web, worker] }),
        ...answers,
        ...watched.seen,
      ].join('\n');
      expect(plain.filter((each) => !text.includes(each))).toEqual([]);
      expect(secretsIn(text, secrets)).toEqual([]);
    },

    async close() {
      watched.stop();
      await Promise.all([web.kill(), worker.kill()]);
      await portal.close();
    },
  };
}
