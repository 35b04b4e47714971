import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { mintToken, signServiceToken } from '@cairn/auth';
import { hang, listing, startDownstream, status, text } from './downstream.ts';
import type { Downstream } from './downstream.ts';
import { readPortalConfig } from '../src/config.ts';
import { SERVICE_SECRET, startTestPortal } from './test-app.ts';
import type { Person, TestPortal } from './test-app.ts';

const DEADLINE = 1_500;

let portal: TestPortal;
let admin: Person;
let user: Person;
const running: Downstream[] = [];

beforeAll(async () => {
  portal = await startTestPortal({ catalogDeadlineMs: DEADLINE });
  admin = await portal.addUser({ username: 'root', admin: true });
  user = await portal.addUser({ username: 'viewer' });
});
afterEach(async () => {
  await portal.rows('DELETE FROM services');
  await portal.rows(`DELETE FROM resources WHERE resource_type = 'service'`);
  await portal.rows('DELETE FROM cards');
  await Promise.all(running.splice(0).map((downstream) => downstream.stop()));
});
afterAll(() => portal.close());

async function register(
  key: string,
  answer: Parameters<typeof startDownstream>[0],
  options: { restricted?: boolean } = {},
): Promise<Downstream> {
  const downstream = await startDownstream(answer);
  running.push(downstream);
  await portal.addService(key, downstream.url, options);
  return downstream;
}

const catalog = async (who: { cookie?: string; bearer?: string } = user) =>
  (await portal.as(who).get('/api/catalog')).body;

