import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Person } from '@cairn/testing';
import { sendForm } from './send-form.ts';
import type { FormFields } from './send-form.ts';
import { startTestReportMgmt } from './test-app.ts';
import type { TestReportMgmt } from './test-app.ts';
import { writeReport } from './write-report.ts';

const EDIT = '/reports/edit_report.php';
const PUBLISH = '/reports/publish_report.php';
const SALARIES = 'sql:SELECT name, salary FROM salaries';
/** Nobody listens there. */
const AWAY = 'http://127.0.0.1:9';

let app: TestReportMgmt;
let ada: Person;
let admin: Person;

beforeAll(async () => {
  app = await startTestReportMgmt({ env: { REPORT_SERVER_URL: AWAY } });
  admin = await app.signUp({ username: 'admin', isAdmin: true });
  ada = await app.signUp({ username: 'ada' });
  for (const key of ['payroll', 'shop']) {
    await app.registry.registerResource({ resourceType: 'datasource', resourceKey: key, displayName: key });
  }
  await app.grant({ to: ada, on: 'shop', resourceType: 'datasource', permission: 'view' });
  await writeReport(app.reportsRoot, {
    key: 'staff',
    definition: {
      ...{ title: 'Staff', datasource: 'payroll' },
      parameters: [{ name: 'team', source: 'sql:SELECT team FROM teams' }, { name: 'year' }],
    },
  });
  await app.context.scanner.scan();
  await app.grant({ to: ada, on: 'staff', resourceType: 'report', permission: 'edit' });
});
afterAll(() => app.close());

const send = (person: Person, path: string, fields: FormFields) => sendForm(app, person, { path, fields });
const bytesOf = (key: string) => readFile(join(app.reportsRoot, key, 'definition.json'), 'utf8');
const definitionOf = (parameters: object[], more: object = {}) => JSON.stringify({ parameters, ...more });

test('POST /reports/edit_report.php refuses statements and templates of a datasource that the editor may not view', async () => {
  const before = await bytesOf('staff');
  const datasource = 'payroll';
  const refused: FormFields[] = [
    { definition: definitionOf([{ name: 'team', source: SALARIES }], { datasource }) },
    { definition: definitionOf([{ name: 'team', source: ` SQL:${SALARIES}` }], { datasource }) },
    { definition: JSON.stringify({ datasource, params: [{ name: 'team', source: SALARIES }] }) },
    { template: { name: 'template.json', bytes: '{"title":"T"}' } },
    { template: { name: 't.jrxml', bytes: '<jasperReport/>' } },
  ];
  for (const fields of refused) {
    expect(await send(ada, EDIT, { report: 'staff', ...fields })).toMatchObject({
      status: 403,
      body: { success: false, message: expect.stringContaining('"payroll" is not shared with you') },
    });
  }
  expect(await bytesOf('staff')).toBe(before);
});

test('POST /reports/edit_report.php lets such an editor change texts and the parameters around the statements', async () => {
  expect((await send(ada, EDIT, { report: 'staff', title: 'All staff' })).status).toBe(200);
  const definition = definitionOf(
    [
      { name: 'team', label: 'Team', source: 'sql:SELECT team FROM teams' },
      { name: 'month', options: ['1'] },
    ],
    { title: 'All staff', datasource: 'payroll' },
  );
  expect((await send(ada, EDIT, { report: 'staff', definition })).status).toBe(200);
  expect(JSON.parse(await bytesOf('staff'))).toMatchObject({
    parameters: [{ label: 'Team' }, { name: 'month' }],
  });
});

test('POST /reports/edit_report.php refuses to move statements to a datasource that the editor may not view', async () => {
  const parameters = [{ name: 'team', source: SALARIES }];
  const definition = definitionOf(parameters, { datasource: 'shop' });
  expect((await send(ada, PUBLISH, { name: 'moved', definition })).status).toBe(200);
  for (const fields of [
    { datasource: 'payroll' },
    { datasource: ' payroll' },
    { definition: definitionOf(parameters, { datasource: 'payroll' }) },
  ] as FormFields[]) {
    expect((await send(ada, EDIT, { report: 'moved', ...fields })).status).toBe(400);
  }
  // What was never allowed is not there under another spelling either.
  expect((await send(ada, EDIT, { report: 'moved', datasource: 'PAYROLL' })).status).toBe(400);
  expect(JSON.parse(await bytesOf('moved')).datasource).toBe('shop');
  expect((await send(admin, EDIT, { report: 'moved', datasource: 'payroll' })).status).toBe(200);
});

test('POST /reports/publish_report.php checks the datasource of statements beside another engine too', async () => {
  const other = await startTestReportMgmt({
    env: { REPORT_SERVER_URL: AWAY, REPORT_ENGINE_URL: `${AWAY}/jri/report` },
  });
  try {
    const eve = await other.signUp({ username: 'eve' });
    const publish = (name: string, fields: object) =>
      sendForm(other, eve, {
        path: PUBLISH,
        fields: { name, definition: JSON.stringify({ datasource: 'payroll', ...fields }) },
      });
    const parameters = [{ name: 'team', source: SALARIES }];
    expect((await publish('leak', { parameters })).status).toBe(400);
    // The name of a datasource of that engine means nothing to the portal.
    expect((await publish('plain', {})).status).toBe(200);
  } finally {
    await other.close();
  }
});
