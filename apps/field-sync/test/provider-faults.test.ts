import type { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { htmlPage, tooManyRequests, until } from '@cairn/testing';
import type { FaultRule } from '@cairn/testing';
import { startFaultyProviders } from './faulty-providers.ts';
import type { FaultyProviders } from './faulty-providers.ts';
import { PACKAGE } from './sync-app.ts';

const DOWNLOAD = { path: /^\/v1\/project\/raw\// };

/** Cuts a download once the run has all that was sent until then. */
const cutAfter = (bytes: number): FaultRule<never> => ({
  ...{ ...DOWNLOAD, stallAt: bytes, cutAt: bytes },
  until: until('the bytes have arrived', () => app.bytesFetched() === bytes),
});

let app: FaultyProviders;
beforeAll(async () => {
  app = await startFaultyProviders();
});
afterEach(() => app.reset());
afterAll(() => app.close());

test('a project whose file list is answered with 401 continues after one sign-in; after two it is paused', async () => {
  const { id: ref } = await app.cloud.addProject({ name: 'oak', files: { [PACKAGE]: app.survey } });
  const id = await app.addProject('oak', app.servers.cloud, ref);
  const fail = (times: number) => app.cloud.fail({ path: /\/files\//, status: 401, times });
  fail(2);
  await app.poll(app.servers.cloud);
  expect(await app.outcomeOf(id)).toMatchObject({
    ...{ result: 'paused', status: 'failed paused', waitMs: 900_000 },
    error: expect.stringContaining('even after a new sign-in'),
  });
  app.cloud.reset();
  fail(1);
  await app.poll(app.servers.cloud);
  expect(await app.sync.ended(id)).toMatchObject({ status: 'applied' });
  expect(signIns()).toBe(1);
});

const signIns = () => app.cloud.requests.filter(({ path }) => path === '/api/v1/auth/token/').length;

test('a wrong password stops every project of the server without another sign-in, until the server is edited', async () => {
  const refs = await Promise.all(
    ['elm', 'fir'].map((name) => app.cloud.addProject({ name, files: { [PACKAGE]: app.survey } })),
  );
  const ids = await Promise.all(refs.map(({ id, name }) => app.addProject(name, app.servers.cloud, id)));
  app.cloud.setPassword(app.cloud.username, 'another one');
  app.cloud.expireTokens(app.cloud.username);
  for (let n = 0; n < 3; n += 1) await app.poll(app.servers.cloud);
  expect(signIns()).toBe(1);
  for (const id of ids) {
    expect(await app.sync.context.serviceControl.status(id)).toMatchObject({
      ...{ status: 'failed', sub: 'paused', nextAt: null, problem: expect.stringContaining('password') },
    });
    expect(await app.sync.projects.runs(id)).toEqual([]);
  }
  const form = { id: String(app.servers.cloud), name: 'Server cloud', type: 'cloud', url: app.cloud.url };
  await app.sync.context.servers.save(
    { ...form, username: app.cloud.username, password: 'another one' },
    app.sync.cause,
    null,
  );
  await app.poll(app.servers.cloud);
  for (const id of ids) expect(await app.sync.ended(id)).toMatchObject({ status: 'applied' });
});

test('a file whose connection is cut several times continues in the next run with the bytes that arrived', async () => {
  const { id } = await app.addMerginProject();
  app.mergin.fail(cutAfter(70_000));
  app.mergin.fail({ ...DOWNLOAD, after: 1, drop: true, times: 20 });
  await app.poll(app.servers.mergin);
  expect(await app.outcomeOf(id)).toMatchObject({
    result: 'failed',
    error: expect.stringContaining('where it stopped'),
  });
  app.mergin.reset();
  await app.poll(app.servers.mergin);
  expect(await app.sync.ended(id)).toMatchObject({ status: 'applied' });
  const [rest] = app.mergin.requests.filter(({ path }) => DOWNLOAD.path.test(path));
  expect(Number(/bytes=(\d+)-/.exec(rest!.range!)![1])).toBe(70_000);
});

test.each<[string, FaultRule<never>]>([
  ['416', { status: 416 }],
  [
    '206 with another Content-Range',
    { status: 206, headers: { 'content-range': 'bytes 5-9/10' }, body: 'other' },
  ],
  ['200 with other bytes', { status: 200, body: 'x'.repeat(1_000) }],
])('the rest of a file that is answered with %s is started again in the same run', async (_answer, rule) => {
  const { id } = await app.addMerginProject();
  app.mergin.fail(cutAfter(70_000));
  app.mergin.fail({ ...DOWNLOAD, ...rule, after: 1 });
  await app.poll(app.servers.mergin);
  expect(await app.sync.ended(id)).toMatchObject({ status: 'applied', error: null });
});

test('a version that appears in the middle of a download is the next run’s', async () => {
  const { id, project } = await app.addMerginProject();
  const edit = { [PACKAGE]: (db: DatabaseSync) => db.exec('UPDATE trees SET height = -1') };
  app.mergin.fail({
    ...DOWNLOAD,
    during: { at: 50_000, call: () => app.mergin.commitVersion(project, { edit }) },
  });
  await app.poll(app.servers.mergin);
  expect(await app.sync.ended(id)).toMatchObject({ status: 'applied', version: 'v1' });
  await app.poll(app.servers.mergin);
  expect(await app.sync.ended(id)).toMatchObject({ status: 'applied', version: 'v2', updated: '20' });
});

test.each<[string, FaultRule<never>, number, number, RegExp]>([
  ['502', { status: 502 }, 0, 1_000, /HTTP 502/],
  ['a cut connection', { drop: true }, 0, 1_000, /connection/],
  ['429 and a minute', tooManyRequests(60), 59_000, 60_000, /HTTP 429/],
  ['a page with 200', htmlPage(), 0, 1_000, /a web page/],
  ['400', { status: 400, body: { detail: 'No such call.' } }, 900_000, 900_000, /No such call/],
])(
  'a poll that is answered with %s makes no run; status and next attempt say why and when',
  async (_fault, rule, least, most, sentence) => {
    const { id } = await app.addMerginProject();
    app.mergin.fail({ ...rule, path: '/v2/projects/batch', times: 5 });
    const before = Date.now();
    await app.poll(app.servers.mergin);
    expect(await app.sync.projects.runs(id)).toEqual([]);
    const { status, sub, problem, nextAt } = await app.sync.context.serviceControl.status(id);
    expect([status, sub === 'waiting' || sub === 'polling', problem]).toEqual([
      'active',
      true,
      expect.stringMatching(sentence),
    ]);
    expect(nextAt!.getTime()).toBeGreaterThanOrEqual(before + least - 1_000);
    expect(nextAt!.getTime()).toBeLessThanOrEqual(Date.now() + most + 1_000);
    app.mergin.reset();
    await app.poll(app.servers.mergin);
    expect(await app.sync.ended(id)).toMatchObject({ status: 'applied' });
  },
);

test('a server of Mergin Maps in maintenance is polled by names, and its versions are applied', async () => {
  const { id } = await app.addMerginProject();
  app.mergin.settings.maintenance = true;
  try {
    await app.poll(app.servers.mergin);
    expect(await app.sync.ended(id)).toMatchObject({ status: 'applied', version: 'v1' });
  } finally {
    app.mergin.settings.maintenance = false;
  }
});

test('one server that is down for ten minutes is asked six times at most, and delays no project of another', async () => {
  const { id, project } = await app.addMerginProject();
  const { id: ref } = await app.cloud.addProject({ name: 'ash', files: { [PACKAGE]: app.survey } });
  const waiting = await app.addProject('ash', app.servers.cloud, ref);
  await app.sync.app.admin.query('UPDATE field_sync.projects SET sleep_time = 60 WHERE id = ANY($1)', [
    [id, waiting],
  ]);
  app.cloud.fail({ status: 502, times: 1_000 });
  for (const server of Object.values(app.servers)) await app.sync.projects.passTime(server);
  for (let minute = 1; minute <= 10; minute += 1) {
    if (minute > 1) {
      const edit = {
        [PACKAGE]: (db: DatabaseSync) => db.exec(`UPDATE trees SET height = ${minute} WHERE fid = 1`),
      };
      app.mergin.commitVersion(project, { edit });
      await passMinute();
    }
    await app.sync.context.poller.tick();
    await app.sync.context.poller.settled();
    expect(await app.sync.ended(id)).toMatchObject({ status: 'applied', version: `v${minute}` });
  }
  expect(app.cloud.requests.length).toBeLessThanOrEqual(6);
  const { problem, nextAt } = await app.sync.context.serviceControl.status(waiting);
  expect(problem).toContain('HTTP 502');
  expect(nextAt!.getTime()).toBeGreaterThan(Date.now());
  app.cloud.reset();
  for (let minute = 0; minute < 16; minute += 1) await passMinute();
  await app.sync.context.poller.tick();
  await app.sync.context.poller.settled();
  expect(await app.sync.ended(waiting)).toMatchObject({ status: 'applied' });
});

/** As a minute does to every moment that is in a row. */
const passMinute = () =>
  app.sync.app.admin.query(
    `UPDATE field_sync.servers SET created_at = created_at - interval '1 minute', polled_at = polled_at - interval '1 minute',
            retry_at = retry_at - interval '1 minute';
     UPDATE field_sync.projects SET due_at = due_at - interval '1 minute', retry_at = retry_at - interval '1 minute'`,
  );
