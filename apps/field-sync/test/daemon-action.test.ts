import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Person } from '@cairn/testing';
import { testProjects } from './test-projects.ts';
import { postAction } from './send-action.ts';
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
  postAction(app, boss, { path: 'daemon.php', fields: { id, ...fields } });
const row = async () =>
  (await app.admin.query('SELECT * FROM field_sync.projects WHERE id = $1', [id])).rows[0];
const DEFAULTS = {
  ...{ sync_admins: [], skip_init: false, force_init: false, single_run: false, sleep_time: 10 },
  ...{ retention: 30, retention_count: 10, max_delete_percent: 25, files: 'all' },
};

test('POST /admin/action/daemon.php save stores all parameters, and audits what changed', async () => {
  const body = await post({
    ...{ save: '', 'sync_admins[]': ['7', 'ann@example.org, 8', '7'], skip_init: 'on', single_run: 'T' },
    ...{
      sleep_time: '86400',
      retention: '0',
      retention_count: '3',
      history_days: '365',
      max_delete_percent: '100',
      files: 'package',
    },
  });
  expect(body).toEqual({ success: true, message: 'Saved the parameters of Trees.', id });
  expect(await row()).toMatchObject({
    ...{ sync_admins: ['7', 'ann@example.org', '8'], skip_init: true, force_init: false, single_run: true },
    ...{ sleep_time: 86_400, retention: 0, retention_count: 3, max_delete_percent: 100, files: 'package' },
    history_days: 365,
  });
  const { rows } = await app.admin.query(
    `SELECT details FROM field_sync.audit_events WHERE event = 'service.configured' AND object_id = $1`,
    [id],
  );
  expect(rows[0].details).toEqual({
    ...{ sync_admins: ['7', 'ann@example.org', '8'], skip_init: true, single_run: true, sleep_time: 86_400 },
    ...{ retention: 0, retention_count: 3, history_days: 365, max_delete_percent: 100, files: 'package' },
  });
});

test('POST /admin/action/daemon.php save takes fields that are left out for blank, and keeps those of our own', async () => {
  await post({ save: '', skip_init: '1', sleep_time: '60', retention_count: '3', files: 'package' });
  await post({ save: '' });
  expect(await row()).toMatchObject({ ...DEFAULTS, retention_count: 3, files: 'package' });
  await post({ save: '', retention_count: '', files: '' });
  expect(await row()).toMatchObject(DEFAULTS);
});

test.each([
  ['skip_init', 'yes', true],
  ['skip_init', 'off', false],
  ['force_init', 'TRUE', true],
  ['force_init', '', false],
  ['single_run', 't', true],
  ['single_run', 'f', false],
  ['sleep_time', '1', 1],
  ['sleep_time', '', 10],
  ['retention', '3650', 3650],
  ['retention', '0', 0],
])(
  'POST /admin/action/daemon.php set param=%s with val "%s" stores %j and nothing else',
  async (param, val, stored) => {
    const body = await post({ set: '', param, val });
    expect(body).toEqual({ success: true, message: `Saved ${param} of Trees.`, id });
    expect(await row()).toMatchObject({ ...DEFAULTS, [param]: stored });
  },
);

test('POST /admin/action/daemon.php set param=skip_init and set param=force_init exclude each other', async () => {
  expect((await post({ set: '', param: 'skip_init', val: '1' })).success).toBe(true);
  const refusal = { success: false, message: expect.stringContaining('exclude each other') };
  expect(await post({ set: '', param: 'force_init', val: '1' })).toEqual(refusal);
  expect(await post({ save: '', skip_init: '1', force_init: '1' })).toEqual(refusal);
  expect(await row()).toMatchObject({ ...DEFAULTS, skip_init: true });
  expect((await post({ save: '', force_init: '1' })).success).toBe(true);
});

test('POST /admin/action/daemon.php set param=single_run, set param=sleep_time and set param=retention keep the parameters of others', async () => {
  await post({ save: '', 'sync_admins[]': '7', retention_count: '3' });
  for (const [param, val] of [
    ['single_run', '1'],
    ['sleep_time', '60'],
    ['retention', '5'],
  ] as const)
    expect((await post({ set: '', param, val })).success).toBe(true);
  expect(await row()).toMatchObject({
    ...{ sync_admins: ['7'], retention_count: 3, single_run: true, sleep_time: 60, retention: 5 },
  });
});

test('POST /admin/action/daemon.php set param=sleep_time brings a cycle forward that was due after the new rhythm', async () => {
  await app.admin.query(`UPDATE field_sync.projects SET due_at = now() + interval '1 day' WHERE id = $1`, [
    id,
  ]);
  await post({ set: '', param: 'sleep_time', val: '20' });
  const { rows } = await app.admin.query(
    `SELECT due_at <= now() + interval '20 seconds' AS soon FROM field_sync.projects WHERE id = $1`,
    [id],
  );
  expect(rows).toEqual([{ soon: true }]);
});

test.each<[string, ActionFields, string]>([
  ['save, sleep_time 0', { save: '', sleep_time: 0 }, 'sleep_time must be a whole number from 1 to 86400'],
  ['save, sleep_time 86401', { save: '', sleep_time: 86_401 }, 'from 1 to 86400'],
  ['save, retention -1', { save: '', retention: -1 }, 'from 0 to 3650'],
  ['save, retention 1e3', { save: '', retention: '1e3' }, 'from 0 to 3650'],
  ['save, max_delete_percent 101', { save: '', max_delete_percent: 101 }, 'from 0 to 100'],
  ['save, files none', { save: '', files: 'none' }, 'files must be all or package'],
  ['save, a flag in other words', { save: '', single_run: 'maybe' }, 'single_run must be one of 1, true'],
  [
    'save, a header in an address',
    { save: '', 'sync_admins[]': 'a@x.org\r\nBcc: b@x.org' },
    'control characters',
  ],
  ['save, a name for an admin', { save: '', 'sync_admins[]': 'ann' }, 'neither a user'],
  [
    'save, 51 admins',
    { save: '', 'sync_admins[]': Array.from({ length: 51 }, (_, at) => at + 1) },
    'at most 50',
  ],
  ['set, another param', { set: '', param: 'started', val: '1' }, 'param must be one of skip_init'],
  ['set, a prototype', { set: '', param: 'constructor', val: '1' }, 'param must be one of skip_init'],
  ['set, no param', { set: '', val: '1' }, 'param must be one of'],
  ['set, sync_admins', { set: '', param: 'sync_admins', val: '1' }, 'param must be one of'],
  ['neither', { skip_init: '1' }, 'does not say what to do'],
  ['an unknown project', { save: '', id: 999_999 }, 'There is no project 999999'],
  ['no project', { set: '', id: '', param: 'retention', val: '1' }, 'id is missing'],
])(
  'POST /admin/action/daemon.php with %s answers success false and stores nothing',
  async (_what, fields, sentence) => {
    expect(await post(fields)).toEqual({ success: false, message: expect.stringContaining(sentence) });
    expect(await row()).toMatchObject(DEFAULTS);
  },
);
