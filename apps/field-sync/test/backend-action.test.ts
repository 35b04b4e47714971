import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Person } from '@cairn/testing';
import { testProjects } from './test-projects.ts';
import { postAction, sendAction } from './send-action.ts';
import type { ActionFields } from './send-action.ts';
import { startTestFieldSync } from './test-app.ts';
import type { TestFieldSync } from './test-app.ts';

let app: TestFieldSync;
let boss: Person;
let id: number;
beforeAll(async () => {
  app = await startTestFieldSync();
  boss = await app.signUp({ username: 'bea', isAdmin: true });
});
beforeEach(async () => {
  await app.admin.query(
    'TRUNCATE field_sync.projects, field_sync.servers, field_sync.database_links CASCADE',
  );
  ({ id } = await testProjects(app).addProject({ name: 'Trees' }));
});
afterAll(() => app.close());

const post = (fields: ActionFields) =>
  postAction(app, boss, { path: 'backend.php', fields: { id, ...fields } });
const row = async () =>
  (await app.admin.query('SELECT * FROM field_sync.projects WHERE id = $1', [id])).rows[0];
const events = async () =>
  (
    await app.admin.query(
      `SELECT event FROM field_sync.audit_events WHERE object_id = $1 AND event LIKE 'service.%' ORDER BY id`,
      [id],
    )
  ).rows.map(({ event }) => event);

test('POST /admin/action/backend.php op=enable and op=disable change nothing but what happens after the platform was down', async () => {
  for (let n = 0; n < 2; n += 1)
    expect(await post({ op: 'enable' })).toEqual({ success: true, message: 'Enabled Trees.', id });
  expect(await row()).toMatchObject({ enabled: true, started: false });
  for (let n = 0; n < 2; n += 1)
    expect(await post({ op: 'disable' })).toEqual({ success: true, message: 'Disabled Trees.', id });
  expect(await row()).toMatchObject({ enabled: false, started: false });
  expect(await events()).toEqual([
    'service.enabled',
    'service.enabled',
    'service.disabled',
    'service.disabled',
  ]);
});

test('POST /admin/action/backend.php op=start, op=restart and op=stop start and stop the service', async () => {
  expect(await post({ op: 'start' })).toEqual({ success: true, message: 'Started Trees.', id });
  expect(await row()).toMatchObject({ enabled: false, started: true });
  expect(await post({ op: 'restart' })).toEqual({ success: true, message: 'Restarted Trees.', id });
  expect(await row()).toMatchObject({ started: true });
  expect(await post({ op: 'stop' })).toEqual({ success: true, message: 'Stopped Trees.', id });
  expect(await row()).toMatchObject({ started: false });
  expect(await post({ op: 'stop' })).toMatchObject({ success: true });
});

test.each<[string, ActionFields, string]>([
  ['no op', {}, 'op must be one of enable, disable, start, stop, restart'],
  ['another op', { op: 'status' }, 'op must be one of'],
  ['a prototype', { op: 'constructor' }, 'op must be one of'],
  ['an unknown project', { op: 'start', id: 999_999 }, 'There is no project 999999'],
  ['no project', { op: 'start', id: '' }, 'id is missing'],
])(
  'POST /admin/action/backend.php with %s answers success false and changes nothing',
  async (_what, fields, sentence) => {
    expect(await post(fields)).toEqual({ success: false, message: expect.stringContaining(sentence) });
    expect(await row()).toMatchObject({ enabled: false, started: false });
    expect(await events()).toEqual([]);
  },
);

test('POST /admin/action/backend.php does nothing for visitors and for people whom the project does not name', async () => {
  const will = await app.signUp({ username: 'will', service: 'admin' });
  for (const [person, statuses] of [
    [null, [401, 303]],
    [will, [403]],
  ] as const)
    for (const fields of [
      { id, op: 'start' },
      { id: 999_999, op: 'start' },
    ]) {
      const answer = await sendAction(app, person, { path: 'backend.php', fields });
      expect(statuses).toContain(answer.status);
      expect(JSON.stringify(answer.body)).not.toContain('"success":true');
    }
  expect(await row()).toMatchObject({ started: false });
});
