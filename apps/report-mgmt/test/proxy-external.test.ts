import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestReportEngine, until } from '@cairn/testing';
import type { Person, TestReportEngine } from '@cairn/testing';
import { endOldRuns } from '../src/housekeeping.ts';
import { startProxyApp, textOf } from './proxy-app.ts';
import type { ProxyApp } from './proxy-app.ts';

let engine: TestReportEngine;
let app: ProxyApp;
beforeAll(async () => {
  engine = await startTestReportEngine();
  app = await startProxyApp({
    reports: ['test', 'pictures', 'broken', 'large', 'elsewhere', 'slow', 'missing'],
    env: { REPORT_ENGINE_URL: engine.url },
  });
});
afterAll(async () => {
  await app.close();
  await engine.close();
});

const sentQuery = () => [...engine.requests.at(-1)!.query];
const countRequests = () => engine.requests.length;
const addressesIn = (html: string) =>
  [...html.matchAll(/<img src="([^"]+)"/g)].map(([, address]) => address!.replaceAll('&amp;', '&'));
const imageOf = (address: string, person: Person | null) =>
  fetch(new URL(address, `${app.url}/reports/execute_report.php`), {
    ...(person ? { headers: { cookie: person.cookie } } : {}),
  });

test.each([
  ['html', 'text/html;charset=UTF-8'],
  ['pdf', 'application/pdf;charset=UTF-8'],
  ['rtf', 'application/rtf;charset=UTF-8'],
  ['xls', 'application/vnd.ms-excel;charset=UTF-8'],
  ['csv', 'application/vnd.ms-excel;charset=UTF-8'],
])('GET /reports/execute_report.php runs a report on an external engine as %s', async (format, type) => {
  const answer = await textOf(await app.execute(`_repName=TEST&_repFormat=${format}`));
  expect(answer).toMatchObject({ status: 200, type });
  expect(answer.text).toContain(`_repFormat=${format}`);
});

test('GET /reports/execute_report.php sends an external engine the datasource of the definition and first values', async () => {
  await app.execute(
    '_repName=test&_repFormat=csv&region=north&region=south&SUBREPORT_DIR=/etc&report_dir=/etc&BaseDir=/etc&_saveIsEnabled=true&_repLocale=fr',
  );
  expect(sentQuery()).toEqual([
    ...[
      ['_repName', 'test'],
      ['_repFormat', 'csv'],
      ['_dataSource', 'shop'],
      ['_repLocale', 'fr_FR'],
      ['_repEncoding', 'UTF-8'],
      ['region', 'north'],
    ],
  ]);
});

test('GET /reports/execute_report.php passes _dataSource, _outFilename and _repTimeZone on', async () => {
  const answer = await app.execute(
    '_repName=test&_repFormat=pdf&_dataSource=hr&_outFilename=sales%20%C3%BC.pdf&_repTimeZone=Europe/Paris',
  );
  expect(Object.fromEntries(sentQuery())).toMatchObject({
    ...{ _dataSource: 'hr', _outFilename: 'sales ü.pdf', _repTimeZone: 'Europe/Paris' },
  });
  expect(answer.headers.get('content-disposition')).toBe(
    `attachment; filename="sales _.pdf"; filename*=UTF-8''sales%20%C3%BC.pdf`,
  );
});

test('GET /reports/execute_report.php sends an external engine no cookie of the caller and gives none of its own away', async () => {
  const answer = await app.execute('_repName=test');
  expect(engine.requests.at(-1)!.cookie).toBeNull();
  expect(answer.headers.get('set-cookie')).toBeNull();
});

test.each(['odt', 'ods', 'xml'])(
  'GET /reports/execute_report.php refuses %s before an external engine is called',
  async (format) => {
    const before = countRequests();
    expect(await textOf(await app.execute(`_repName=test&_repFormat=${format}`))).toMatchObject({
      status: 400,
      text: 'Unsupported export format.\n',
    });
    expect(countRequests()).toBe(before);
  },
);

