import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { bodyOf, until } from '@cairn/testing';
import * as xlsx from 'xlsx';
import { places, sales, startExplorer } from './explorer-app.ts';
import type { ExplorerApp } from './explorer-app.ts';

const TABLES = `
  CREATE TABLE shop.texts (id integer PRIMARY KEY, note text, n numeric, "=f" text);
  INSERT INTO shop.texts VALUES (1, '=1+1', -5, 'a'), (2, '-5', 0.5, NULL), (3, '+49 30', NULL, ''), (4, E'\\t@x,"y"\\r\\nz', 7, '"=q"'),
    (5, 'a_x0041_b', 12345678901234567890.12, E'<&>\\x01 ');
  CREATE TABLE shop.shapes (id integer PRIMARY KEY, a_long_column_name text, a_long_column_title text, seen timestamptz, big bigint,
    geom public.geometry(Geometry, 32633));
  INSERT INTO shop.shapes VALUES
    (1, repeat('ü', 200), 'x', '2024-04-16 06:00:00.123456Z', 9007199254740993, 'SRID=32633;POINT(500000 5000000)'),
    (2, 'b', NULL, NULL, 1, 'SRID=32633;POLYGON((500000 5000000,500000 5001000,501000 5001000,501000 5000000,500000 5000000))'),
    (3, 'c', NULL, NULL, NULL, NULL);
  CREATE TABLE shop.many AS SELECT i AS id, repeat('x', 400) AS filler, public.ST_Point(0, 0, 4326)::public.geometry(Point, 4326) AS geom
    FROM generate_series(1, 60000) AS i;
  CREATE TABLE shop."NOTES" AS SELECT generate_series(1, 2) AS id;
  GRANT SELECT ON ALL TABLES IN SCHEMA shop TO `;

let app: ExplorerApp;
let folder: string;
beforeAll(async () => {
  app = await startExplorer();
  await app.source.query(TABLES + app.sample.readerUser);
  await app.source.query(`REVOKE ALL ON shop.secret FROM ${app.sample.readerUser}`);
  folder = mkdtempSync(join(tmpdir(), 'cairn-export-'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await app.close();
});

const texts = { datasource: 'sample', schema: 'shop', table: 'texts' };
const shapes = { datasource: 'sample', schema: 'shop', table: 'shapes' };
const many = { datasource: 'sample', schema: 'shop', table: 'many' };

/** Sends the request and resolves with the answer before its body. */
function start(query: string, body: object, person = app.ada): Promise<IncomingMessage> {
  const headers = { cookie: person.cookie, 'content-type': 'application/json' };
  return new Promise((resolve, reject) => {
    const sent = request(`${app.url}/api/v1/explorer/export?${query}`, { method: 'POST', headers }, resolve);
    sent.on('error', reject).end(JSON.stringify(body));
  });
}

async function download(query: string, body: object, person = app.ada) {
  const answer = await start(query, body, person);
  const bytes = Buffer.concat(await answer.toArray());
  const { statusCode: status, headers, trailers } = answer;
  return { status, headers, trailers, bytes, text: bytes.toString() };
}

/** The files of a ZIP, in a folder of their own. */
function unzip(bytes: Buffer): string {
  const to = mkdtempSync(join(folder, 'zip-'));
  writeFileSync(join(to, 'file.zip'), bytes);
  execFileSync('python3', ['-m', 'zipfile', '-e', join(to, 'file.zip'), to]);
  rmSync(join(to, 'file.zip'));
  return to;
}

/** Paths of the files that this process has open. */
function openFiles(): string[] {
  return readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      return [readlinkSync(`/proc/self/fd/${fd}`)];
    } catch {
      return [];
    }
  });
}

const activeCopies = async () => {
  const { rows } = await app.source.query(
    `SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'COPY%' AND state = 'active'`,
  );
  return rows[0].n as number;
};

test('POST /api/v1/explorer/export writes CSV with CRLF, numbers as they are, and an apostrophe before formulas', async () => {
  const { headers, trailers, text } = await download('format=csv', { ...texts, sort: [{ column: 'id' }] });
  expect(text).toBe(
    `id,note,n,'=f\r\n1,'=1+1,-5,a\r\n2,'-5,0.5,\r\n3,'+49 30,,""\r\n4,"'\t@x,""y""\r\nz",7,"""=q"""\r\n` +
      `5,a_x0041_b,12345678901234567890.12,<&>\x01 \r\n`,
  );
  expect(headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename=texts.csv',
    'cache-control': 'no-store',
  });
  expect(trailers).toEqual({ 'x-row-count': '5', 'x-truncated': 'false' });
});

