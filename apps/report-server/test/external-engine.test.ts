import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestReportEngine, until } from '@cairn/testing';
import type { Person, TestReportEngine } from '@cairn/testing';
import { EXTERNAL_FORMATS } from '../src/features/executions/external/check-request.ts';
import { createExternalEngine } from '../src/features/executions/external/engine.ts';
import { FORMATS } from '../src/features/executions/formats.ts';
import { startTestReportServer } from './test-app.ts';

/** A real engine, which has the report `test`, or else the stand-in. */
const REAL_ENGINE = process.env.REPORT_ENGINE_URL;

const template = {
  version: 1,
  title: 'External',
  page: { size: 'A4', orientation: 'portrait', margins: { top: 36, right: 36, bottom: 36, left: 36 } },
  parameters: [
    { name: 'year', type: 'integer' },
    { name: 'day', type: 'date', default: '2024-02-29' },
    { name: 'regions', type: 'list<text>' },
  ],
  datasets: [],
  groups: [],
  variables: [],
  styles: [],
  bands: { detail: [] },
};
const REPORTS = ['test', 'pictures', 'broken', 'elsewhere', 'slow', 'missing'];

let engine: TestReportEngine;
let app: Awaited<ReturnType<typeof startTestReportServer>>;
let root: Person;
beforeAll(async () => {
  engine = await startTestReportEngine();
  app = await startTestReportServer({ env: { REPORT_ENGINE_URL: REAL_ENGINE ?? engine.url } });
  root = await app.signUp({ username: 'root', isAdmin: true });
  for (const key of REPORTS) {
    const json = { key, engine: 'external', template };
    const { status, body } = await app.ask(root, { path: '/api/v1/reports', method: 'POST', json });
    if (status !== 201) throw new Error(JSON.stringify(body));
  }
});
afterAll(async () => {
  await app.close();
  await engine.close();
});

const execute = (query: string, init: RequestInit = {}) =>
  fetch(`${app.url}/reports/execute?${query}`, { headers: { Cookie: root.cookie }, ...init });
const countRequests = () => engine.requests.length;

test.each(EXTERNAL_FORMATS)('GET /reports/execute runs an external report as %s', async (format) => {
  const answer = await execute(`_repName=test&_repFormat=${format}`);
  expect({ status: answer.status, type: answer.headers.get('content-type') }).toEqual({
    status: 200,
    type: FORMATS[format].mime,
  });
  expect(answer.headers.get('content-disposition')).toContain(
    FORMATS[format].inline ? 'inline' : 'attachment',
  );
  expect((await answer.arrayBuffer()).byteLength).toBe(Number(answer.headers.get('content-length')));
});

test('GET /reports/execute answers 502 in one line with the id of the run when the external engine fails', async () => {
  const answer = await execute('_repName=missing&_repFormat=pdf');
  const text = await answer.text();
  expect({ status: answer.status, type: answer.headers.get('content-type') }).toEqual({
    status: 502,
    type: 'text/plain; charset=utf-8',
  });
  const [, id] = /could not run "missing" \(run ([\w-]{36})\)/.exec(text) ?? [];
  const { body } = await app.ask<any>(root, { path: `/api/v1/executions/${id}` });
  expect(body).toMatchObject({ status: 'failed', error_code: 'report-server.engine_failed' });
});

test.each([
  ['a format that it lacks', '_repFormat=odt', /has no odt\. Choose one of html, pdf/],
  ['xml', '_repFormat=xml', /has no xml/],
  ['two values of a list', 'regions=north&regions=south', /one value of "regions" only/],
  ['a text for a number', 'year=soon', /year/],
  ['a folder of the server', 'SUBREPORT_DIR=/etc', /not accepted/],
])('GET /reports/execute refuses %s before the external engine is called', async (_name, query, message) => {
  const before = countRequests();
  const answer = await execute(`_repName=test&${query}`);
  expect({ status: answer.status, calls: countRequests() - before }).toEqual({ status: 400, calls: 0 });
  expect(await answer.text()).toMatch(message);
});

test('GET /api/v1/reports/{key}/config lists the formats of the external engine', async () => {
  const { body } = await app.ask<any>(root, { path: '/api/v1/reports/test/config' });
  expect(body.formats.map(({ name }: any) => name)).toEqual(EXTERNAL_FORMATS);
});