test.each([
  ['fails', '_repName=missing&_repFormat=pdf'],
  ['fails with status 200', '_repName=broken&_repFormat=pdf'],
  ['fails with status 200 as HTML', '_repName=broken'],
  ['leads elsewhere', '_repName=elsewhere'],
])(
  'GET /reports/execute_report.php answers 502 with an id when an external engine %s',
  async (_name, query) => {
    const before = countRequests();
    const answer = await textOf(await app.execute(query));
    expect(answer).toMatchObject({ status: 502, type: 'text/plain; charset=utf-8' });
    expect(answer.text).toMatch(/^The report engine could not run "\w+"\. .* \(request [\w-]+\)\n$/);
    expect(countRequests() - before).toBe(1);
    expect(await app.lastRun(/_repName=(\w+)/.exec(query)![1]!)).toMatchObject({
      ...{ status: 'failed', error_code: 'report-mgmt.engine_failed' },
      error: expect.not.stringMatching(/jasper|java|<html/),
    });
  },
);

test('GET /reports/execute_report.php puts runs of viewers on record', async () => {
  const answer = await app.execute('_repName=large&_repFormat=pdf&region=north&_repTimeZone=Europe/Paris');
  const bytes = (await answer.arrayBuffer()).byteLength;
  expect(await app.lastRun('large')).toMatchObject({
    ...{ trigger: 'viewer', status: 'succeeded', report_title: 'Report large', datasource: 'shop' },
    ...{ format: 'pdf', parameters: { region: ['north'] }, time_zone: 'Europe/Paris' },
    ...{
      requested_by: app.ada.id,
      requested_by_name: 'ada',
      output_bytes: String(bytes),
      output_object: null,
    },
    ...{ error: null, rows: null, started_at: expect.any(Date), ended_at: expect.any(Date) },
  });
});

test('GET /reports/execute_report.php leaves an external engine when its viewer leaves', async () => {
  const client = new AbortController();
  const left = app.execute('_repName=slow', app.ada, {
    ...{ signal: client.signal, headers: { cookie: app.ada.cookie } },
  });
  await until('the engine is called', () => engine.requests.at(-1)?.query.get('_repName') === 'slow');
  client.abort();
  await expect(left).rejects.toThrow();
  await engine.requests.at(-1)!.closed;
  expect(await app.lastRun('slow')).toMatchObject({
    ...{ status: 'cancelled', error: 'The viewer left before the document was complete.' },
  });
});

test('GET /report_image.php shows pictures of an HTML run to its person, each from the session of its run', async () => {
  const runs = await Promise.all(
    ['pictures', 'test', 'pictures'].map((key) => app.execute(`_repName=${key}`)),
  );
  const [first, , second] = await Promise.all(runs.map((run) => run.text()));
  expect(first).not.toContain('/jri/');
  for (const address of [...addressesIn(first!), ...addressesIn(second!)]) {
    expect(address).toMatch(
      /^\.\.\/report_image\.php\?_repName=pictures&image=img_0_0_[12]\.png&uuid=[0-9a-f-]{36}$/,
    );
    const picture = await imageOf(address, app.ada);
    const bytes = await picture.arrayBuffer();
    expect({ status: picture.status, type: picture.headers.get('content-type') }).toEqual({
      ...{ status: 200, type: 'image/png' },
    });
    expect(picture.headers.get('x-content-type-options')).toBe('nosniff');
    expect(bytes.byteLength).toBeGreaterThan(60);
  }
  const sessions = engine.requests
    .filter(({ path }) => path.endsWith('report_image'))
    .map(({ cookie }) => cookie);
  expect(new Set(sessions).size).toBe(2);
  expect(first).toContain('_repName=pictures');
});

test('GET /report_image.php keeps the session of an external engine encrypted', async () => {
  await (await app.execute('_repName=pictures')).text();
  const [session] = /[\w-]{36}$/.exec(
    engine.requests.map(({ cookie }) => cookie).findLast((cookie) => cookie !== null) ?? '',
  )!;
  const { rows } = await app.admin.query('SELECT * FROM report_mgmt.image_runs');
  expect(rows.length).toBeGreaterThan(0);
  expect(JSON.stringify(rows)).not.toContain(session);
});