test('POST /api/v1/explorer/export writes texts as they are with raw=1, and a byte order mark with bom=1', async () => {
  const body = { ...texts, columns: ['note'], filter: { column: 'note', op: 'eq', value: '=1+1' } };
  expect((await download('format=csv&raw=1&bom=1', body)).text).toBe('\ufeffnote\r\n=1+1\r\n');
});

test('POST /api/v1/explorer/export binds values that are in no text of its statement', async () => {
  const value = `' OR 1=1; DROP TABLE shop.texts; --`;
  const filter = {
    or: [
      { column: 'note', op: 'eq', value },
      { column: 'id', op: 'in', value: [2, 3] },
    ],
  };
  const { text } = await download('format=csv', { ...texts, columns: ['id'], filter });
  expect(text).toBe('id\r\n2\r\n3\r\n');
});

test('POST /api/v1/explorer/export stops at its limit and says so in a trailer', async () => {
  for (const format of ['csv', 'geojson', 'excel']) {
    const { trailers } = await download(`format=${format}`, { ...places, limit: 3 });
    expect({ format, trailers }).toEqual({
      format,
      trailers: { 'x-row-count': '3', 'x-truncated': 'true' },
    });
  }
});

test('POST /api/v1/explorer/export names the sheet of its notes unlike that of the table', async () => {
  const notes = { datasource: 'sample', schema: 'shop', table: 'NOTES' };
  const { bytes } = await download('format=excel', { ...notes, limit: 1 });
  const { SheetNames, Sheets } = xlsx.read(bytes);
  expect(SheetNames).toEqual(['NOTES', 'About this file']);
  expect(Sheets['About this file']!.A1).toMatchObject({ v: expect.stringContaining('the first 1') });
});

test('POST /api/v1/explorer/export writes groups and times of a zone, the same in csv and excel', async () => {
  const body = { ...sales, columns: ['sold_at'], filter: { column: 'id', op: 'eq', value: 1 } };
  const zone = { time_zone: 'America/Denver' };
  expect((await download('format=csv', { ...body, ...zone })).text).toBe(
    'sold_at\r\n2024-04-16 00:00:00-06\r\n',
  );
  const { bytes } = await download('format=excel', { ...body, ...zone });
  const sheet = xlsx.read(bytes).Sheets.sales!;
  expect(sheet.A2).toMatchObject({ t: 'n', v: 45_398 });
  const groups = { ...sales, group_by: [{ column: 'region' }], aggregates: [{ fn: 'count' }] };
  expect((await download('format=csv', groups)).text).toBe('region,count\r\nnorth,3\r\nsouth,2\r\n');
});

test('POST /api/v1/explorer/export writes a workbook of numbers, dates and texts, and digits beyond 15 as text', async () => {
  const { bytes, headers } = await download('format=excel', { ...texts, sort: [{ column: 'id' }] });
  expect(headers['content-disposition']).toBe('attachment; filename=texts.xlsx');
  const rows = xlsx.utils.sheet_to_json(xlsx.read(bytes).Sheets.texts!, { header: 1, raw: true });
  expect(rows).toEqual([
    ['id', 'note', 'n', '=f'],
    [1, '=1+1', -5, 'a'],
    [2, '-5', 0.5],
    [3, '+49 30', undefined, ''],
    [4, '\t@x,"y"\r\nz', 7, '"=q"'],
    [5, 'a_x0041_b', '12345678901234567890.12', '<&> '],
  ]);
  const typed = xlsx.read((await download('format=excel', { ...sales, sort: [{ column: 'id' }] })).bytes);
  expect(xlsx.utils.sheet_to_json(typed.Sheets.sales!, { raw: true })[0]).toMatchObject({
    ...{ amount: 0.1, price: 1.5, sold_on: 45_322, sold_at: 45_398.25, big: '9007199254740993', paid: true },
  });
  expect(typed.Sheets.sales!.E4).toBeUndefined();
});

