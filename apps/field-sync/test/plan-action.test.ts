import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Person } from '@cairn/testing';
import { testProjects } from './test-projects.ts';
import { readPage } from './read-page.ts';
import { sendAction } from './send-action.ts';
import { startTestFieldSync } from './test-app.ts';
import type { TestFieldSync } from './test-app.ts';

const ITEM = {
  id: 'deletions:trees',
  kind: 'deletions',
  table: 'trees',
  sentence: '150 of 200 rows of "trees" would be deleted.',
  options: [
    { id: 'wait', label: 'Do not delete them' },
    { id: 'delete', label: 'Delete 150 rows' },
  ],
  details: {
    deleted: 150,
    lostRows: [
      { key: '7', values: { species: '<oak>', height: 1.5 } },
      { key: '8', values: { species: null, height: 2 } },
    ],
  },
};

let app: TestFieldSync;
let ada: Person;
beforeAll(async () => {
  app = await startTestFieldSync();
  ada = await app.signUp({ username: 'ada', isAdmin: true });
});
afterAll(() => app.close());

/** A project with a run that was paused by a plan. */
async function insertPlan() {
  const { db } = app.context;
  const project = await testProjects(app).addProject();
  const run = await db
    .insertInto('runs')
    .values({ project_id: project.id, kind: 'sync', status: 'paused', version: 'v2' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const snapshot = await db
    .insertInto('snapshots')
    .values({ project_id: project.id, version: 'v2', package_sha256: 'b'.repeat(64) })
    .returning('id')
    .executeTakeFirstOrThrow();
  const plan = await db
    .insertInto('plans')
    .values({
      ...{ project_id: project.id, run_id: run.id, snapshot_id: snapshot.id, seq: 1 },
      ...{ base_sha256: 'a'.repeat(64), package_sha256: 'b'.repeat(64), items: JSON.stringify([ITEM]) },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { projectId: project.id, planId: plan.id };
}

test('GET /admin/project_settings.php tab=plans shows what would happen and the choices, the harmless one first', async () => {
  const { projectId, planId } = await insertPlan();
  const page = await readPage(app, ada, `/admin/project_settings.php?id=${projectId}&tab=plans`);
  expect(page.withAttribute('data-plan')[0]?.attributes).toMatchObject({ 'data-plan': String(planId) });
  expect(page.withAttribute('data-plan-item')[0]?.attributes).toMatchObject({ 'data-kind': 'deletions' });
  const values = page.withAttribute('value').map(({ attributes }) => attributes.value);
  const choices = values.filter((value) => value?.startsWith('{')).map((value) => JSON.parse(value ?? ''));
  expect(choices).toEqual([
    { item: ITEM.id, option: 'wait' },
    { item: ITEM.id, option: 'delete' },
  ]);
});

test('GET /admin/project_settings.php tab=plans shows rows that would be lost, before it asks', async () => {
  const { projectId } = await insertPlan();
  const page = await readPage(app, ada, `/admin/project_settings.php?id=${projectId}&tab=plans`);
  const lost = page.withAttribute('data-lost').map(({ attributes }) => attributes['data-lost']);
  expect(lost).toEqual(['7', '8']);
  expect(page.html).toContain('&lt;oak&gt;');
  expect(page.html).toMatch(/The first 2 of 150\s+rows/);
});

test('POST /admin/action/plan.php approve stores the choice and queues a run of the version', async () => {
  const { projectId, planId } = await insertPlan();
  const choice = JSON.stringify({ item: ITEM.id, option: 'delete' });
  const fields = { approve: 1, id: planId, 'choices[]': [choice] };
  const answer = await sendAction(app, ada, { path: 'plan.php', fields });
  expect(answer.body).toMatchObject({ success: true });
  const { db } = app.context;
  const plan = await db.selectFrom('plans').selectAll().where('id', '=', planId).executeTakeFirstOrThrow();
  expect(plan).toMatchObject({
    status: 'approved',
    decided_by: 'ada',
    choices: { [ITEM.id]: { option: 'delete' } },
  });
  const run = await db
    .selectFrom('runs')
    .selectAll()
    .where('id', '=', answer.body.id)
    .executeTakeFirstOrThrow();
  expect(run).toMatchObject({ project_id: projectId, status: 'queued', version: 'v2', requested_by: 'ada' });
  expect((await sendAction(app, ada, { path: 'plan.php', fields })).body).toMatchObject({ success: false });
});

test.each([
  'no JSON',
  '{"item":"other","option":"delete"}',
  '{"item":"deletions:trees","option":"drop"}',
  '[]',
])('POST /admin/action/plan.php approve refuses the choice %s and decides nothing', async (choice) => {
  const { planId } = await insertPlan();
  const fields = { approve: 1, id: planId, 'choices[]': [choice] };
  expect((await sendAction(app, ada, { path: 'plan.php', fields })).body).toMatchObject({ success: false });
  const { db } = app.context;
  expect(
    await db.selectFrom('plans').select('status').where('id', '=', planId).executeTakeFirstOrThrow(),
  ).toEqual({ status: 'open' });
});

test.each(['reconcile', 'dry_run'] as const)(
  'POST /admin/action/run.php %s queues such a run, and one at a time',
  async (kind) => {
    const { id } = await testProjects(app).addProject();
    const request = { path: 'run.php', fields: { [kind]: 1, id } };
    expect((await sendAction(app, ada, request)).body).toMatchObject({ success: true });
    const runs = await app.context.db.selectFrom('runs').selectAll().where('project_id', '=', id).execute();
    expect(runs).toMatchObject([{ kind, status: 'queued' }]);
    expect((await sendAction(app, ada, request)).body).toMatchObject({ success: false });
  },
);

test('POST /admin/action/plan.php dismiss applies nothing, and says on the page and in the audit log who decided so', async () => {
  const { projectId, planId } = await insertPlan();
  const fields = { dismiss: '', id: planId };
  expect((await sendAction(app, ada, { path: 'plan.php', fields })).body).toEqual({
    ...{ success: true, message: 'Dismissed. Nothing of the change is applied.', id: projectId },
  });
  const { db } = app.context;
  expect(await db.selectFrom('runs').select('status').where('project_id', '=', projectId).execute()).toEqual([
    { status: 'paused' },
  ]);
  const { rows } = await app.admin.query(
    `SELECT actor_name, details FROM field_sync.audit_events WHERE event = 'plan.dismissed' AND object_id = $1`,
    [projectId],
  );
  expect(rows).toEqual([{ actor_name: 'ada', details: { plan: planId } }]);
  const page = (tab: string) => readPage(app, ada, `/admin/project_settings.php?id=${projectId}&tab=${tab}`);
  await app.admin.query('UPDATE field_sync.projects SET started = true WHERE id = $1', [projectId]);
  const { html } = await page('synchronize');
  expect(html).toContain('ada dismissed the change');
  expect(html).not.toContain('Fix the cause');
  const overview = await readPage(app, ada, '/admin/index.php');
  const row = overview
    .withAttribute('data-project')
    .find(({ attributes }) => attributes['data-id'] === String(projectId));
  expect(row?.text).toContain('Ask again');
  const plans = await page('plans');
  expect(plans.html).toContain('A change was dismissed');
  expect(plans.withAttribute('data-plan')).toEqual([]);
  for (const again of [fields, { approve: '', id: planId }])
    expect((await sendAction(app, ada, { path: 'plan.php', fields: again })).body).toMatchObject({
      ...{ success: false, message: expect.stringContaining('was decided') },
    });
});

test('POST /admin/action/plan.php dismiss of an unknown plan answers success false', async () => {
  const answer = await sendAction(app, ada, { path: 'plan.php', fields: { dismiss: '', id: 999_999 } });
  expect(answer.body).toEqual({ success: false, message: 'There is no plan 999999.' });
});