describe('the catalog', () => {
  test('GET /api/catalog returns the items of services by section, in a stable order', async () => {
    await register('c', listing({ type: 'report', name: 'c', count: 2 }));
    await register('a', listing({ type: 'vault_dataset', name: 'a', count: 2 }));
    await register('b', listing({ type: 'map', name: 'b' }));
    await register('d', listing({ type: 'dashboard', name: 'd' }));
    await register('e', listing({ type: 'dataset', name: 'e' }));
    const { status: code, body } = await portal.as().get('/api/catalog');
    expect(code).toBe(200);
    const ids = (section: string) => body[section].map((item: { id: string }) => item.id);
    expect(ids('datasets')).toEqual(['a-0', 'a-1', 'e-0']);
    expect(ids('maps')).toEqual(['b-0']);
    expect(ids('dashboards')).toEqual(['d-0']);
    expect(ids('reports')).toEqual(['c-0', 'c-1']);
    expect(body.warnings).toEqual([]);
    expect(body.datasets[0]).toEqual({
      id: 'a-0',
      type: 'dataset',
      title: 'a 0',
      description: 'A thing',
      url: '/a/0',
      category: 'Things',
      service: 'a',
    });
  });

  test('GET /api/catalog returns tags, times, owners, boxes and pictures, and omits invalid ones', async () => {
    const rich = {
      id: 7,
      title: 'Rivers',
      url: 'https://example.org/r',
      tags: ['water', 5],
      updated_at: '2026-01-01T00:00:00Z',
      owner: 'ada',
      bbox: [-10, 40, 5, 50],
      thumbnail: '/vault/t.png',
      internal_path: '/srv/secret',
    };
    const bad = [
      { id: 'x', title: 'Script', url: 'javascript:alert(1)' },
      { id: 'y', url: '/no-title' },
      { title: 'No id', url: '/x' },
      'text',
      null,
      { ...rich, id: 'z', thumbnail: 'javascript:alert(1)', bbox: [1, 2], tags: 'water', owner: 5 },
    ];
    await register('rich', listing({ items: [rich, ...bad] }));
    const { datasets, warnings } = await catalog();
    expect(datasets).toHaveLength(2);
    const { internal_path: _dropped, ...expected } = rich;
    expect(datasets[0]).toEqual({ ...expected, id: '7', tags: ['water'], type: 'dataset', service: 'rich' });
    expect(datasets[1]).not.toHaveProperty('thumbnail');
    expect(datasets[1]).not.toHaveProperty('bbox');
    expect(warnings).toEqual(['3 entries of Service rich are invalid and not shown.']);
  });

  test('GET /api/catalog forwards the request id and only the session cookie', async () => {
    const downstream = await register('a', listing());
    await portal
      .as()
      .get('/api/catalog')
      .set('Cookie', `other=secret; ${user.cookie}`)
      .set('X-Request-Id', 'request-0001')
      .set('X-User-ID', '1');
    const [seen] = downstream.requests;
    expect(seen?.headers.cookie).toBe(user.cookie);
    expect(seen?.headers['x-request-id']).toBe('request-0001');
    expect(seen?.headers['x-user-id']).toBeUndefined();
    const token = await portal.addToken(user.id);
    await portal.as({ bearer: token.secret }).get('/api/catalog').set('Cookie', admin.cookie);
    expect(downstream.requests[1]?.headers).toMatchObject({ authorization: `Bearer ${token.secret}` });
    expect(downstream.requests[1]?.headers.cookie).toBeUndefined();
  });

  test('GET /api/catalog does not forward the password of a proxy in front', async () => {
    const downstream = await register('a', listing());
    await portal.as().get('/api/catalog').set('Authorization', 'Basic YWRhOnNlY3JldA==');
    expect(downstream.requests[0]?.headers.authorization).toBeUndefined();
  });

  test.each([
    [
      'a service token',
      `Bearer ${signServiceToken({ service: 'a', audience: 'portal', secret: SERVICE_SECRET })}`,
    ],
    ['a bearer that is no token', 'Bearer something-else'],
    ['an unknown token', `Bearer ${mintToken().secret}`],
  ])('GET /api/catalog returns 401 to %s and calls no service', async (_what, authorization) => {
    const downstream = await register('a', listing());
    const answer = await portal
      .as()
      .get('/api/catalog')
      .set({ authorization, cookie: user.cookie ?? '' });
    expect(answer.status).toBe(401);
    expect(downstream.requests).toEqual([]);
  });

  test.each<[string, Parameters<typeof startDownstream>[0], RegExp]>([
    ['an error', status(500), /returned an error \(500\)/],
    ['a page that is not there', status(404), /returned an error \(404\)/],
    ['a redirect', status(302), /returned an error \(302\)/],
    ['no JSON', text('<html>'), /unreadable/],
    ['JSON of another shape', text('{"items":{}}'), /unreadable/],
    ['JSON that breaks off', text('{"items":[{"id":'), /unreadable/],
    // A busy machine may reach the time limit first.
    [
      'a listing of 17 MB',
      text(`{"items":["${'x'.repeat(17_000_000)}"]}`),
      /unreadable|did not respond in time/,
    ],
    ['a connection that is cut', (_request, response) => response.destroy(), /cannot be reached/],
    ['silence', hang, /did not respond in time/],
    [
      'headers and then silence',
      (_request, response) => void response.writeHead(200).write('{'),
      /did not respond in time/,
    ],
    ['a refusal to nobody', status(401), /^Sign in to see what Service bad offers/],
  ])(
    'GET /api/catalog returns a warning for a service that sends %s, and the items of the others',
    async (_what, answer, sentence) => {
      await register('bad', answer);
      await register('good', listing());
      const body = await catalog();
      expect(body.datasets).toHaveLength(1);
      expect(body.warnings).toHaveLength(1);
      expect(body.warnings[0]).toMatch(sentence);
    },
  );

  test('GET /api/catalog returns a warning for a service that does not listen', async () => {
    await portal.addService('dead', 'http://127.0.0.1:1/api/discovery', { name: 'Dead' });
    expect((await catalog()).warnings).toEqual(['Dead cannot be reached. Reload the page in a moment.']);
  });

  test('GET /api/catalog with one service that hangs takes little longer than the deadline', async () => {
    for (const key of ['a', 'b', 'c', 'd', 'e']) await register(key, listing({ name: key, count: 20 }));
    await register('f', hang);
    await catalog();
    const begun = performance.now();
    const body = await catalog();
    expect(performance.now() - begun).toBeLessThan(DEADLINE + 1_000);
    expect(body.datasets).toHaveLength(100);
    expect(body.warnings).toHaveLength(1);
  });
});