// What only the stand-in shows, because it has reports for it or records what it is asked.
if (!REAL_ENGINE) {
  test('GET /reports/execute sends declared parameters as texts, and nothing that replaces its own', async () => {
    const answer = await execute(
      '_repName=test&_repFormat=csv&year=2024&regions=north&other=1&_saveIsEnabled=true&_repLocale=fr&_repTimeZone=Europe/Paris',
    );
    expect(answer.headers.get('x-ignored-parameters')).toBe('other');
    const sent = Object.fromEntries(engine.requests.at(-1)!.query);
    expect(sent).toEqual({
      ...{ year: '2024', day: '2024-02-29', regions: 'north', _repName: 'test', _repFormat: 'csv' },
      ...{ _repLocale: 'fr_FR', _repTimeZone: 'Europe/Paris', _repEncoding: 'UTF-8' },
    });
  });

  test('GET /reports/execute takes the pictures of each HTML run from the session of that run', async () => {
    const runs = await Promise.all([execute('_repName=pictures'), execute('_repName=test')]);
    const [html] = await Promise.all(runs.map((run) => run.text()));
    const [inline, stored] = [...html!.matchAll(/<img src="([^"]+)"/g)].map(([, address]) => address!);
    expect(inline).toMatch(/^data:image\/png;base64,/);
    const picture = await fetch(new URL(stored!, `${app.url}/reports/`), {
      headers: { Cookie: root.cookie },
    });
    expect({ status: picture.status, type: picture.headers.get('content-type') }).toEqual({
      status: 200,
      type: 'image/png',
    });
    expect((await picture.arrayBuffer()).byteLength).toBeGreaterThan(16 * 1024);
    const asked = engine.requests.filter(({ path }) => path.endsWith('report_image'));
    expect(asked.map(({ cookie }) => cookie)).toEqual([
      expect.stringMatching(/^JSESSIONID=/),
      asked[0]!.cookie,
    ]);
  });

  test.each(['html', 'pdf', 'csv'])(
    'GET /reports/execute answers 502 for a page about a failure in a 200 as %s',
    async (format) => {
      const answer = await execute(`_repName=broken&_repFormat=${format}`);
      expect({ status: answer.status, text: await answer.text() }).toEqual({
        status: 502,
        text: expect.not.stringContaining('jasperreports'),
      });
    },
  );

  test('GET /reports/execute does not follow the external engine to another address', async () => {
    const before = countRequests();
    expect((await execute('_repName=elsewhere&_repFormat=pdf')).status).toBe(502);
    expect(countRequests() - before).toBe(1);
  });

  test('GET /reports/execute leaves the external engine when its client leaves, and records it', async () => {
    const client = new AbortController();
    const left = execute('_repName=slow', { signal: client.signal });
    await until('the engine is called', () => engine.requests.at(-1)?.query.get('_repName') === 'slow');
    client.abort();
    await expect(left).rejects.toThrow();
    await engine.requests.at(-1)!.closed;
    const path = '/api/v1/executions?report=slow&status=cancelled';
    await until('the run is cancelled', async () => {
      const { body } = await app.ask<any>(root, { path });
      return body.executions.length === 1;
    });
  });

  test.each([
    ['takes too long', { report: 'slow', timeoutMs: 100 }, 'gateway_timeout'],
    ['sends too much', { report: 'large', maxBytes: 1024 }, 'unprocessable'],
    ['is in a forbidden network', { report: 'test', allowedNetworks: [] }, 'bad_gateway'],
    ['cannot be reached', { report: 'test', url: 'http://127.0.0.1:9/jri/report' }, 'bad_gateway'],
  ])('a run on an external engine that %s fails', async (_name, { report, ...options }, kind) => {
    const folder = await mkdtemp(join(tmpdir(), 'cairn-external-'));
    const client = createExternalEngine({
      ...{ url: engine.url, allowedNetworks: ['127.0.0.0/8'], timeoutMs: 10_000, maxBytes: 1024 ** 2 },
      ...{ logger: { warn: () => undefined }, ...options },
    });
    const task = {
      report,
      format: 'pdf',
      parameters: {},
      locale: 'en',
      timeZone: 'UTC',
      datasource: null,
    } as const;
    const run = { id: 'run', path: join(folder, 'document'), signal: new AbortController().signal };
    await expect(
      client.run(
        { engine: 'external', storesPictures: true, ...task },
        { ...run, storePicture: async () => '' },
      ),
    ).rejects.toMatchObject({ kind });
    await client.close();
    await rm(folder, { recursive: true });
  });
}
