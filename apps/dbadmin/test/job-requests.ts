import type { TestServer } from '@cairn/testing';
import type { TestDbadmin, Person } from './test-app.ts';

/** Requests that tests of long work share. */
export function jobRequests(app: TestDbadmin, person: Person) {
  const ask = (path: string, method: string, json: unknown = {}) => app.ask(person, { path, method, json });

  async function succeeded(jobId: string) {
    const job = await app.ended(person, jobId);
    if (job.status !== 'succeeded') throw new Error(`the job ${job.status}: ${JSON.stringify(job.errors)}`);
    return job;
  }

  return {
    ask,
    succeeded,
    /** Registers a database that the test created on the server. */
    async register(connection: number, name: string): Promise<number> {
      const { status, body } = await ask(`/api/connections/${connection}/databases`, 'POST', { name });
      if (status !== 201) throw new Error(`not registered: ${status} ${JSON.stringify(body)}`);
      return body.id;
    },
    /** Creates a database through the service; its number. */
    async create(connection_id: number, name: string): Promise<number> {
      const { status, body } = await ask('/api/databases', 'POST', { connection_id, name });
      if (status !== 202) throw new Error(`not created: ${status} ${JSON.stringify(body)}`);
      await succeeded(body.job_id);
      return body.database_id;
    },
    async backUp(id: number, note?: string) {
      const { status, body } = await ask(
        `/api/databases/${id}/backup`,
        'POST',
        note === undefined ? {} : { note },
      );
      if (status !== 202) throw new Error(`no backup: ${status} ${JSON.stringify(body)}`);
      return succeeded(body.job_id);
    },
    restore: (id: number, json: Record<string, unknown>) => ask(`/api/databases/${id}/restore`, 'POST', json),
  };
}

export async function databaseNames(server: TestServer): Promise<string[]> {
  const rows = await server.query<{ datname: string }>(
    'postgres',
    'SELECT datname FROM pg_database WHERE NOT datistemplate ORDER BY 1',
  );
  return rows.map(({ datname }) => datname);
}
