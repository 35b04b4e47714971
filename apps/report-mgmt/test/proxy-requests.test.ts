import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startService } from '@cairn/testing';
import { startProxyApp, textOf } from './proxy-app.ts';
import type { ProxyApp } from './proxy-app.ts';
import { startRawEngine } from './raw-engine.ts';
import type { RawEngine } from './raw-engine.ts';

const MIB = 1024 ** 2;
const CSV = { 'Content-Type': 'text/csv' };

let engine: RawEngine;
let app: ProxyApp;
beforeAll(async () => {
  engine = await startRawEngine();
  app = await startProxyApp({ reports: ['plain', 'cut', 'page'], env: { REPORT_ENGINE_URL: engineUrl() } });
  engine.on('plain', (_request, response) => response.writeHead(200, CSV).end('a,b'));
});
afterAll(async () => {
  await app.close();
  await engine.close();
});

/** An address that holds a secret of the operator. */
const engineUrl = () => `${engine.url}/engine/run?key=planted-secret`;
const queryOf = (report: string) => `_repName=${report}&_repFormat=csv`;
const countRequests = () => engine.requests.length;

test.each([
  ['no report', '', 400, 'Invalid report.'],
  ['a report that cannot be', '_repName=../plain', 400, 'Invalid report.'],
  ['an unknown format', '_repName=plain&_repFormat=exe', 400, 'Unsupported export format.'],
  [
    'a file name with a header',
    '_repName=plain&_outFilename=a%0d%0aX-Own:1',
    400,
    'A file name has no line breaks',
  ],
  ['a missing report', '_repName=missing', 404, 'Report not found.'],
])(
  'GET /reports/execute_report.php answers %s in one line and calls no engine',
  async (_name, query, status, text) => {
    const before = countRequests();
    const answer = await app.execute(query, app.root);
    expect(answer.headers.get('x-own')).toBeNull();
    expect(await textOf(answer)).toEqual({
      ...{ status, type: 'text/plain; charset=utf-8' },
      text: expect.stringMatching(new RegExp(`^${text}[^\n]*\n$`)),
    });
    expect(countRequests()).toBe(before);
  },
);

test('GET /reports/execute_report.php is 403 for users and visitors without permission on the report', async () => {
  const before = countRequests();
  for (const person of [app.ada, null]) {
    const answer = await textOf(await app.execute(queryOf('closed'), person));
    expect(answer).toMatchObject({ status: 403, text: expect.stringMatching(/^Permission denied/) });
  }
  expect(countRequests()).toBe(before);
});

test('POST /reports/execute_report.php is 405, since the query alone decides', async () => {
  const answer = await app.execute(queryOf('plain'), app.ada, {
    method: 'POST',
    headers: { cookie: app.ada.cookie },
  });
  expect({ status: answer.status, allow: answer.headers.get('allow') }).toEqual({
    status: 405,
    allow: 'GET, HEAD',
  });
});

test('GET /reports/execute_report.php passes every value of a key on, and no option or credential', async () => {
  const answer = await app.execute(
    `${queryOf('plain')}&city=K%C3%B6ln&city=Ulm&empty=&_saveIsEnabled=true&REPORT_DIR=/etc`,
    app.ada,
    { headers: { cookie: app.ada.cookie, authorization: 'Basic Zm9vOmJhcg==', 'x-forwarded-host': 'evil' } },
  );
  expect(await answer.text()).toBe('a,b');
  const { path, query, headers } = engine.requests.at(-1)!;
  expect({ path, pairs: [...query] }).toEqual({
    path: '/engine/run',
    pairs: [
      ['key', 'planted-secret'],
      ['_repName', 'plain'],
      ['_repFormat', 'csv'],
      ['_dataSource', 'shop'],
      ['city', 'Köln'],
      ['city', 'Ulm'],
      ['empty', ''],
    ],
  });
  expect(headers).not.toHaveProperty('cookie');
  expect(headers).not.toHaveProperty('authorization');
  expect(headers.host).toBe(new URL(engine.url).host);
});

