import { mkdir, utimes, writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { dirname } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { startTestMailServer, startTestPublisher, until } from '@cairn/testing';
import type { Person, TestMail, TestMailServer, TestPublisher } from '@cairn/testing';
import yauzl from 'yauzl';
import yazl from 'yazl';
import { postAction } from './send-action.ts';
import { startSyncApp } from './sync-app.ts';
import type { SyncApp } from './sync-app.ts';
import { dayOfWork, workedTables } from './survey.ts';

let sync: SyncApp;
let boss: Person;
let publisher: TestPublisher;
let mail: TestMailServer;
beforeAll(async () => {
  [publisher, mail] = await Promise.all([startTestPublisher(), startTestMailServer()]);
  sync = await startSyncApp({
    env: {
      ...{ PUBLISHER_URL: `${publisher.url}/`, PUBLISHER_TOKEN: publisher.token },
      ...{ SMTP_URL: `${mail.url}?tls=none`, PUBLIC_URL: 'https://maps.example.org' },
    },
    overrides: { alertTimes: { gatherMs: 0, settleMs: 0 }, jobTimes: { backoffMs: 10 } },
  });
  boss = await sync.app.signUp({ username: 'bea', isAdmin: true });
  await sync.app.work().ready;
});
beforeEach(() => {
  Object.assign(publisher.hooks, { before: null, after: null });
});
afterAll(async () => {
  await sync.close();
  await Promise.all([publisher.close(), mail.close()]);
});

const publish = (id: number) => postAction(sync.app, boss, { path: 'publish_web.php', fields: { id } });
/** A project with an applied version, which has these files besides its package. */
async function apply(name: string, files: Record<string, string | Buffer> = {}): Promise<number> {
  const id = await sync.addProject(name, workedTables());
  for (const [path, content] of Object.entries(files)) {
    const file = sync.pathOf(name, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
    await utimes(file, new Date(), new Date(Date.now() - 3_600_000));
  }
  await sync.poll();
  expect(await sync.ended(id)).toMatchObject({ status: 'applied' });
  return id;
}
const publicationOf = async (id: number) =>
  (await sync.app.admin.query('SELECT * FROM field_sync.publications WHERE project_id = $1', [id])).rows[0];
const uuidOf = async (id: number): Promise<string> => (await sync.projects.project(id)).uuid;

async function namesIn(bundle: Buffer): Promise<string[]> {
  const zip = await yauzl.fromBufferPromise(bundle, { lazyEntries: true });
  const names: string[] = [];
  zip.on('entry', ({ fileName }) => {
    names.push(fileName);
    zip.readEntry();
  });
  const ended = new Promise((end) => zip.once('end', end));
  zip.readEntry();
  await ended;
  return names;
}

async function zipOf(name: string, content: string): Promise<Buffer> {
  const zip = new yazl.ZipFile();
  zip.addBuffer(Buffer.from(content), name);
  zip.end();
  const chunks: Buffer[] = [];
  for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

const qgs = (source: string, name = 'Trees') =>
  `<!DOCTYPE qgis PUBLIC 'http://mrcc.com/qgis.dtd' 'SYSTEM'><qgis version="3.34"><projectlayers>
   <maplayer><datasource>./survey.gpkg|layername=trees</datasource><layername>Local</layername></maplayer>
   <maplayer><datasource>${source}</datasource><layername>${name}</layername></maplayer></projectlayers></qgis>`;

test('POST /admin/action/publish_web.php publish sends the applied version and answers id and address', async () => {
  const id = await apply('forest', { 'photos/a.jpg': 'jpg', 'map.qgs': qgs("dbname='x' authcfg=abc") });
  const body = await publish(id);
  expect(body).toEqual({
    ...{ success: true, message: 'Published forest.', id, publisher_id: expect.any(String) },
    viewer_url: `https://viewer.example/${body.publisher_id}`,
    published_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/),
  });
  const { manifest, bundle } = publisher.projects.get(body.publisher_id)!;
  const uuid = await uuidOf(id);
  expect(manifest).toMatchObject({ project: uuid, name: 'forest', seq: 1, geopackage: 'survey.gpkg' });
  const paths = ['map.qgs', 'photos/a.jpg', 'survey.gpkg'];
  expect(manifest.files.map(({ path }: { path: string }) => path)).toEqual(paths);
  expect(await namesIn(bundle)).toEqual(paths);
  expect(publisher.requests.at(-1)).toMatchObject({
    ...{ method: 'POST', key: `${uuid}:1`, length: expect.stringMatching(/^\d+$/) },
  });
  expect(await publicationOf(id)).toMatchObject({ publisher_id: body.publisher_id, seq: '1', attempt: null });
});

test('POST /admin/action/publish_web.php publish again replaces the same project, and applied versions follow', async () => {
  const id = await apply('lakes');
  const first = await publish(id);
  expect(await publish(id)).toMatchObject({ success: true, publisher_id: first.publisher_id });
  expect(publisher.requests.at(-1)).toMatchObject({
    ...{ method: 'PUT', url: `/api/projects/${first.publisher_id}` },
  });
  await sync.change('lakes', (db) => dayOfWork(db, 7));
  await sync.poll();
  await until('the new version is published', async () => (await publicationOf(id)).seq === '2');
  expect(publisher.projects.get(first.publisher_id)!.manifest).toMatchObject({ name: 'lakes', seq: 2 });
});

/** All mails that a check asks for have been sent. */
async function mails(): Promise<TestMail[]> {
  await sync.context.alerts.check();
  await until('no mail is waiting', async () => {
    const { rows } = await sync.app.admin.query('SELECT status FROM field_sync.alert_mails');
    return rows.every(({ status }) => status === 'sent');
  });
  return mail.messages.splice(0);
}

test('POST /admin/action/publish_web.php publish that fails, and later versions that are not published either, are mailed once each', async () => {
  const id = await apply('mailed');
  await sync.app.admin.query(
    `UPDATE field_sync.projects SET sync_admins = '{ann@example.org}' WHERE id = $1`,
    [id],
  );
  const fail = (req: IncomingMessage, res: ServerResponse) => {
    req.resume().once('end', () => res.writeHead(500).end('out of space'));
    return true;
  };
  const again = ['Field project "mailed" is in step again'];
  publisher.hooks.before = fail;
  expect(await publish(id)).toMatchObject({ success: false });
  const [byHand, ...others] = await mails();
  expect(others).toEqual([]);
  expect(byHand!.text).toContain('Publishing on the web failed: The project was not published');
  expect(byHand!.text).toContain(`/admin/project_settings.php?id=${id}&tab=project`);
  expect(await publish(id)).toMatchObject({ success: false });
  expect(await mails()).toEqual([]);
  publisher.hooks.before = null;
  expect(await publish(id)).toMatchObject({ success: true });
  expect((await mails()).map(({ subject }) => subject)).toEqual(again);

  const before = publisher.requests.length;
  publisher.hooks.before = fail;
  await sync.change('mailed', (db) => dayOfWork(db, 7));
  await sync.poll();
  const failure = async () => (await publicationOf(id)).error;
  expect(await failure()).toBeNull();
  await until('it failed five times', async () => (await failure()) !== null);
  expect(publisher.requests.length - before).toBeGreaterThanOrEqual(5);
  expect((await mails()).map(({ subject }) => subject)).toEqual(['Field project "mailed" needs attention']);
  const tries = publisher.requests.length;
  await until('it is tried again', () => publisher.requests.length > tries);
  expect(await mails()).toEqual([]);
  publisher.hooks.before = null;
  await until('the new version is published', async () => (await publicationOf(id)).seq === '2');
  expect((await mails()).map(({ subject }) => subject)).toEqual(again);
});

test('POST /admin/action/publish_web.php publish after an answer that was lost makes no second project', async () => {
  const id = await apply('lost');
  const before = publisher.projects.size;
  publisher.hooks.after = (res) => {
    res.destroy();
    return true;
  };
  expect(await publish(id)).toMatchObject({ success: false });
  publisher.hooks.after = null;
  await sync.change('lost', (db) => dayOfWork(db, 7));
  await sync.poll();
  expect(await sync.ended(id)).toMatchObject({ status: 'applied', seq: '2' });
  const body = await publish(id);
  expect(body).toMatchObject({ success: true });
  expect(publisher.projects.size).toBe(before + 1);
  expect(publisher.projects.get(body.publisher_id)!.manifest).toMatchObject({ name: 'lost', seq: 2 });
});

test('POST /admin/action/publish_web.php publish makes a new project for one that was deleted at the publisher', async () => {
  const id = await apply('deleted');
  const { publisher_id: first } = await publish(id);
  publisher.projects.delete(first);
  publisher.projects.set('other', { id: 'other', manifest: {}, bundle: Buffer.alloc(0) });
  publisher.projects.set('another', { id: 'another', manifest: {}, bundle: Buffer.alloc(0) });
  const body = await publish(id);
  expect(body.publisher_id).not.toBe(first);
  expect(await publicationOf(id)).toMatchObject({ publisher_id: body.publisher_id });
});

test.each([
  ['map.qgs', qgs("dbname='x' user='a' password='planted' table=t", 'Roads')],
  ['map.qgs', qgs('url=https://wms.example&amp;username=a&amp;password=planted', 'Roads')],
  ['map.qgs', qgs('PG:postgresql://a:planted@db.example/x', 'Roads')],
  ['map.qgz', null],
])(
  'POST /admin/action/publish_web.php publish refuses %s with a password in a data source',
  async (path, text) => {
    const content = text ?? (await zipOf('map.qgs', qgs("dbname='x' password=planted", 'Roads')));
    const count = publisher.requests.length;
    const id = await apply(`secret${count}${path.at(-1)}${content.length}`, { [path]: content });
    const body = await publish(id);
    expect(body).toEqual({
      success: false,
      message: expect.stringContaining(`The layer "Roads" of ${path}`),
    });
    expect(JSON.stringify(body)).not.toContain('planted');
    expect(publisher.requests).toHaveLength(count);
  },
);

test('POST /admin/action/publish_web.php publish refuses a QGIS project that cannot be read', async () => {
  const id = await apply('broken', { 'map.qgz': 'no archive' });
  expect(await publish(id)).toMatchObject({
    ...{ success: false, message: expect.stringContaining('cannot be read as a QGIS project') },
  });
});

test.each([
  ['a refused token', 401, '{}', 'refuses the token'],
  ['an error', 500, 'out of space', 'answered 500: out of space'],
  ['an answer without an address', 201, '{"id":"p1"}', 'did not answer with id and viewer_url'],
  ['an address that is a script', 201, '{"id":"x","viewer_url":"javascript:1"}', 'did not answer with id'],
  [
    'an id that leads elsewhere',
    201,
    '{"id":"..","viewer_url":"https://x.example"}',
    'did not answer with id',
  ],
  ['a page', 200, '<html>', 'does not answer as a publisher does'],
])(
  'POST /admin/action/publish_web.php publish reports %s and stores nothing',
  async (what, status, text, sentence) => {
    const id = await apply(`answer ${what}`.replaceAll(' ', '_'));
    publisher.hooks.before = (req, res) => {
      req.resume().once('end', () => res.writeHead(status).end(text));
      return true;
    };
    const body = await publish(id);
    expect(body).toEqual({ success: false, message: expect.stringContaining(sentence) });
    expect(JSON.stringify(body)).not.toContain(publisher.token);
    expect((await publicationOf(id)).publisher_id).toBeNull();
  },
);

test('POST /admin/action/publish_web.php publish refuses projects without an applied version, and unknown ones', async () => {
  const id = await sync.addProject('fresh', workedTables());
  expect(await publish(id)).toMatchObject({
    ...{ success: false, message: expect.stringContaining('has no applied version') },
  });
  expect(await publish(999_999)).toMatchObject({
    success: false,
    message: expect.stringContaining('999999'),
  });
});
