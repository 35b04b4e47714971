import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import pg from 'pg';
import { startService, startTestMerginMaps, until } from '@cairn/testing';
import { ADMIN_URL, fieldLogin, startExpressApp } from './express-app.ts';
import type { ExpressApp } from './express-app.ts';
import { readPage } from './read-page.ts';
import { startTestFieldSync } from './test-app.ts';

const FILES = { 'survey.gpkg': 'x', 'notes.txt': 'n' };
const STEPS = ['server', 'database', 'login', 'pglink', 'project', 'daemon', 'start'];

let express: ExpressApp;
beforeAll(async () => void (express = await startExpressApp()));
beforeEach(() => endFault());
afterAll(() => express.close());

/** As if the process died at a step: before it is recorded, or after its work and before that is recorded. */
async function dieAt(step: string, when: 'INSERT' | 'UPDATE'): Promise<void> {
  await express.app.admin.query(`
    CREATE OR REPLACE FUNCTION field_sync.fail() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'the process dies'; END $$`);
  await express.app.admin.query(
    `CREATE TRIGGER fail BEFORE ${when} ON field_sync.express_steps FOR EACH ROW
       WHEN (new.step = '${step}') EXECUTE FUNCTION field_sync.fail()`,
  );
}

const endFault = () => express.app.admin.query('DROP TRIGGER IF EXISTS fail ON field_sync.express_steps');

test.each(['INSERT', 'UPDATE'] as const)(
  'POST /admin/action/express.php create_express that dies at the %s of any step continues there when it is repeated',
  async (when) => {
    const { id: project } = express.mergin.createProject(`killed ${when}`, { files: FILES });
    const form = { create_express: '', ...fieldLogin(express.mergin), field_proj_id: project };
    const before = await express.counts();
    const names = new Set<string>();
    for (const step of STEPS) {
      await dieAt(step, when);
      expect(await express.post(form)).toMatchObject({ success: false });
      await endFault();
      names.add((await express.setupOf(project)).name);
    }
    const { success, id } = await express.post(form);
    expect(success).toBe(true);
    expect(await express.post(form)).toMatchObject({ success: true, id });
    expect(names.size).toBe(1);
    const after = await express.counts();
    expect([after.links, after.projects, after.setups]).toEqual(
      [before.links, before.projects, before.setups].map((count: number) => count + 1),
    );
    expect(after.servers).toBe(1);
    // The password of the link is that of the login.
    const { rows } = await express.app.admin.query(
      'SELECT pglink_id FROM field_sync.projects WHERE id = $1',
      [id],
    );
    const { host, port, database, user, password } = await express.app.context.databaseLinks.address(
      rows[0].pglink_id,
    );
    const client = new pg.Client({ host, port, database, user, password });
    await client.connect();
    await client.end();
  },
);

test('POST /admin/action/express.php create_express continues in another process when the first is killed', async () => {
  const { id: project } = express.mergin.createProject('killed for real', { files: FILES });
  const form = { create_express: '', ...fieldLogin(express.mergin), field_proj_id: project };
  const script = join(import.meta.dirname, '../src/main.ts');
  const service = await startService({
    script,
    config: express.app.config,
    env: { EXPRESS_ADMIN_URL: ADMIN_URL },
  });
  const holder = await express.app.admin.connect();
  await holder.query('SELECT pg_advisory_lock(4711)');
  await holder.query(`
    CREATE OR REPLACE FUNCTION field_sync.fail() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN PERFORM pg_advisory_xact_lock(4711); RETURN new; END $$;
    CREATE TRIGGER fail BEFORE UPDATE ON field_sync.express_steps FOR EACH ROW
      WHEN (new.step = 'login') EXECUTE FUNCTION field_sync.fail()`);
  const lost = express.post(form, service).catch(() => null);
  await until('the login is made', async () => {
    const { rows } = await holder.query(
      `SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND objid = 4711
          AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    );
    return rows.length > 0;
  });
  await service.kill();
  expect(await lost).toBeNull();
  const { name } = await express.setupOf(project);
  expect(await express.onServer(name)).toEqual([1, 1]);
  await holder.query('SELECT pg_advisory_unlock(4711)');
  holder.release();
  await until('nothing holds the set-up any more', async () => (await express.post(form)).success);
  await endFault();
  expect((await express.setupOf(project)).name).toBe(name);
  expect(await express.post(form)).toMatchObject({ success: true, id: expect.any(Number) });
});

test('POST /admin/action/express.php take_back removes what a failure lists, and the form of the page does the same', async () => {
  const other = await startTestMerginMaps();
  const { id: project } = other.createProject('beech', { files: FILES });
  const form = { create_express: '', ...fieldLogin(other), field_proj_id: project };
  const before = await express.counts();
  await dieAt('daemon', 'INSERT');
  expect(await express.post(form)).toMatchObject({ success: false });
  await endFault();
  const { id, name } = await express.setupOf(project);
  expect(await express.onServer(name)).toEqual([1, 1]);

  const page = await readPage(express.app, express.boss, '/admin/quick-start.php');
  expect(page.withAttribute('data-express').map(({ attributes }) => attributes['data-id'])).toEqual([
    String(id),
  ]);
  expect(page.html).toContain('name="take_back"');
  const taken = await express.post({ take_back: '', id });
  expect(taken).toMatchObject({ success: true });
  expect(await express.onServer(name)).toEqual([0, 0]);
  expect(await express.counts()).toEqual(before);
  expect(await express.post({ take_back: '', id })).toMatchObject({ success: false });
  await other.close();
});

test('POST /admin/action/express.php create_express says what it made when the database server refuses, and where nothing can be made', async () => {
  const { id: project } = express.mergin.createProject('yew', { files: FILES });
  const form = { create_express: '', ...fieldLogin(express.mergin), field_proj_id: project };
  const name = `express_${randomBytes(4).toString('hex')}`;
  // It may make databases and roles, but not install PostGIS.
  await express.cluster.query(`CREATE ROLE ${name} LOGIN CREATEDB CREATEROLE PASSWORD 'planted'`);
  const ofRole = Object.assign(new URL(ADMIN_URL), { username: name, password: 'planted' }).href;
  const start = (env: Record<string, string>) => startTestFieldSync({ env });
  const [weak, none] = await Promise.all([start({ EXPRESS_ADMIN_URL: ofRole }), start({})]);
  try {
    const person = await weak.signUp({ username: 'wim', isAdmin: true });
    const failed = await express.post(form, weak, person);
    expect(failed).toMatchObject({
      ...{ success: false, express_id: expect.any(Number) },
      made: [{ step: 'server' }, { step: 'database', name: expect.stringMatching(/^fs_yew_/) }],
      message: expect.stringContaining('PostGIS cannot be installed'),
    });
    expect(JSON.stringify(failed)).not.toContain('planted');
    expect(await express.post(form, weak, person)).toEqual(failed);
    const [made] = await weak.context.express.listUnfinished();
    expect(await express.onServer(made!.name)).toEqual([1, 0]);
    const taken = await express.post({ take_back: '', id: failed.express_id }, weak, person);
    expect(taken).toMatchObject({ success: true });
    expect(await express.onServer(made!.name)).toEqual([0, 0]);

    const nobody = await none.signUp({ username: 'nia', isAdmin: true });
    expect(await express.post(form, none, nobody)).toEqual({
      success: false,
      message: expect.stringContaining('EXPRESS_ADMIN_URL'),
    });
  } finally {
    await Promise.all([weak.close(), none.close()]);
    await express.cluster.query(`DROP ROLE ${name}`);
  }
});