test('POST /api/v1/explorer/export writes GeoJSON in degrees, with rings by the right-hand rule and exact numbers', async () => {
  const { text, trailers } = await download('format=geojson', { ...shapes, sort: [{ column: 'id' }] });
  const { type, features, ...more } = JSON.parse(text);
  expect({ type, more, trailers }).toEqual({
    type: 'FeatureCollection',
    more: {},
    trailers: { 'x-row-count': '3', 'x-truncated': 'false' },
  });
  expect(features[0]).toMatchObject({
    geometry: { type: 'Point', coordinates: [15, 45.1534772] },
    properties: { id: 1, big: '9007199254740993', seen: '2024-04-16T06:00:00.123456+00:00' },
  });
  const [[west, south], [nextX]] = features[1].geometry.coordinates[0];
  expect(nextX).toBeGreaterThan(west);
  expect(south).toBeCloseTo(45.15, 2);
  expect(features[2].geometry).toBeNull();
  const numbers = await download('format=geojson', { ...places, columns: ['id'], limit: 1 });
  expect(JSON.parse(numbers.text).features[0].properties).toEqual({ id: 1 });
});

test('POST /api/v1/explorer/export writes an empty FeatureCollection for no rows', async () => {
  const { text } = await download('format=geojson', {
    ...places,
    filter: { column: 'id', op: 'eq', value: -1 },
  });
  expect(JSON.parse(text)).toEqual({ type: 'FeatureCollection', features: [] });
});

test('POST /api/v1/explorer/export writes a GeoPackage with index and reference system, in a ZIP', async () => {
  const { bytes, headers, trailers } = await download('format=gpkg', shapes);
  expect(headers).toMatchObject({
    'content-type': 'application/zip',
    'content-disposition': 'attachment; filename=shapes.gpkg.zip',
  });
  expect(trailers).toEqual({ 'x-row-count': '3', 'x-truncated': 'false' });
  const file = join(unzip(bytes), 'shapes.gpkg');
  const said = execFileSync('ogrinfo', ['-al', '-q', file], { encoding: 'utf8' });
  expect(said).toContain('seen (DateTime) = 2024/04/16 06:00:00.123+00');
  expect(said).toContain('big (Integer64) = 9007199254740993');
  expect(said).toContain('POINT (500000 5000000)');
  const db = new DatabaseSync(file, { readOnly: true });
  expect(db.prepare('SELECT min_x, max_y, srs_id FROM gpkg_contents').all()).toEqual([
    { min_x: 500_000, max_y: 5_001_000, srs_id: 32_633 },
  ]);
  expect(db.prepare('SELECT count(*) AS n FROM rtree_shapes_geom').get()).toEqual({ n: 2 });
  expect(db.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
  db.close();
});

test('POST /api/v1/explorer/export writes a shapefile for each kind of geometry, and lists what it cut and left out', async () => {
  const { bytes } = await download('format=shapefile', shapes);
  const to = unzip(bytes);
  const endings = ['cpg', 'dbf', 'prj', 'shp', 'shx'];
  expect(readdirSync(to).sort()).toEqual([
    'fields.csv',
    'notes.txt',
    ...endings.map((ending) => `shapes_point.${ending}`),
    ...endings.map((ending) => `shapes_polygon.${ending}`),
  ]);
  const read = (name: string) => execFileSync('cat', [join(to, name)], { encoding: 'utf8' });
  expect(read('fields.csv')).toContain(
    'a_long_col,a_long_column_name,1\r\na_long_c_2,a_long_column_title,0\r\n',
  );
  expect(read('notes.txt')).toBe(
    'Left out: 1 rows without a geometry.\r\nCut: 1 texts of more than 254 bytes; fields.csv says in which fields.\r\n',
  );
  const said = execFileSync('ogrinfo', ['-al', '-q', join(to, 'shapes_point.shp')], { encoding: 'utf8' });
  expect(said).toContain(`a_long_col (String) = ${'ü'.repeat(127)}\n`);
  expect(said).toContain('big (Integer64) = 9007199254740993');
});

test.each([
  ['a format that it does not know', 'format=pdf', {}, 400, 'format'],
  ['a geometry where there is none', 'format=geojson', { table: 'texts' }, 400, 'no geometry column'],
  ['a geometry without reference system', 'format=gpkg', { table: 'nowhere' }, 400, 'SRID 0'],
  [
    'groups as features',
    'format=geojson',
    { aggregates: [{ fn: 'count' }] },
    400,
    'aggregates: geojson has features',
  ],
  ['an unknown column', 'format=csv', { columns: ['nam'] }, 400, 'columns[0]: there is no column "nam"'],
  ['a table that is not there', 'format=csv', { table: 'nothing' }, 404, 'There is no table shop.nothing'],
  [
    'a table that the login may not read',
    'format=csv',
    { table: 'secret' },
    404,
    'There is no table shop.secret',
  ],
])('POST /api/v1/explorer/export refuses %s', async (_what, query, more, status, sentence) => {
  const answer = await download(query, { ...places, ...more });
  expect({ status: answer.status, error: JSON.parse(answer.text).error }).toEqual({
    status,
    error: expect.stringContaining(sentence),
  });
});

test('POST /api/v1/explorer/export returns 404 without the right to view the datasource, and 401 without a login', async () => {
  expect((await download('format=csv', places, app.eve)).status).toBe(404);
  const answer = await fetch(`${app.url}/api/v1/explorer/export?format=csv`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(places),
  });
  expect([answer.status, (await bodyOf(answer)).code]).toEqual([401, expect.any(String)]);
});

