import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import pg from 'pg';
import { createTestDatabase, listen } from '@cairn/testing';
import { startTestVault, SAMPLE_DATA } from './test-app.ts';

export type LoadVault = Awaited<ReturnType<typeof startLoadVault>>;

/** A vault with a worker, the user ada who may upload, and a database with the schema `gis` for loads. */
export async function startLoadVault(env: Record<string, string> = {}) {
  const target = await createTestDatabase();
  const { hostname, port, pathname } = new URL(target.adminUrl);
  const user = `loader_${randomBytes(4).toString('hex')}`;
  const password = 'Tr0ub4dor&3-is-secret';
  const admin = new pg.Pool({ connectionString: target.adminUrl, max: 2 });
  // A session may still be ending when its database is dropped.
  admin.on('error', () => undefined);
  await admin.query(
    `CREATE ROLE ${user} LOGIN PASSWORD '${password}'; CREATE SCHEMA gis AUTHORIZATION ${user};
     GRANT CONNECT ON DATABASE ${target.name} TO ${user}`,
  );
  const app = await startTestVault({
    inspects: false,
    env: { OUTBOUND_ALLOWED_CIDRS: '127.0.0.0/8', ...env },
  });
  let worker = app.work();
  await worker.ready;
  const connection = {
    host: hostname,
    port: Number(port),
    database: pathname.slice(1),
    user,
    password,
    sslmode: 'prefer' as const,
  };
  return {
    app,
    ada: await app.signUp({ username: 'ada' }),
    /** The connection of a request. */
    connection,
    /** The same connection as a URL. */
    address: Object.assign(new URL(target.adminUrl), { username: user, password }).href,
    /** A superuser's sessions on the database. */
    admin,
    /** Form fields of an upload that is also loaded into PostGIS. */
    fields: (more: Record<string, string> = {}): Record<string, string> => ({
      spatialdb_import: 'true',
      spatialdb_host: hostname,
      spatialdb_port: port,
      spatialdb_dbname: connection.database,
      spatialdb_user: user,
      spatialdb_password: password,
      spatialdb_schema: 'gis',
      ...more,
    }),
    count: async (table: string): Promise<number> =>
      Number((await admin.query(`SELECT count(*) FROM gis.${table}`)).rows[0].count),
    stopWorker: () => worker.stop(),
    restartWorker() {
      worker = app.work();
    },
    async close() {
      await worker.stop();
      await app.close();
      await admin.query(`DROP SCHEMA gis CASCADE; DROP OWNED BY ${user}; DROP ROLE ${user}`);
      await admin.end();
      await target.drop();
    },
  };
}

/** A web server that returns the countries for every request. */
export async function serveCountries() {
  const server = createServer((_, res) => createReadStream(join(SAMPLE_DATA, 'countries.gpkg')).pipe(res));
  return { url: `${await listen(server)}/countries.gpkg`, close: () => server.close() };
}