test('GET /reports/execute_report.php passes the status and the five headers of an engine on, and no others', async () => {
  engine.on('plain', (_request, response) =>
    response
      .writeHead(422, {
        ...{
          'Content-Type': 'application/json',
          'Content-Disposition': 'inline',
          'Cache-Control': 'private',
        },
        ...{ Pragma: 'no-cache', Expires: '0', 'Set-Cookie': 'a=planted-secret', Server: 'planted-secret' },
        ...{ Location: 'http://planted-secret', 'X-Own': 'planted-secret', 'Content-Length': '16' },
      })
      .end('{"error":"rows"}'),
  );
  const answer = await app.execute(queryOf('plain'));
  const headers = Object.fromEntries(answer.headers);
  expect({ status: answer.status, body: await answer.json() }).toEqual({
    status: 422,
    body: { error: 'rows' },
  });
  expect(headers).toMatchObject({
    ...{ 'content-type': 'application/json', 'content-disposition': 'inline', 'cache-control': 'private' },
    ...{ pragma: 'no-cache', expires: '0', 'x-content-type-options': 'nosniff' },
  });
  expect(JSON.stringify(headers)).not.toContain('planted-secret');
  expect(headers).not.toHaveProperty('x-own');
  expect(await app.lastRun('plain')).toMatchObject({
    ...{ status: 'failed', error: 'The report engine answered with status 422.' },
  });
});

test('GET /reports/execute_report.php answers 502 when an engine leads elsewhere, and does not follow', async () => {
  engine.on('plain', (_request, response) => response.writeHead(307, { Location: '/engine/other' }).end());
  const before = countRequests();
  const answer = await app.execute(queryOf('plain'));
  expect({ status: answer.status, location: answer.headers.get('location') }).toEqual({
    status: 502,
    location: null,
  });
  expect(countRequests() - before).toBe(1);
});

test.each([
  ['a line break in a header', 'Content-Disposition: inline; filename="a\rSet-Cookie: b=1"', 502],
  ['a control character in a header', 'Content-Disposition: inline; filename="a\x01"', 502],
  ['a name that is not ASCII', 'Content-Disposition: inline; filename="ü.csv"', 200],
])('GET /reports/execute_report.php does not spoil its answer by %s', async (_name, header, status) => {
  const head = `HTTP/1.1 200 OK\r\nContent-Type: text/csv\r\n${header}\r\nContent-Length: 3\r\n\r\na,b`;
  engine.on('plain', (_request, response) => response.socket?.end(head));
  const answer = await app.execute(queryOf('plain'));
  expect({ status: answer.status, cookie: answer.headers.get('set-cookie') }).toEqual({
    status,
    cookie: null,
  });
  expect(await answer.text()).not.toContain('Set-Cookie');
});

test('GET /reports/execute_report.php keeps the address of the engine out of answers, logs and rows', async () => {
  const service = await startService({
    script: join(import.meta.dirname, '../src/main.ts'),
    config: app.config,
    env: { REPORT_ENGINE_URL: engineUrl(), REPORTS_ROOT: app.reportsRoot },
  });
  engine.on('plain', (incoming) => incoming.socket.destroy());
  engine.on('page', (incoming, response) =>
    response
      .writeHead(500, { 'Content-Type': 'text/plain' })
      .end(`no such report: ${incoming.url} ${incoming.headers.host}`),
  );
  engine.on('cut', (_request, response) => {
    response.writeHead(200, CSV);
    response.write('a', () => setTimeout(() => response.destroy(), 20));
  });
  const answers: string[] = [];
  for (const report of ['plain', 'cut', 'page', 'missing']) {
    const url = `${service.url}/report-mgmt/reports/execute_report.php?${queryOf(report)}`;
    const answer = await fetch(url, { headers: { cookie: app.ada.cookie } });
    answers.push(await answer.text().catch((error: Error) => error.message));
  }
  await service.stop();
  const { rows } = await app.admin.query('SELECT * FROM report_mgmt.executions');
  expect(answers).toEqual([
    expect.stringMatching(/^The report engine cannot be reached/),
    'terminated',
    expect.stringMatching(/^no such report: .*[?&]key=\[secret\]&/),
    expect.stringMatching(/^Report not found/),
  ]);
  expect(service.lines.join('\n')).toContain('report-mgmt.engine_unreachable');
  expect(JSON.stringify([answers, service.lines, rows])).not.toContain('planted-secret');
});

