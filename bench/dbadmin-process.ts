import { findPostgres } from '../tools/bootstrap/programs.mjs';
import { startServiceProcess } from './service-process.ts';
import type { ServiceProcess } from './service-process.ts';

export interface DbadminProcess extends ServiceProcess {
  /** A request as the administrator; returns its body and its milliseconds. Throws unless the status is 2xx. */
  ask<T = any>(
    path: string,
    options?: { method?: string; json?: unknown },
  ): Promise<{ body: T; took: number }>;
  /** Registers the server of the benchmark's own stack and returns the id of the connection. */
  connect(): Promise<number>;
  /** Waits for a job and returns it. Throws unless it succeeded. */
  succeeded(jobId: string): Promise<{ started_at: string; finished_at: string; result: any }>;
}

/** Database administration as it runs in production, with a portal; files are in `folder`. */
export async function startDbadminProcess(
  folder: string,
  { withWorker = false }: { withWorker?: boolean } = {},
): Promise<DbadminProcess> {
  const service = await startServiceProcess({ name: 'dbadmin', folder, withWorker });

  async function ask(path: string, { method = 'GET', json }: { method?: string; json?: unknown } = {}) {
    const started = performance.now();
    const response = await fetch(service.url + path, {
      method,
      headers: { cookie: service.cookie, 'content-type': 'application/json' },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    });
    const text = await response.text();
    const took = performance.now() - started;
    if (!response.ok) throw new Error(`${path} returned ${response.status}: ${text.slice(0, 300)}`);
    return { body: JSON.parse(text), took };
  }

  return {
    ...service,
    ask,
    async connect() {
      const server = stackAddress();
      const { body } = await ask('/api/connections', {
        method: 'POST',
        json: {
          name: 'bench',
          host: server.hostname,
          port: Number(server.port),
          sslmode: 'disable',
          admin_username: decodeURIComponent(server.username),
          admin_password: decodeURIComponent(server.password),
        },
      });
      return body.id as number;
    },
    async succeeded(jobId) {
      for (;;) {
        const { body } = await ask(`/api/jobs/${jobId}`);
        if (body.status === 'succeeded') return body;
        if (body.finished_at) throw new Error(`the job ended as ${body.status}: ${body.errors.join(' ')}`);
        // The job records its times; frequent polling would slow it down.
        await new Promise((resolve) => setTimeout(resolve, 1_000));
      }
    },
  };
}

/** Superuser address of the server that the benchmark runs on. */
export function stackAddress(): URL {
  const address = process.env.CAIRN_TEST_POSTGRES_URL;
  if (!address) throw new Error('CAIRN_TEST_POSTGRES_URL is not set; run it with "npm run bench".');
  return new URL(address);
}

/** Folder of the programs of the newest PostgreSQL, as the services find them. */
export function postgresPrograms(): string {
  const found = findPostgres();
  if (!found) throw new Error('The programs of PostgreSQL were not found.');
  return found.bin;
}
