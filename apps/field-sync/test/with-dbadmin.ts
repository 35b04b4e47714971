import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { migrateService } from '@cairn/db';
import { ask, freePort, registerService, startService, startTestServer } from '@cairn/testing';
import { startTestFieldSync } from './test-app.ts';

const DBADMIN = resolve(import.meta.dirname, '../../dbadmin/src');

/** Field-sync and database administration with a worker, and a database server that is registered there. */
export async function startFieldSyncWithDbadmin() {
  const folder = await mkdtemp(join(tmpdir(), 'cairn-dbadmin-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const [app, server] = await Promise.all([
    startTestFieldSync({ env: { DBADMIN_URL: url } }),
    startTestServer(),
  ]);
  await registerService(app.admin, 'dbadmin');
  const databaseUrl = app.database.url('dbadmin');
  await migrateService(databaseUrl, { schema: 'dbadmin', folder: join(DBADMIN, 'db/migrations') });
  const config = { ...app.config, databaseUrl, centralDatabaseUrl: databaseUrl, storageRoot: folder };
  const start = (script: string, env: Record<string, string> = {}) =>
    startService({ script: join(DBADMIN, script), config, env });
  const [dbadmin, worker] = await Promise.all([start('main.ts', { PORT: String(port) }), start('worker.ts')]);
  const boss = await app.signUp({ username: 'bea', isAdmin: true });

  return {
    ...{ app, server, boss },
    /** Registers the server under a name. Returns its id in database administration. */
    async register(name: string): Promise<number> {
      const { body } = await ask({ url }, boss, {
        ...{ path: '/api/connections', method: 'POST' },
        json: {
          ...{ name, host: '127.0.0.1', port: server.port, sslmode: 'disable' },
          ...{ admin_username: server.user, admin_password: server.password },
        },
      });
      return body.id;
    },
    /** Names of databases and logins that were made. */
    made: async () => {
      const databases = await server.query<{ name: string }>(
        'postgres',
        `SELECT datname AS name FROM pg_database WHERE starts_with(datname, 'fs_')`,
      );
      const logins = await server.query<{ name: string }>(
        'postgres',
        `SELECT rolname AS name FROM pg_roles WHERE starts_with(rolname, 'cairn_field_sync_')`,
      );
      return [databases, logins].map((rows) => rows.map(({ name }) => name));
    },
    async close() {
      await Promise.all([dbadmin.stop(), worker.stop()]);
      await app.close();
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export type FieldSyncWithDbadmin = Awaited<ReturnType<typeof startFieldSyncWithDbadmin>>;
