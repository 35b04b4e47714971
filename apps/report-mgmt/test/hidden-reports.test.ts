import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { loadContract } from '@cairn/contracts';
import type { Person } from '@cairn/testing';
import { startTestRuns } from './runs-app.ts';
import type { TestRuns } from './runs-app.ts';
import { sendForm } from './send-form.ts';
import { PIXEL, writeReport } from './write-report.ts';

/** Of the report that is shared with nobody but its owner. */
const [KEY, TITLE, DATASOURCE, STATEMENT] = ['dismissals', 'Planned dismissals', 'personnel', 'FROM staff'];
const MISSING = 'missing-one';
const UUID = '3f2b8a52-7a86-4a5e-9a0c-0d1f2a3b4c5d';

let runs: TestRuns;
let eve: Person;
let execution: string;
let outsiders: [name: string, person: Person | null][];

beforeAll(async () => {
  runs = await startTestRuns();
  const { app, owner } = runs;
  app.work();
  eve = await app.signUp({ username: 'eve', service: 'edit' });
  outsiders = [
    ['visitor', null],
    ['user', eve],
  ];
  await writeReport(app.reportsRoot, {
    key: KEY,
    definition: {
      ...{ title: TITLE, datasource: DATASOURCE },
      parameters: [{ name: 'team', source: `sql:SELECT name ${STATEMENT}` }],
    },
    files: { 'thumbnail.png': PIXEL },
  });
  await app.context.scanner.scan();
  await app.admin.query(
    `DELETE FROM portal.permissions USING portal.resources r WHERE r.id = resource_id AND r.resource_key = $1`,
    [KEY],
  );
  await app.context.scanner.scan();
  await app.grant({ to: owner, on: KEY, permission: 'view', resourceType: 'report' });
  execution = await runs.run({ reportKey: KEY, reportTitle: TITLE, datasource: DATASOURCE }, []);
  await runs.ended(execution);
});
afterAll(() => runs.close());

/** Status, body and headers of an answer, without what differs from one answer to the next. */
async function answerTo(person: Person | null, path: string, init: RequestInit = {}) {
  const response = await fetch(runs.app.url + path, {
    redirect: 'manual',
    ...init,
    headers: { ...(person ? { cookie: person.cookie } : {}), ...init.headers },
  });
  const headers = Object.fromEntries(
    [...response.headers].filter(
      ([name]) => !['date', 'x-request-id', 'etag', 'content-length'].includes(name),
    ),
  );
  const text = (await response.text()).replaceAll(KEY, MISSING).replace(/Request [0-9a-f]{24}/, 'Request');
  return { status: response.status, headers: JSON.stringify(headers).replaceAll(KEY, MISSING), text };
}

/** Nothing of the report, unless the caller wrote it. */
function expectNothingLeaked(path: string, { text, headers }: { text: string; headers: string }): void {
  const leaked = [TITLE, DATASOURCE, STATEMENT].filter(
    (secret) => !path.includes(secret) && (text + headers).includes(secret),
  );
  expect([path, leaked]).toEqual([path, []]);
}

/** The status shows people who are signed in whether a report exists, as the specification says, and no more. */
for (const path of [
  '/reports/get_report_config.php?report=*',
  '/reports/get_report_config.php?report=*&team=x',
  '/reports/serve_report_definition.php?report=*',
  '/reports/report_thumbnail.php?report=*',
  '/reports/execute_report.php?_repName=*',
  '/reports/execute_report.php?_repName=*&_repFormat=pdf&_dataSource=personnel',
  '/api/v1/definitions/*',
]) {
  test(`GET ${path} answers visitors the same for a hidden report as for a missing one, and users without view 403`, async () => {
    const ask = (person: Person | null, key: string) => answerTo(person, path.replace('*', key));
    const [hidden, closed] = [await ask(null, KEY), await ask(eve, KEY)];
    expect(hidden).toEqual(await ask(null, MISSING));
    expect(closed.status).toBe(403);
    expect((await ask(eve, MISSING)).status).toBe(404);
    for (const answer of [hidden, closed]) expectNothingLeaked(path, answer);
  });
}

for (const path of [
  `/report_image.php?_repName=*&image=img_0_0_0.png&uuid=${UUID}`,
  '/api/v1/executions?report=*',
  '/api/v1/executions?q=*',
  '/reports/view.php?report=*',
  '/reports/report_runner.php?report=*',
]) {
  test(`GET ${path} answers everybody the same for a hidden report as for a missing one`, async () => {
    for (const [name, person] of outsiders) {
      const hidden = await answerTo(person, path.replace('*', KEY));
      expect([name, hidden]).toEqual([name, await answerTo(person, path.replace('*', MISSING))]);
      expectNothingLeaked(path, hidden);
    }
  });
}

test('POST /reports/edit_report.php and POST /reports/delete_report.php are 403 without view and tell nothing of the report', async () => {
  const { app } = runs;
  const form = { path: '/reports/edit_report.php', fields: { report: KEY, title: 'x' } };
  const remove = (person: Person | null) =>
    sendForm(app, person, {
      ...{ path: '/reports/delete_report.php', fields: { report: KEY }, isUrlencoded: true },
    });
  for (const { status, body } of [await sendForm(app, eve, form), await remove(eve)]) {
    expect(status).toBe(403);
    expectNothingLeaked('', { text: JSON.stringify(body), headers: '' });
  }
  expect((await sendForm(app, null, form)).status).toBe(401);
  expect((await remove(null)).status).toBe(401);
});

test('GET /api/v1/executions/{id}, its output, its end and its repetition are 404 for a run of a hidden report, as for none', async () => {
  for (const [method, rest] of [
    ['GET', ''],
    ['GET', '/output'],
    ['POST', '/cancel'],
    ['POST', '/run-again'],
  ] as const) {
    const ask = (id: string) => answerTo(eve, `/api/v1/executions/${id}${rest}`, { method });
    const hidden = await ask(execution);
    expect(hidden).toEqual(await ask(UUID));
    expect(hidden.status).toBe(404);
  }
});

test('GET of any operation tells visitors and users without view nothing of a hidden report', async () => {
  const paths = Object.entries(loadContract('report-mgmt').paths).flatMap(([template, item]) =>
    item.get
      ? [
          template
            .replace('{key}', KEY)
            .replace(/\{id\}/, execution)
            .replace('{path}', 'x'),
        ]
      : [],
  );
  for (const [name, person] of outsiders)
    for (const path of paths) {
      const { text, headers } = await answerTo(person, `${path}?report=${KEY}&_repName=${KEY}`);
      const leaked = [TITLE, DATASOURCE, STATEMENT].filter((secret) => (text + headers).includes(secret));
      expect([name, path, leaked]).toEqual([name, path, []]);
    }
});

test('GET /api/v1/executions/{id}/output is 404 once view on the report is withdrawn, and was the document before', async () => {
  const { app, owner } = runs;
  const path = `/api/v1/executions/${execution}/output`;
  expect((await app.ask(owner, { path })).status).toBe(200);
  await app.admin.query(
    `DELETE FROM portal.permissions USING portal.resources r WHERE r.id = resource_id AND r.resource_key = $1`,
    [KEY],
  );
  expect((await app.ask(owner, { path })).status).toBe(404);
  expect((await app.ask(owner, { path: `/api/v1/executions/${execution}` })).status).toBe(404);
  const again = { path: `/api/v1/executions/${execution}/run-again`, method: 'POST' };
  expect((await app.ask(owner, again)).status).toBe(404);
});
