import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestPortal } from './test-app.ts';
import type { Person, TestPortal } from './test-app.ts';

let portal: TestPortal;
let admin: Person;

beforeAll(async () => {
  portal = await startTestPortal();
  admin = await portal.addUser({ username: 'root', admin: true });
});
afterAll(() => portal.close());

const put = (service: string, key: string, body: object = {}) =>
  portal
    .as({ service })
    .put(`/internal/resources/report/${key}`)
    .send({ display_name: key, service, ...body });

const remove = (service: string, key: string) =>
  portal.as({ service }).delete(`/internal/resources/report/${key}`);

const find = (key: string) =>
  portal.rows(`SELECT display_name, service, url FROM resources WHERE resource_key = $1`, [key]);

async function addCard(key: string, service: string): Promise<void> {
  const card = {
    title: `Card of ${key}`,
    card_type: 'report',
    url: `/report-server/library/${key}`,
    source_service: service,
    source_resource_id: key,
  };
  expect((await portal.as(admin).post('/api/admin/portal/cards').send(card)).status).toBe(201);
}

const cardsOf = async (person: Person, key: string) =>
  ((await portal.as(person).get('/api/portal/cards')).body.items as { title: string; url: string }[]).filter(
    ({ title }) => title === `Card of ${key}`,
  );

test.each([
  ['report-server', 'report-mgmt'],
  ['report-mgmt', 'report-server'],
])(
  'PUT /internal/resources/{resource_type}/{resource_key} lets a report that %s registered be renamed and removed by %s',
  async (first, second) => {
    expect((await put(first, 'wells', { visibility: 'public' })).body).toMatchObject({ created: true });
    const renamed = await put(second, 'wells', { display_name: 'Wells', url: '/report-mgmt/wells' });
    expect(renamed.status).toBe(200);
    expect(renamed.body).toMatchObject({ display_name: 'Wells', service: first, created: false });
    expect(await find('wells')).toEqual([
      { display_name: 'Wells', service: first, url: '/report-mgmt/wells' },
    ]);
    expect((await put(first, 'wells', { display_name: 'Wells 2' })).status).toBe(200);
    expect((await remove(second, 'wells')).status).toBe(204);
    expect(await find('wells')).toEqual([]);
  },
);

test('PUT /internal/resources/{resource_type}/{resource_key} with replaces lets either service move a report to a new key', async () => {
  await put('report-server', 'old');
  await addCard('old', 'report-server');
  expect((await put('report-mgmt', 'new', { replaces: ['old'] })).status).toBe(200);
  expect(await find('old')).toEqual([]);
  expect(await find('new')).toMatchObject([{ service: 'report-server' }]);
  const cards = await portal.rows(`SELECT source_resource_id FROM cards WHERE title = 'Card of old'`);
  expect(cards).toEqual([{ source_resource_id: 'new' }]);
});

test('DELETE /internal/resources/{resource_type}/{resource_key}, like PUT, returns 403 to a third service, and for other types of the two', async () => {
  await put('report-server', 'mine');
  for (const service of ['vault', 'dbadmin']) {
    expect((await put(service, 'mine')).status).toBe(403);
    expect((await remove(service, 'mine')).status).toBe(403);
  }
  expect((await put('report-mgmt', 'mine', { service: 'report-server' })).status).toBe(403);
  const dashboard = '/internal/resources/dashboard/7';
  const body = { display_name: 'Seven', service: 'report-server' };
  expect((await portal.as({ service: 'report-server' }).put(dashboard).send(body)).status).toBe(200);
  expect((await portal.as({ service: 'report-mgmt' }).delete(dashboard)).status).toBe(403);
  expect(await find('mine')).toMatchObject([{ service: 'report-server' }]);
});

test('PUT /internal/resources/{resource_type}/{resource_key} does not give a report of a third service to the two', async () => {
  expect((await put('vault', 'constructor')).status).toBe(200);
  for (const service of ['report-server', 'report-mgmt'])
    expect((await put(service, 'constructor')).status).toBe(403);
});

test('GET /api/portal/cards shows the card of a report to those who may view it, whichever service lists the report', async () => {
  const owner = await portal.addUser();
  const stranger = await portal.addUser();
  await put('report-server', 'levels', { owner_id: owner.id, url: '/report-server/library/levels' });
  for (const service of ['report-server', 'report-mgmt']) await addCard('levels', service);
  expect(await cardsOf(owner, 'levels')).toHaveLength(2);
  expect(await cardsOf(stranger, 'levels')).toEqual([]);
  await put('report-mgmt', 'levels', { url: '/report-mgmt/reports/levels' });
  expect((await cardsOf(owner, 'levels')).map(({ url }) => url)).toEqual([
    '/report-mgmt/reports/levels',
    '/report-mgmt/reports/levels',
  ]);
  await remove('report-mgmt', 'levels');
  expect(await cardsOf(admin, 'levels')).toEqual([]);
});
