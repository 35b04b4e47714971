import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { until } from '@cairn/testing';
import { deleteDataset, onDataset, versionsOf } from './catalog.ts';
import { ask } from './client.ts';
import { addDataset, createToken, publishWithToken } from './publishing.ts';
import { startTestVault } from './test-app.ts';
import type { Person, TestVault } from './test-app.ts';
import { decodeTile } from './tile-client.ts';

const run = promisify(execFile);

let app: TestVault;
let ada: Person;
/** A private dataset, and one that visitors may view. */
let closed: { id: string; path: string; token: string };
let open: { id: string; path: string; token: string };

beforeAll(async () => {
  app = await startTestVault({ inspects: false });
  ada = await app.signUp({ username: 'ada' });
  closed = await publishWithToken(app, ada, await addDataset(app, ada, 'closed'));
  open = await publishWithToken(app, ada, await addDataset(app, ada, 'open'));
  await app.grantToPublic({ on: 'vault', resourceType: 'service' });
  await app.grantToPublic({ on: 'open' });
});
afterAll(() => app.close());

const read = (path: string, person: Person | null = null, headers: Record<string, string> = {}) =>
  ask(app, person, { path, headers });

test('GET /published/{publication}.json returns TileJSON with absolute addresses, fields, bounds and zoom range', async () => {
  const json = { title: 'Lands & seas', attribution: '© <img src=x onerror=alert(1)> Natural Earth' };
  await onDataset(app, ada, { name: 'closed', path: '/metadata', json });
  const { status, body } = await read(`${closed.path}.json`, ada);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    tilejson: '3.0.0',
    name: 'Lands & seas',
    attribution: '© &lt;img src=x onerror=alert(1)&gt; Natural Earth',
    minzoom: 0,
    maxzoom: 18,
  });
  expect(body.bounds).toHaveLength(4);
  const [layer] = body.vector_layers;
  expect(layer).toMatchObject({ id: 'features', fields: { name: 'String' } });
  const [tiles] = body.tiles;
  expect(tiles).toMatch(
    new RegExp(`^${app.url}/vault/published/${closed.id}/{z}/{x}/{y}\\.pbf\\?v=[-0-9a-f]+$`),
  );
});

test('GET /published/{publication}/{z}/{x}/{y}.pbf returns features with their values', async () => {
  const [url] = (await read(`${closed.path}.json?token=${closed.token}`)).body.tiles;
  expect(url).toContain(`&token=${closed.token}`);
  const tile = await fetch(url.replace('{z}/{x}/{y}', '0/0/0'));
  const { features } = decodeTile(Buffer.from(await tile.arrayBuffer()));
  expect(features.map(({ properties }) => properties.name)).toContain('France');
  expect((await read(`${closed.path}/1/2/0.pbf`, ada)).status).toBe(404);
  expect((await read(`${closed.path}/23/0/0.pbf`, ada)).status).toBe(400);
  expect((await read(`${closed.path}/12/0/0.pbf`, ada)).status).toBe(204);
});

test('GDAL reads a published tile over HTTP with a token', async () => {
  const tile = `${app.url}${closed.path}/0/0/0.pbf?token=${closed.token}`;
  const { stdout } = await run('ogrinfo', ['-ro', '-al', '-so', `MVT:/vsicurl/${tile}`]);
  expect(stdout).toMatch(/Layer name: features/);
  expect(stdout).toMatch(/name: String/);
  expect(Number(/Feature Count: (\d+)/.exec(stdout)?.[1])).toBeGreaterThan(100);
});

test('a published layer follows the latest version under the same address', async () => {
  const moving = await publishWithToken(app, ada, await addDataset(app, ada, 'moving'));
  const before = await read(`${moving.path}.json`, ada);
  const tile = await read(`${moving.path}/0/0/0.pbf`, ada);
  const edit = await ask(app, ada, {
    path: '/datasets/moving/versions/1/filter',
    method: 'POST',
    json: { layer: 'countries', where: `"name" = 'France'` },
    headers: { prefer: 'respond-async' },
  });
  app.work('version.derive');
  await app.context.jobs.finished(edit.body.id ?? edit.body.job_id);
  const after = await read(`${moving.path}.json`, ada);
  expect(after.body.tiles[0]).not.toBe(before.body.tiles[0]);
  const etag = { 'if-none-match': tile.headers.get('etag')! };
  const { status, body } = await read(`${moving.path}/0/0/0.pbf`, ada, etag);
  expect(status).toBe(200);
  expect(decodeTile(body).features.map(({ properties }) => properties.name)).toEqual(['France']);
});