describe('last listings', () => {
  test('GET /api/catalog returns the last listing of a service that fails, marked as stale', async () => {
    const downstream = await register('a', listing({ name: 'a' }));
    expect((await catalog()).datasets[0]).not.toHaveProperty('stale');
    downstream.answerWith(status(500));
    const { datasets, warnings } = await catalog();
    expect(datasets).toMatchObject([{ id: 'a-0', stale: true }]);
    expect(warnings[0]).toMatch(/last known entries/);
    downstream.answerWith(listing({ name: 'new' }));
    expect((await catalog()).datasets).toMatchObject([{ id: 'new-0' }]);
  });

  test('GET /api/catalog never returns the listing of another viewer', async () => {
    const downstream = await register('private', listing({ name: 'private' }));
    await catalog(user);
    downstream.answerWith(hang);
    expect((await catalog({})).datasets).toEqual([]);
    expect((await catalog(admin)).datasets).toEqual([]);
    expect((await catalog(await portal.addUser())).datasets).toEqual([]);
    expect((await catalog(user)).datasets).toHaveLength(1);
    await portal.join(await portal.addGroup(), user.id);
    portal.context.auth.forget(user.id);
    expect((await catalog(user)).datasets).toEqual([]);
  });

  test('GET /api/catalog shortens long texts, and omits items with long addresses', async () => {
    const long = 'x'.repeat(100_000);
    const item = {
      id: '1',
      title: long,
      description: long,
      category: long,
      url: '/a',
      tags: Array(200).fill('x'.repeat(1000)),
    };
    await register('long', listing({ items: [item, { id: '2', title: 'T', url: `/${long}` }] }));
    const { datasets } = await catalog();
    expect(datasets).toHaveLength(1);
    expect(datasets[0].title).toHaveLength(500);
    expect(datasets[0].title.endsWith('…')).toBe(true);
    expect(datasets[0].description).toHaveLength(5000);
    expect(JSON.stringify(datasets).length).toBeLessThan(60_000);
  });

  test('GET /api/catalog does not mention a service that the caller has no access to', async () => {
    await register('closed', status(403));
    const restricted = await register('restricted', status(500), { restricted: true });
    await register('good', listing());
    for (const who of [user, {}]) {
      const body = await catalog(who);
      expect(body.datasets).toHaveLength(1);
      expect(body.warnings).toEqual([]);
    }
    expect(restricted.requests).toEqual([]);
    expect((await catalog(admin)).warnings).toEqual([expect.stringMatching(/^Service restricted returned/)]);
  });

  test('GET /api/catalog caches no listings for visitors', async () => {
    const downstream = await register('open', listing({ name: 'open' }));
    expect((await catalog({})).datasets).toHaveLength(1);
    downstream.answerWith(status(500));
    expect((await catalog({})).datasets).toEqual([]);
  });

  test('GET /api/catalog calls the services once for all visitors within three seconds', async () => {
    const downstream = await register('open', listing());
    const keeping = await startTestPortal({
      visitorsCatalogMs: readPortalConfig({ SERVICE_SECRET }).visitorsCatalogMs,
    });
    await keeping.addService('open', downstream.url);
    const answers = await Promise.all([1, 2, 3].map(() => keeping.as().get('/api/catalog')));
    await keeping.as().get('/api/catalog').set('Cookie', `${user.cookie}`);
    expect(answers.map(({ body }) => body.datasets.length)).toEqual([1, 1, 1]);
    expect(downstream.requests).toHaveLength(1);
    await keeping.close();
  });

  test('GET /api/catalog drops the last listing when the service refuses the viewer', async () => {
    const downstream = await register('gone', listing({ name: 'gone' }));
    await catalog();
    downstream.answerWith(status(403));
    expect((await catalog()).datasets).toEqual([]);
    downstream.answerWith(status(500));
    expect((await catalog()).datasets).toEqual([]);
  });
});

describe('stub collections', () => {
  // GET /api/maps, GET /api/reports, GET /api/forms and GET /api/datasets
  test.each([
    ['GET /api/maps', '/api/maps'],
    ['GET /api/reports', '/api/reports'],
    ['GET /api/forms', '/api/forms'],
    ['GET /api/datasets', '/api/datasets'],
  ])('%s returns an empty collection with a note to everyone', async (_title, path) => {
    const { status: code, body } = await portal.as().get(path);
    expect(code).toBe(200);
    expect(body).toEqual({ items: [], total: 0, note: expect.stringMatching(/\w/) });
  });
});
