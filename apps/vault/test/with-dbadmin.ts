import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { migrateService } from '@cairn/db';
import { grant, listen, registerService, startService, startTestServer } from '@cairn/testing';
import { ask } from './client.ts';
import { startTestVault } from './test-app.ts';
import type { Person } from './test-app.ts';

const DBADMIN = resolve(import.meta.dirname, '../../dbadmin/src');

/** What happens to a request for database administration: null lets it pass. */
type Fault = (
  path: string,
  method: string,
) => 'refuse' | 'lose response' | 'hold response' | 'nonsense' | null;

/**
 * A vault with a worker beside database administration with a worker, and a database server that is registered there. Between them is a
 * relay that can fail.
 *
 * @param env variables of the vault
 */
export async function startVaultWithDbadmin(
  env: Record<string, string> = { OUTBOUND_ALLOWED_CIDRS: '127.0.0.0/8' },
) {
  const folder = await mkdtemp(join(tmpdir(), 'cairn-dbadmin-'));
  const relay = await startRelay();
  const [app, server] = await Promise.all([
    startTestVault({ inspects: false, env: { DBADMIN_URL: relay.url, ...env } }),
    startTestServer(),
  ]);
  await registerService(app.admin, 'dbadmin');
  const databaseUrl = app.database.url('dbadmin');
  await migrateService(databaseUrl, { schema: 'dbadmin', folder: join(DBADMIN, 'db/migrations') });
  const config = { ...app.config, databaseUrl, centralDatabaseUrl: databaseUrl, storageRoot: folder };
  const [dbadmin, dbadminWorker] = await Promise.all([
    startService({ script: join(DBADMIN, 'main.ts'), config, env: { VAULT_URL: app.url } }),
    startService({ script: join(DBADMIN, 'worker.ts'), config, env: { VAULT_URL: app.url } }),
  ]);
  relay.to(dbadmin.url);
  let worker = app.work();
  await worker.ready;
  const admin = await app.signUp({ username: 'admin', isAdmin: true });
  const created = await ask({ url: dbadmin.url }, admin, {
    path: '/api/connections',
    method: 'POST',
    json: {
      name: 'Field server',
      host: '127.0.0.1',
      port: server.port,
      sslmode: 'disable',
      admin_username: server.user,
      admin_password: server.password,
    },
  });
  return {
    app,
    server,
    relay,
    admin,
    dbadmin: { url: dbadmin.url },
    /** Where it stores files. */
    folder,
    /** Id of the server's connection in database administration. */
    serverId: created.body.id as number,
    /** Allows a person to edit databases. */
    letEdit: (to: Person) =>
      grant(app.admin, { to, on: 'dbadmin', resourceType: 'service', permission: 'edit' }),
    /** Databases on the server whose names start so. */
    databases: async (prefix: string) =>
      (
        await server.query<{ datname: string }>(
          'postgres',
          'SELECT datname FROM pg_database WHERE starts_with(datname, $1) ORDER BY 1',
          [prefix],
        )
      ).map(({ datname }) => datname),
    /** Roles of the vault on the server. */
    vaultRoles: async () =>
      (await server.query('postgres', `SELECT rolname FROM pg_roles WHERE rolname LIKE 'cairn\\_%'`)).length,
    stopWorker: () => worker.stop(),
    restartWorker() {
      worker = app.work();
    },
    async close() {
      await worker.stop();
      await app.close();
      await Promise.all([dbadmin.stop(), dbadminWorker.stop()]);
      await server.stop();
      relay.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export type VaultWithDbadmin = Awaited<ReturnType<typeof startVaultWithDbadmin>>;

async function startRelay() {
  let target = '';
  let fault: Fault = () => null;
  const paths: string[] = [];

  function pass(
    req: IncomingMessage,
    res: ServerResponse,
    fault: 'lose response' | 'hold response' | null,
  ): void {
    const { method, headers } = req;
    const onward = request(target + (req.url ?? ''), { method, headers }, (response) => {
      if (fault !== null) {
        response.resume().once('end', () => fault === 'lose response' && res.destroy());
        return;
      }
      res.writeHead(response.statusCode ?? 500, response.headers);
      response.pipe(res);
    });
    onward.once('error', () => res.destroy());
    req.pipe(onward);
  }

  const server = createServer((req, res) => {
    const path = req.url ?? '';
    paths.push(`${req.method} ${path}`);
    const what = fault(path, req.method ?? '');
    if (what === 'refuse') req.socket.destroy();
    else if (what === 'nonsense') {
      res.writeHead(200, { 'content-type': 'application/json' }).end('<html>not JSON</html>');
    } else pass(req, res, what);
  });
  return {
    url: await listen(server),
    to(url: string) {
      target = url;
    },
    /** Requests that were received, as `GET /path`. */
    paths,
    fail(next: Fault) {
      fault = next;
    },
    heal() {
      fault = () => null;
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