test('only what is public is kept by shared caches, and pages of all sites read what needs no session', async () => {
  const [url] = (await read(`${open.path}.json`)).body.tiles;
  const addressed = new URL(url.replace('{z}/{x}/{y}', '0/0/0')).pathname.replace('/vault', '');
  const { search } = new URL(url);
  const cases: [string, Person | null, string, string | null][] = [
    [`${open.path}.json`, null, 'public, no-cache', '*'],
    [`${open.path}/0/0/0.pbf`, null, 'public, no-cache', '*'],
    [`${addressed}${search}`, null, 'public, max-age=300', '*'],
    [`${open.path}/0/0/0.pbf`, ada, 'private, no-cache', null],
    [`${closed.path}/0/0/0.pbf`, ada, 'private, no-cache', null],
    [`${closed.path}/0/0/0.pbf?token=${closed.token}`, null, 'private, no-cache', '*'],
  ];
  for (const [path, person, cache, origin] of cases) {
    const { status, headers } = await read(path, person, { origin: 'https://maps.example.org' });
    expect([status, headers.get('cache-control'), headers.get('access-control-allow-origin')]).toEqual([
      200,
      cache,
      origin,
    ]);
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    const etag = headers.get('etag')!;
    const again = await read(path, person, { 'if-none-match': etag });
    expect([again.status, again.headers.get('access-control-allow-origin')]).toEqual([304, origin]);
  }
  const other = await read(`/datasets/open/versions/1/tiles.json`, null, {
    origin: 'https://maps.example.org',
  });
  expect(other.headers.has('access-control-allow-origin')).toBe(false);
});

test('GET /published/{publication}.json returns 401, 403 and 404 alike for hidden and missing layers', async () => {
  const missing = '/published/00000000-0000-4000-8000-000000000000';
  const stranger = await app.signUp({ username: 'stranger' });
  expect((await read(`${closed.path}.json`)).status).toBe(401);
  expect((await read(`${missing}.json`)).status).toBe(401);
  expect((await read(`${closed.path}.json`, stranger)).status).toBe(403);
  expect((await read(`${missing}.json`, stranger)).status).toBe(404);
  const wrong = [
    'x',
    'cairn_tile_',
    closed.token.slice(0, -1),
    `${closed.token}0`,
    open.token,
    'a'.repeat(600),
  ];
  for (const token of wrong) {
    const [a, b] = [
      await read(`${closed.path}.json?token=${token}`),
      await read(`${missing}.json?token=${token}`),
    ];
    expect(a.status === 403 || (token.length > 512 && a.status === 400)).toBe(true);
    expect([b.status, b.body]).toEqual([a.status, a.body]);
    expect(JSON.stringify(a.body)).not.toContain(token);
    expect(a.headers.has('access-control-allow-origin')).toBe(false);
  }
  // The token alone decides, also for those who may read the layer.
  expect((await read(`${closed.path}.json?token=${open.token}`, ada)).status).toBe(403);
  expect((await read(`${closed.path}.json?token=${closed.token}&token=${closed.token}`)).status).toBe(403);
  expect((await read(`/published/x.json?token=${closed.token}`)).status).toBe(400);
});

test('POST /api/publications/{publication}/tokens returns the secret once and stores its hash only', async () => {
  const { status, body } = await createToken(app, ada, open.id, { label: ' Site ' });
  expect([status, body.label, body.works]).toEqual([201, 'Site', true]);
  expect(body.token).toMatch(/^cairn_tile_[0-9A-Za-z]{46}$/);
  const { rows } = await app.admin.query('SELECT * FROM vault.tile_tokens WHERE id = $1', [body.id]);
  expect(JSON.stringify(rows)).not.toContain(body.token);
  await read(`${open.path}.json?token=${body.token}`);
  const path = `/api/publications/${open.id}/tokens`;
  await until('the use is recorded', async () => (await ask(app, ada, { path })).body[0].last_used_at);
  const listed = await ask(app, ada, { path });
  expect(JSON.stringify(listed.body)).not.toContain(body.token);
  expect(listed.body[0]).toMatchObject({ id: body.id, created_by: 'ada', prefix: body.token.slice(0, 15) });
  expect((await createToken(app, ada, open.id, { label: '  ' })).status).toBe(400);
  const past = { label: 'late', expires_at: '2020-01-01T00:00:00Z' };
  expect((await createToken(app, ada, open.id, past)).status).toBe(400);
});

