import { startTestApp, startTestServer } from '@cairn/testing';
import type { Person, TestServer } from '@cairn/testing';
import { dbadmin } from '../src/service.ts';

export { SERVICE_SECRET } from '@cairn/testing';
export type { Person } from '@cairn/testing';

export type TestDbadmin = Awaited<ReturnType<typeof startTestDbadmin>>;

/** Database administration, with the portal's tables beside it, listening on a free port. */
export async function startTestDbadmin(env: Record<string, string> = {}) {
  const app = await startTestApp(dbadmin, { env });
  const { admin, ask, context } = app;
  return {
    ...app,
    /** Registers a private server; the id of the connection. */
    async connect(
      person: Person,
      to: Pick<TestServer, 'port' | 'user' | 'password'> & { sslmode?: string; host?: string },
      name = `server ${to.port}`,
    ): Promise<number> {
      const { status, body } = await ask(person, {
        path: '/api/connections',
        method: 'POST',
        json: {
          name,
          host: to.host ?? '127.0.0.1',
          port: to.port,
          sslmode: to.sslmode ?? 'disable',
          admin_username: to.user,
          admin_password: to.password,
        },
      });
      if (status !== 201) throw new Error(`no connection: ${status} ${JSON.stringify(body)}`);
      return body.id as number;
    },
    /** One connection manages the rules of a server; from here on another one may. */
    forgetFiles: () =>
      admin.query('UPDATE dbadmin.connections SET hba_file_path = NULL, managed_server = NULL'),
    /** Waits for the end of a job and returns it as a caller sees it. */
    async ended(person: Person, jobId: string) {
      await context.jobs.finished(Number(jobId));
      return (await ask(person, { path: `/api/jobs/${jobId}` })).body;
    },
  };
}

/** Database administration with a worker, an administrator, an editor, and a connection to a private server. */
export async function startOnTestServer() {
  const [app, server] = await Promise.all([startTestDbadmin(), startTestServer()]);
  const admin = await app.signUp({ username: 'admin', isAdmin: true });
  const editor = await app.signUp({ username: 'editor', service: 'edit' });
  const connection = await app.connect(admin, server);
  await app.work().ready;
  return {
    app,
    server,
    admin,
    editor,
    connection,
    async close(): Promise<void> {
      await app.close();
      await server.stop();
    },
  };
}