test('GET /reports/execute_report.php gives visitors pictures within the document', async () => {
  const { rows: before } = await app.admin.query('SELECT uuid FROM report_mgmt.image_runs');
  const answer = await app.execute('_repName=pictures', null);
  const [small, large] = addressesIn(await answer.text());
  expect([small, large]).toEqual([
    expect.stringMatching(/^data:image\/png;base64,iVBOR/),
    expect.stringMatching(/^data:image\/png;base64,iVBOR/),
  ]);
  expect(large!.length).toBeGreaterThan(20_000);
  const { rows: after } = await app.admin.query('SELECT uuid FROM report_mgmt.image_runs');
  expect(after).toEqual(before);
  expect(answer.headers.get('content-security-policy')).toContain("img-src 'self' data:");
});

test('GET /report_image.php is an empty 403 for all but the person, report and time of the run', async () => {
  const html = await (await app.execute('_repName=pictures')).text();
  const [address = ''] = addressesIn(html);
  const query = new URLSearchParams(address.split('?')[1]);
  const change = (name: string, value: string | null) => {
    const changed = new URLSearchParams(query);
    if (value === null) changed.delete(name);
    else changed.set(name, value);
    return `../report_image.php?${changed}`;
  };
  const refused = async (url: string, person: Person | null = app.ada) => {
    const answer = await imageOf(url, person);
    expect({ url, status: answer.status, text: await answer.text() }).toEqual({ url, status: 403, text: '' });
  };
  const before = countRequests();
  await refused(address, null);
  await refused(address, app.eve);
  await refused(address, app.root);
  await refused(change('_repName', 'test'));
  await refused(change('_repName', 'closed'));
  await refused(change('_repName', null));
  await refused(change('_repName', '../pictures'));
  await refused(change('uuid', null));
  await refused(change('uuid', crypto.randomUUID()));
  await refused(change('uuid', 'x'));
  await refused(change('image', null));
  await refused(change('image', '../report?_repName=test'));
  await refused(change('image', '..'));
  expect(countRequests()).toBe(before);
  const alias = address.replace('_repName=', 'report=');
  expect((await imageOf(alias, app.ada)).status).toBe(200);
  await app.admin.query(
    "UPDATE report_mgmt.image_runs SET expires_at = now() - interval '1 second' WHERE uuid = $1",
    [query.get('uuid')],
  );
  await refused(address);
});

test('GET /report_image.php is an empty 502 for a picture that the engine lacks', async () => {
  const html = await (await app.execute('_repName=pictures')).text();
  const address = addressesIn(html)[0]!.replace('img_0_0_1', 'img_0_0_9');
  const answer = await imageOf(address, app.ada);
  expect({ status: answer.status, text: await answer.text() }).toEqual({ status: 502, text: '' });
});

test('housekeeping removes runs whose pictures have expired, and ends runs whose process died', async () => {
  await (await app.execute('_repName=pictures')).text();
  await app.lastRun('pictures');
  const count = async () =>
    (await app.admin.query('SELECT count(*)::int AS runs FROM report_mgmt.image_runs')).rows[0].runs;
  expect(await count()).toBeGreaterThan(0);
  await app.admin.query(
    `UPDATE report_mgmt.executions SET status = 'running', ended_at = NULL
      WHERE id IN (SELECT id FROM report_mgmt.executions WHERE report_key = 'pictures' ORDER BY created_at DESC LIMIT 1)`,
  );
  const inMinutes = (minutes: number) =>
    endOldRuns({ ...app.context, now: () => new Date(Date.now() + minutes * 60_000) });
  await inMinutes(14);
  expect(await count()).toBeGreaterThan(0);
  await inMinutes(16);
  expect(await count()).toBe(0);
  await inMinutes(121);
  expect(await app.lastRun('pictures')).toMatchObject({
    ...{ status: 'failed', error: 'The service stopped during the run. Run the report again.' },
  });
});