test('GET and POST /api/publications/{publication}/tokens return 403 to viewers and 401 to visitors', async () => {
  const bob = await app.signUp({ username: 'bob' });
  await app.grant({ to: bob, on: 'open', permission: 'view' });
  const path = `/api/publications/${open.id}/tokens`;
  expect((await ask(app, bob, { path })).status).toBe(403);
  expect((await createToken(app, bob, open.id)).status).toBe(403);
  expect((await ask(app, null, { path })).status).toBe(401);
  expect((await ask(app, bob, { path: `${path}/1`, method: 'DELETE' })).status).toBe(403);
});

test('DELETE /api/publications/{publication}/tokens/{token_id} revokes a token of this layer', async () => {
  const { body } = await createToken(app, ada, closed.id);
  const revoke = (id: string) =>
    ask(app, ada, { path: `/api/publications/${id}/tokens/${body.id}`, method: 'DELETE' });
  expect((await revoke(open.id)).status).toBe(404);
  expect((await read(`${closed.path}.json?token=${body.token}`)).status).toBe(200);
  expect((await revoke(closed.id)).body).toEqual({ success: true });
  expect((await read(`${closed.path}.json?token=${body.token}`)).status).toBe(403);
  expect((await revoke(closed.id)).status).toBe(404);
});

test('a token stops working when it expires, and when its dataset is archived', async () => {
  const layer = await publishWithToken(app, ada, await addDataset(app, ada, 'aging'));
  const status = async () => (await read(`${layer.path}.json?token=${layer.token}`)).status;
  expect(await status()).toBe(200);
  await onDataset(app, ada, { name: 'aging', path: '/archive' });
  expect(await status()).toBe(403);
  expect((await read(`${layer.path}.json`, ada)).status).toBe(404);
  await onDataset(app, ada, { name: 'aging', path: '/restore' });
  expect(await status()).toBe(200);
  await app.admin.query(`UPDATE vault.tile_tokens SET expires_at = now() WHERE publication_id = $1`, [
    layer.id,
  ]);
  expect(await status()).toBe(403);
});

test('a token stops working when its publication ends, and when its dataset is deleted', async () => {
  for (const end of [
    (id: string) => ask(app, ada, { path: `/api/publications/${id}`, method: 'DELETE' }),
    () => deleteDataset(app, ada, 'ending'),
  ]) {
    const versions = await versionsOf(app, ada, 'ending').catch(() => []);
    const layer = await publishWithToken(
      app,
      ada,
      versions?.[0]?.id ?? (await addDataset(app, ada, 'ending')),
    );
    const status = async () => (await read(`${layer.path}.json?token=${layer.token}`)).status;
    expect(await status()).toBe(200);
    await end(layer.id);
    expect(await status()).toBe(403);
  }
});

test('a token stops working when its creator loses edit on the dataset, or the account is disabled', async () => {
  const cleo = await app.signUp({ username: 'cleo' });
  await app.grant({ to: cleo, on: 'closed', permission: 'edit' });
  const { body } = await createToken(app, cleo, closed.id);
  const status = async () => (await read(`${closed.path}.json?token=${body.token}`)).status;
  expect(await status()).toBe(200);
  await app.admin.query('UPDATE portal.users SET enabled = false WHERE id = $1', [cleo.id]);
  expect(await status()).toBe(403);
  await app.admin.query('UPDATE portal.users SET enabled = true WHERE id = $1', [cleo.id]);
  expect(await status()).toBe(200);
  await app.admin.query(
    `DELETE FROM portal.permissions p USING portal.groups g
      WHERE g.id = p.group_id AND g.name = 'only cleo' AND p.permission = 'edit'
        AND p.resource_id = (SELECT id FROM portal.resources WHERE resource_key = $1)`,
    [await app.keyOf('closed')],
  );
  expect(await status()).toBe(403);
  const { body: tokens } = await ask(app, ada, { path: `/api/publications/${closed.id}/tokens` });
  expect(tokens.find(({ id }: { id: number }) => id === body.id).works).toBe(false);
});
