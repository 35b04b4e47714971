import { once } from 'node:events';
import { readdirSync, readlinkSync } from 'node:fs';
import http from 'node:http';
import { isDeepStrictEqual, promisify } from 'node:util';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { until } from '@cairn/testing';
import type { Person } from '@cairn/testing';
import { startPointsApp } from './points-app.ts';
import { createScriptedProvider, packageBytes } from './scripted-provider.ts';

/** More than the buffers of both ends of a connection hold: the rest waits in the service until it is read. */
const LARGE = 32 * 1024 ** 2;
const LINE = 2_048;

let sync: Awaited<ReturnType<typeof startPointsApp>>;
let ada: Person;
let gpkg: string;
beforeAll(async () => {
  sync = await startPointsApp();
  const { app, projectId } = sync;
  ada = await app.signUp({ username: 'ada', isAdmin: true });
  const { rows } = await app.admin.query('SELECT * FROM field_sync.projects WHERE id = $1', [projectId]);
  const provider = createScriptedProvider({ [rows[0].geopackage]: packageBytes('trees', LARGE) });
  await app.context.packages.fetchVersion({
    ...{ project: rows[0], provider, providerId: 'p', base: null, onBytes: () => undefined },
    ...{ pinned: { version: 'v1', files: provider.listed() }, log: async () => undefined },
    signal: new AbortController().signal,
  });
  gpkg = (await app.context.packages.list(projectId))[0]!.name;
  await app.admin.query(
    `INSERT INTO field_sync.log_lines (project_id, level, message)
     SELECT $1, 'info', repeat('x', $2) FROM generate_series(1, $3::integer)`,
    [projectId, LINE, LARGE / LINE],
  );
  await sync.query(`CREATE TABLE field.many AS
      SELECT n AS id, repeat('x', 600) AS note, ST_SetSRID(ST_Point(2683000, 1247000), 2056)::geometry(Point, 2056) AS geom
        FROM generate_series(1, 50000) n;
    CREATE VIEW field.slow AS SELECT t.* FROM field.trees t, pg_sleep(600);
    GRANT SELECT ON field.many, field.slow TO field_sync`);
});
afterAll(() => sync.close());

interface Sent {
  path: string;
  method?: string;
  json?: object;
  fields?: Record<string, string>;
}

/** On a connection of its own, without reading the answer. */
function send({ path, method = 'GET', json, fields = {} }: Sent) {
  const type = json ? 'application/json' : 'application/x-www-form-urlencoded';
  const request = http.request(sync.app.url + path, {
    ...{ method, agent: false, headers: { cookie: ada.cookie, 'content-type': type } },
  });
  const answered = once(request, 'response');
  answered.catch(() => undefined);
  request.on('error', () => undefined).end(json ? JSON.stringify(json) : String(new URLSearchParams(fields)));
  return { request, answered };
}

/** What requests have taken: objects that are being read, and sessions in which a database does something for this app. */
async function held(): Promise<{ files: number; sessions: number }> {
  const files = readdirSync('/proc/self/fd').filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).startsWith(sync.app.storageRoot);
    } catch {
      // Closed in the meantime.
      return false;
    }
  });
  const sessions = await sync.query(
    `SELECT pid FROM pg_stat_activity
      WHERE datname IN (current_database(), $1) AND state <> 'idle' AND pid <> pg_backend_pid()`,
    [sync.app.database.name],
  );
  return { files: files.length, sessions: sessions.length };
}
const connections = () => promisify(sync.app.server.getConnections.bind(sync.app.server))();

const analysis = '/api/proxy.php?service=analysis&path=api';
const many = () => ({ connection_id: sync.linkId, schema: 'field', table: 'many' });
const slow = () => ({ ...many(), table: 'slow', type: 'points', eps: 1, min_points: 1 });

test.each<[what: string, holds: { files: number; sessions: number }, sent: () => Sent]>([
  [
    'GET /admin/action/files.php closes the package',
    { files: 1, sessions: 0 },
    () => ({ path: `/admin/action/files.php?id=${sync.projectId}&gpkg=${gpkg}` }),
  ],
  [
    'POST /admin/action/table_loader.php ends its statement',
    { files: 0, sessions: 1 },
    () => ({
      ...{ method: 'POST', path: '/admin/action/table_loader.php' },
      fields: { id: String(sync.projectId), geom_tbl: 'slow', draw: '1' },
    }),
  ],
  [
    'GET /api/proxy.php analysis api/points ends its session',
    { files: 0, sessions: 1 },
    () => ({ path: `${analysis}/points&${new URLSearchParams(many() as never)}` }),
  ],
  [
    'POST /api/proxy.php analysis api/cluster ends its statement',
    { files: 0, sessions: 1 },
    () => ({ method: 'POST', path: `${analysis}/cluster`, json: slow() }),
  ],
])('%s when its client leaves', async (_what, holds, sent) => {
  const before = await connections();
  const { request, answered } = send(sent());
  // A statement that sleeps has no answer yet.
  if (!JSON.stringify(sent()).includes('slow')) await answered;
  await until('it is in the middle', async () => isDeepStrictEqual(await held(), holds));
  expect(await connections()).toBe(before + 1);
  request.destroy();
  await until(
    'all of it is given back',
    async () => isDeepStrictEqual(await held(), { files: 0, sessions: 0 }) && (await connections()) <= before,
  );
});

test('GET /admin/action/svc_log.php reads no more of the log when its client leaves', async () => {
  const open = jest.spyOn(sync.app.context.logs, 'open');
  const { request, answered } = send({ path: `/admin/action/svc_log.php?id=${sync.projectId}` });
  await answered;
  const { body } = await (open.mock.results[0]!.value as ReturnType<typeof sync.app.context.logs.open>);
  expect(body.closed).toBe(false);
  request.destroy();
  await until('the reading has ended', () => body.closed);
});
