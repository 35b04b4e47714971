import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Person } from '@cairn/testing';
import { writeLog } from '../src/features/runs/log-repo.ts';
import { testProjects } from './test-projects.ts';
import type { ProjectRow } from './test-projects.ts';
import { sendAction } from './send-action.ts';
import { startTestFieldSync } from './test-app.ts';
import type { TestFieldSync } from './test-app.ts';

let app: TestFieldSync;
let boss: Person;
let worker: Person;
let project: ProjectRow;
beforeAll(async () => {
  app = await startTestFieldSync();
  boss = await app.signUp({ username: 'bea', isAdmin: true });
  worker = await app.signUp({ username: 'will', service: 'admin' });
});
beforeEach(async () => void (project = await testProjects(app).addProject()));
afterAll(() => app.close());

const get = (person: Person | null, id: number | string, method = 'GET') =>
  fetch(`${app.url}/admin/action/svc_log.php?id=${id}`, {
    ...{ method, redirect: 'manual', headers: person ? { cookie: person.cookie } : {} },
  });
const post = (person: Person | null, fields: Record<string, string | number>) =>
  sendAction(app, person, { path: 'svc_log.php', fields });

test('GET /admin/action/svc_log.php sends the lines of a project, oldest first, as an attachment', async () => {
  const other = await testProjects(app).addProject();
  await writeLog(app.context.db, [
    { projectId: project.id, level: 'info', message: 'started' },
    { projectId: other.id, level: 'info', message: 'of another project' },
    { projectId: project.id, runId: 7, level: 'error', message: 'two\nlines' },
  ]);
  const answer = await get(boss, project.id);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(answer.headers.get('content-disposition')).toBe(`attachment; filename=project-${project.id}.log`);
  const time = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z`;
  expect(await answer.text()).toMatch(
    new RegExp(`^${time} info: started\n${time} error run 7: two\n  lines\n$`),
  );
  const head = await get(boss, project.id, 'HEAD');
  expect([head.status, await head.text()]).toEqual([200, '']);
});

test('GET /admin/action/svc_log.php streams a log of many pages, and sends an empty one as an empty file', async () => {
  expect(await (await get(boss, project.id)).text()).toBe('');
  await app.admin.query(
    `INSERT INTO field_sync.log_lines (project_id, level, message)
     SELECT $1, 'info', 'line ' || n FROM generate_series(1, 4100) n`,
    [project.id],
  );
  const lines = (await (await get(boss, project.id)).text()).trimEnd().split('\n');
  expect([lines.length, lines.at(-1)]).toEqual([4_100, expect.stringMatching(/ info: line 4100$/)]);
});

test('POST /admin/action/svc_log.php empties the log of one project, and audits it', async () => {
  const other = await testProjects(app).addProject();
  for (const { id } of [project, other])
    await writeLog(app.context.db, [{ projectId: id, level: 'info', message: 'x' }]);
  expect((await post(boss, { id: project.id, op: 'empty' })).body).toEqual({
    success: true,
    message: 'Removed 1 line.',
  });
  expect(await (await get(boss, project.id)).text()).toBe('');
  expect(await (await get(boss, other.id)).text()).not.toBe('');
  const { rows } = await app.admin.query(
    `SELECT actor_id, details FROM field_sync.audit_events WHERE event = 'log.emptied' AND object_id = $1`,
    [project.id],
  );
  expect(rows).toEqual([{ actor_id: boss.id, details: { lines: 1 } }]);
});

test('POST /admin/action/svc_log.php answers 200 and success false without op=empty or a project', async () => {
  for (const fields of [
    { id: project.id },
    { id: project.id, op: 'drop' },
    { op: 'empty' },
    { id: 2 ** 31 - 1, op: 'empty' },
  ]) {
    const { status, body } = await post(boss, fields as Record<string, string | number>);
    expect([status, body.success]).toEqual([200, false]);
  }
});

test('GET /admin/action/svc_log.php returns 401, 403 and 404 to those who may not and for no project', async () => {
  expect([401, 303]).toContain((await get(null, project.id)).status);
  expect((await get(worker, project.id)).status).toBe(403);
  expect((await get(boss, 2 ** 31 - 1)).status).toBe(404);
});
