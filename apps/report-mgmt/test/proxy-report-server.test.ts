import { afterAll, beforeAll, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { createEngine } from '../src/features/engine/engine.ts';
import { textOf } from './proxy-app.ts';
import { reportOf, startWithReportServer } from './with-report-server.ts';

const PLACES = reportOf(
  `SELECT name AS a FROM populated_places WHERE $X{IN, country, country} AND population >= $P{least} ORDER BY 1`,
  {
    parameters: [
      { name: 'country', type: 'list<text>' },
      { name: 'least', type: 'integer', default: 0 },
    ],
  },
);
const LARGE = reportOf(`SELECT repeat('x', 200) AS a FROM generate_series(1, 200000)`);

/** A report of one picture that is too large to be part of a page by itself. */
async function createPictured() {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 60 };
  const picture = sharp({ create: { width: 90, height: 90, channels: 3, background: 'white', noise } });
  const data = `data:image/png;base64,${(await picture.png().toBuffer()).toString('base64')}`;
  const image = { id: 'i', kind: 'image', x: 0, y: 0, width: 90, height: 90, source: { data } };
  return reportOf(`SELECT 'x' AS a`, { bands: { title: { height: 90, elements: [image] } } });
}

let app: Awaited<ReturnType<typeof startWithReportServer>>;
beforeAll(async () => {
  app = await startWithReportServer({ places: PLACES, large: LARGE, pictured: await createPictured() });
});
afterAll(() => app.close());

test('GET /reports/execute_report.php runs a report on the report server for its viewer, with all values of a key', async () => {
  const answer = await app.execute(
    '_repName=Places&_repFormat=csv&country=Japan&country=France&least=1000000',
  );
  const headers = Object.fromEntries(answer.headers);
  expect(headers).toMatchObject({
    ...{ 'content-type': 'text/csv; charset=utf-8', 'cache-control': 'no-store' },
    'content-disposition': expect.stringMatching(/^attachment; filename="?places\.csv/i),
  });
  expect(Object.keys(headers)).not.toContain('x-execution-id');
  const text = await answer.text();
  expect(text).toMatch(/Paris[^]*Tokyo/);
  const run = await app.lastRun('places');
  expect(run).toMatchObject({
    ...{ status: 'succeeded', rows: String(text.trim().split('\r\n').length - 1), error: null, warnings: [] },
    ...{
      output_bytes: String(Buffer.byteLength(text)),
      db_ms: expect.any(Number),
      queued_ms: expect.any(Number),
    },
    parameters: { country: ['Japan', 'France'], least: ['1000000'] },
  });
  const { rows } = await app.admin.query('SELECT * FROM report_server.executions WHERE id = $1', [
    run.engine_execution_id,
  ]);
  expect(rows[0]).toMatchObject({ requested_by: app.ada.id, via: 'service', report_key: 'places' });
});

test('GET /reports/execute_report.php runs for a visitor while two runs of a visitor of another network are sent', async () => {
  const visit = (ip: string, query: string) =>
    app.execute(query, null, { headers: { 'x-forwarded-for': ip } });
  const slow = await Promise.all([1, 2].map(() => visit('192.0.2.1', '_repName=large&_repFormat=csv')));
  const { status, text } = await textOf(await visit('192.0.2.2', '_repName=places&_repFormat=csv'));
  expect([status, text]).toEqual([200, expect.stringContaining('Tokyo')]);
  await Promise.all(slow.map(({ body }) => body!.cancel()));
}, 20_000);

test.each([
  ['pdf', '%PDF-'],
  ['xlsx', 'PK'],
  ['ods', 'PK'],
  ['xml', '<?xml'],
])('GET /reports/execute_report.php runs a report on the report server as %s', async (format, beginning) => {
  const answer = await app.execute(`_repName=places&_repFormat=${format}&country=Japan&_outFilename=cities`);
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect({ status: answer.status, beginning: bytes.subarray(0, beginning.length).toString() }).toEqual({
    ...{ status: 200, beginning },
  });
  expect(answer.headers.get('content-disposition')).toBe(`attachment; filename=cities.${format}`);
});

test('GET /reports/execute_report.php passes refusals of the report server on, and records their sentence', async () => {
  const answer = await textOf(await app.execute('_repName=places&_repFormat=csv&least=many'));
  expect(answer).toMatchObject({ status: 400, type: 'text/plain; charset=utf-8' });
  expect(answer.text).toContain('least');
  expect(await app.lastRun('places')).toMatchObject({ status: 'failed', error: answer.text.trim() });
  const other = await textOf(await app.execute('_repName=places&_dataSource=other'));
  expect(other).toMatchObject({ status: 403, text: expect.stringContaining('"other"') });
});

test('GET /reports/execute_report.php sends long lists to the report server, more than an address may hold', async () => {
  const countries = Array.from({ length: 400 }, (_, i) => `country=Somewhere+far+away+${i}`).join('&');
  const text = await (await app.execute(`_repName=places&_repFormat=csv&country=Japan&${countries}`)).text();
  expect(text).toBe(await (await app.execute('_repName=places&_repFormat=csv&country=Japan')).text());
});

test('GET /report_image.php shows a picture of the report server to the person of the run alone', async () => {
  const html = await (await app.execute('_repName=pictured')).text();
  const [, address = ''] = /src="(\.\.\/report_image\.php[^"]+)"/.exec(html) ?? [];
  const url = new URL(address.replaceAll('&amp;', '&'), `${app.url}/reports/execute_report.php`);
  const answers = await Promise.all(
    [app.ada, app.eve].map(({ cookie }) => fetch(url, { headers: { cookie } })),
  );
  const [picture, foreign] = await Promise.all(answers.map((answer) => answer.arrayBuffer()));
  expect(answers.map(({ status, headers }) => [status, headers.get('content-type')])).toEqual([
    [200, 'image/png'],
    [403, null],
  ]);
  expect(foreign!.byteLength).toBe(0);
  expect(await sharp(Buffer.from(picture!)).metadata()).toMatchObject({ format: 'png' });
});