const PICTURES = 200;
const FILLER = 'Zeile mit Umlauten äöü und 報告\n'.repeat(2_800);
const pictureTag = (image: string) => `<img src="report_image?image=${image}&amp;uuid=run-1">`;

test('GET /reports/execute_report.php links 200 pictures of a document of 20 MB, and nothing else of it changes', async () => {
  const pieces = Array.from({ length: PICTURES }, (_, i) => FILLER + pictureTag(`p${i}.png`));
  engine.on('page', (_request, response) =>
    response.writeHead(200, { 'Content-Type': 'text/html' }).end(pieces.join('')),
  );
  const html = await (await app.execute('_repName=page')).text();
  expect(html.length).toBeGreaterThan(15 * MIB);
  const [, uuid] = /uuid=([0-9a-f-]{36})/.exec(html)!;
  const link =
    /<img src="\.\.\/report_image\.php\?_repName=page&amp;image=(p\d+\.png)&amp;uuid=([0-9a-f-]{36})">/g;
  expect(new Set([...html.matchAll(link)].map(([, , id]) => id))).toEqual(new Set([uuid]));
  expect(html.replaceAll(link, (_tag, image: string) => pictureTag(image)) === pieces.join('')).toBe(true);
});

test('GET /report_image.php takes pictures only, from the run of the engine, below any base path', async () => {
  const types = { 'a.png': 'image/png', 'b.svg': 'image/svg+xml', 'c.html': 'text/html', 'd.bin': '' };
  engine.on('page', (_request, response) =>
    response.writeHead(200, { 'Content-Type': 'text/html' }).end(Object.keys(types).map(pictureTag).join('')),
  );
  for (const [image, type] of Object.entries(types)) {
    engine.on(image, (_request, response) =>
      response
        .writeHead(200, { ...(type ? { 'Content-Type': type } : {}), 'Content-Length': '3', 'X-Own': '1' })
        .end('abc'),
    );
  }
  const page = `${app.url}/report-mgmt/reports/execute_report.php?_repName=page`;
  const html = await (await fetch(page, { headers: { cookie: app.ada.cookie } })).text();
  const answers: Record<string, unknown> = {};
  for (const [, address] of html.matchAll(/src="([^"]+)"/g)) {
    const url = new URL(address!.replaceAll('&amp;', '&'), page);
    expect(url.pathname).toBe('/report-mgmt/report_image.php');
    const answer = await fetch(url, { headers: { cookie: app.ada.cookie } });
    const { status, headers } = answer;
    expect(headers.get('x-own')).toBeNull();
    answers[url.searchParams.get('image')!] = [
      status,
      headers.get('content-type'),
      headers.get('content-length'),
      await answer.text(),
    ];
  }
  expect(answers).toEqual({
    'a.png': [200, 'image/png', '3', 'abc'],
    'b.svg': [200, 'image/svg+xml', '3', 'abc'],
    'c.html': [502, null, '0', ''],
    'd.bin': [502, null, '0', ''],
  });
  const { path, query } = engine.requests.at(-1)!;
  expect({ path, query: Object.fromEntries(query) }).toEqual({
    ...{ path: '/engine/report_image', query: { image: 'd.bin', uuid: 'run-1' } },
  });
});