test('POST /api/v1/explorer/export applies row policies in every format', async () => {
  const policies = '/api/v1/datasources/sample/row-policies';
  const filter = { column: 'id', op: 'lte', value: 2 };
  const made = await app.ask(app.root, {
    path: policies,
    method: 'POST',
    json: { schema: 'shop', table: 'places', group_id: null, filter },
  });
  expect(made.status).toBe(201);
  try {
    for (const format of ['csv', 'excel', 'geojson', 'gpkg', 'shapefile']) {
      const { trailers } = await download(`format=${format}`, places);
      expect({ format, rows: trailers['x-row-count'] }).toEqual({ format, rows: '2' });
    }
  } finally {
    await app.ask(app.root, { path: `${policies}/${made.body.id}`, method: 'DELETE' });
  }
});

test('POST /api/v1/explorer/export is on record with what was asked for', async () => {
  await download('format=csv', {
    ...places,
    columns: ['name'],
    filter: { column: 'id', op: 'eq', value: 1 },
  });
  const { rows } = await app.admin.query(
    `SELECT actor_name, subject, details FROM report_server.audit_events WHERE event = 'data.exported' ORDER BY id DESC LIMIT 1`,
  );
  expect(rows).toEqual([
    {
      actor_name: 'ada',
      subject: 'sample: shop.places',
      details: expect.objectContaining({
        format: 'csv',
        columns: ['name'],
        filter: { column: 'id', op: 'eq', value: 1 },
      }),
    },
  ]);
});

test.each(['csv', 'geojson', 'excel', 'gpkg', 'shapefile'])(
  'POST /api/v1/explorer/export as %s ends its statement, closes its files and removes them when the client leaves',
  async (format) => {
    const answer = await start(`format=${format}&raw=1`, many);
    answer.destroy();
    await until('no export is left', async () => (await activeCopies()) === 0);
    const work = join(app.storageRoot, 'work');
    await until('no file handle is left', () => openFiles().every((file) => !file.startsWith(work)));
    await until('no file is left', () => {
      try {
        return readdirSync(work).length === 0;
      } catch {
        return true;
      }
    });
    expect((await download('format=csv', { ...places, columns: ['id'], limit: 1 })).status).toBe(200);
  },
);

test('an export whose caller loses access in the middle of it ends, and nothing more is read', async () => {
  const file = new PassThrough({ highWaterMark: 1024 });
  const actor = await app.context.auth.identify({ headers: { cookie: app.ada.cookie } } as never);
  let lose: (error: Error) => void = () => undefined;
  const opened = await app.context.queries.openTable(actor, many);
  const running = app.context.exports.run(opened, {
    format: 'csv',
    request: { limit: 5_000_000 },
    csv: { raw: false, bom: false },
    cause: { actorId: actor.id, actorName: actor.username, ip: '127.0.0.1', requestId: 'test' },
    signal: new AbortController().signal,
    begin() {
      // Nobody reads: the statement waits in the middle of its rows.
      file.once('readable', () => lose(new Error('the token has expired')));
      return file;
    },
    watch(onLost) {
      lose = onLost;
      return () => undefined;
    },
  });
  file.on('error', () => undefined);
  await expect(running).rejects.toThrow('the token has expired');
  expect(file.destroyed).toBe(true);
  await until('the statement has ended', async () => (await activeCopies()) === 0);
});
