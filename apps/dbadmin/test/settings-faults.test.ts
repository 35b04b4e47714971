import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Server } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { startTestServer } from '@cairn/testing';
import type { TestServer } from '@cairn/testing';
import { startTestDbadmin } from './test-app.ts';
import type { TestDbadmin, Person } from './test-app.ts';

let app: TestDbadmin;
let server: TestServer;
let line: Server;
let admin: Person;
let id: number;
/** The session breaks where this is said: just before the server hears it, or before it can answer. */
let breakage: { at: string; heard: boolean } | null = null;

beforeAll(async () => {
  [app, server] = await Promise.all([startTestDbadmin(), startTestServer()]);
  admin = await app.signUp({ username: 'admin', isAdmin: true });
  line = createServer((near) => {
    const far = connect(server.port, '127.0.0.1');
    for (const end of [near, far]) end.on('error', () => undefined);
    far.pipe(near);
    near.on('data', (said: Buffer) => {
      const breaks = breakage !== null && said.includes(breakage.at);
      if (breaks) far.unpipe(near);
      if (!breaks || breakage?.heard) far.write(said);
      if (breaks) setTimeout(() => near.destroy(), 200);
    });
    // What nobody reads would keep the socket open.
    near.on('close', () => far.end().resume());
  }).listen(0, '127.0.0.1');
  await once(line, 'listening');
});

afterAll(async () => {
  await app.close();
  line.close();
  await server.stop();
});

beforeEach(async () => {
  breakage = null;
  await server.query('postgres', 'ALTER SYSTEM RESET ALL');
  const { port } = line.address() as AddressInfo;
  if (id) await app.ask(admin, { path: `/api/connections/${id}`, method: 'DELETE' });
  id = await app.connect(admin, { ...server, port });
});

const change = (what: 'update' | 'undo', json = {}) =>
  app.ask(admin, {
    path: `/api/settings/${what}`,
    method: 'POST',
    json: { connection_id: id, ...json },
  });
const workMem = (value: string) => change('update', { name: 'work_mem', value });
const read = async () => (await app.ask(admin, { path: `/api/settings?connection_id=${id}` })).body;
const onRecord = async () => {
  const { body } = await app.ask(admin, { path: `/api/audit?connection_id=${id}` });
  return body.items
    .filter(({ event }: any) => event.startsWith('setting.'))
    .map(({ event, actor_name, details }: any) => [event, actor_name, details.value]);
};
const autoConf = () => readFileSync(join(server.dataFolder, 'postgresql.auto.conf'), 'utf8');

test('a change that the server made before the session was lost is recorded, effective and can be undone', async () => {
  await server.query('postgres', `ALTER SYSTEM SET work_mem = '9MB'`);
  const before = autoConf();
  breakage = { at: 'ALTER SYSTEM', heard: true };
  expect((await workMem('16MB')).status).toBe(502);
  breakage = null;
  expect(autoConf()).toContain(`work_mem = '16384'`);
  expect((await read()).last_change).toMatchObject({
    name: 'work_mem',
    previous_value: '9MB',
    value: '16384',
  });
  expect(await onRecord()).toEqual([['setting.changed', 'admin', '16384']]);
  expect(await server.query('postgres', 'SHOW work_mem')).toEqual([{ work_mem: '16MB' }]);
  expect((await change('undo')).body).toMatchObject({ value: '9MB' });
  expect(autoConf()).toBe(before);
});

test('a change that never reached the server is not recorded and cannot be undone', async () => {
  breakage = { at: 'ALTER SYSTEM', heard: false };
  expect((await workMem('16MB')).status).toBe(502);
  breakage = null;
  expect((await read()).last_change).toBeNull();
  expect(await onRecord()).toEqual([]);
  expect((await change('undo')).body.error).toContain('no changed settings to undo');
});

test('a change is recorded although the server did not reload its files', async () => {
  breakage = { at: 'pg_reload_conf', heard: false };
  expect((await workMem('16MB')).status).toBe(502);
  breakage = null;
  expect(await onRecord()).toEqual([['setting.changed', 'admin', '16384']]);
  expect((await change('undo')).body).toMatchObject({ previous_value: '16384', value: null });
});

test('an undo that the server made before the session was lost is not repeated', async () => {
  await workMem('16MB');
  await workMem('32MB');
  breakage = { at: 'ALTER SYSTEM', heard: true };
  expect((await change('undo')).status).toBe(502);
  breakage = null;
  expect((await read()).last_change).toMatchObject({ value: '16384' });
  expect((await onRecord())[0]).toEqual(['setting.undone', 'admin', '16384']);
  expect((await change('undo')).body).toMatchObject({ previous_value: '16384', value: null });
});

test('an undo that never reached the server can be repeated', async () => {
  await workMem('16MB');
  breakage = { at: 'ALTER SYSTEM', heard: false };
  expect((await change('undo')).status).toBe(502);
  breakage = null;
  expect((await onRecord())[0]).toEqual(['setting.changed', 'admin', '16384']);
  expect((await change('undo')).body).toMatchObject({ previous_value: '16384', value: null });
});

test.each([
  ['before it changed the server leaves no change', null, null],
  ['after that leaves a change that can be taken back', '16384', 'work_mem'],
])('a service that dies %s', async (_when, written, name) => {
  await app.admin.query(
    `INSERT INTO dbadmin.setting_changes (connection_id, name, previous_value, value, changed_by, state, cause)
     VALUES ($1, 'work_mem', NULL, '16384', 'somebody', 'making',
       '{"actorId": null, "actorName": "somebody", "ip": "127.0.0.1", "requestId": "gone"}')`,
    [id],
  );
  if (written) await server.query('postgres', `ALTER SYSTEM SET work_mem = '${written}'`);
  expect((await read()).last_change?.name ?? null).toBe(name);
  expect(await onRecord()).toEqual(written ? [['setting.changed', 'somebody', written]] : []);
});

test('a change that is still running is not reconciled', async () => {
  const held = await app.admin.connect();
  await held.query('SELECT pg_advisory_lock(hashtextextended($1, 0))', [`dbadmin.settings ${id}`]);
  try {
    await held.query(
      `INSERT INTO dbadmin.setting_changes (connection_id, name, value, state, cause) VALUES ($1, 'work_mem', '16384', 'making',
         '{"actorId": null, "actorName": "somebody", "ip": "127.0.0.1", "requestId": "running"}')`,
      [id],
    );
    expect((await read()).last_change).toBeNull();
    const { rows } = await held.query(`SELECT state FROM dbadmin.setting_changes WHERE connection_id = $1`, [
      id,
    ]);
    expect(rows).toEqual([{ state: 'making' }]);
  } finally {
    await held.query('SELECT pg_advisory_unlock_all()');
    held.release();
  }
});