test('GET /reports/execute_report.php gives visitors pictures of the report server within the document', async () => {
  const html = await (await app.execute('_repName=pictured', null)).text();
  expect(html).toContain('src="data:image/png;base64,');
  expect(html).not.toContain('report_image');
});

test('a run on a report server with another secret fails with a sentence about the set-up', async () => {
  const engine = createEngine(
    { reportServerUrl: app.reportServer.url, serviceSecret: 'another secret of 32 bytes or more' },
    { logger: { warn: () => undefined } },
  );
  const run = engine.execute({
    ...{ report: 'places', format: 'csv', datasource: null, parameters: {}, onBehalfOf: app.ada.id },
    ...{ pictures: 'inline', signal: new AbortController().signal, deadlineMs: 60_000 },
  });
  await expect(run).rejects.toMatchObject({
    ...{ kind: 'bad_gateway', code: 'report-mgmt.engine_refused_service' },
    message: expect.stringContaining('the same secret'),
  });
  expect(await engine.figures(crypto.randomUUID())).toBeNull();
  await engine.close();
});

// The last one, since nothing is left of the report server.
test('GET /reports/execute_report.php cuts its answer when the report server dies in the middle', async () => {
  const answer = await app.execute('_repName=large&_repFormat=csv');
  const reader = answer.body!.getReader();
  await reader.read();
  await app.reportServer.kill();
  const rest = async () => {
    while (!(await reader.read()).done);
  };
  await expect(rest()).rejects.toThrow('terminated');
  expect(await app.lastRun('large')).toMatchObject({
    ...{ status: 'failed', error_code: 'report-mgmt.engine_broke_off', rows: null },
  });
  expect((await app.execute('_repName=places')).status).toBe(502);
});
