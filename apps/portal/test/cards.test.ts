import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { listing, startDownstream } from './downstream.ts';
import { startTestPortal } from './test-app.ts';
import type { Person, TestPortal } from './test-app.ts';

let portal: TestPortal;
let admin: Person;

beforeAll(async () => {
  portal = await startTestPortal();
  admin = await portal.addUser({ username: 'root', admin: true });
});
afterAll(() => portal.close());

const api = () => portal.as(admin);
const full = {
  title: 'Flood map',
  description: 'Where the river goes',
  card_type: 'map',
  url: '/vault/datasets/flood',
  icon: 'droplet',
  image_url: 'https://example.org/flood.png',
  category: 'Water',
  sort_order: 7,
  is_public: true,
  source_service: 'vault',
  source_resource_id: 'flood',
  is_imported: true,
};

async function create(input: object = {}): Promise<number> {
  const { body } = await api()
    .post('/api/admin/portal/cards')
    .send({ title: 'Card', card_type: 'external', url: '/x', ...input });
  return body.id;
}

describe('administration of cards', () => {
  test('POST /api/admin/portal/cards creates a card with all its fields', async () => {
    const { status, body } = await api().post('/api/admin/portal/cards').send(full);
    expect(status).toBe(201);
    expect(body).toEqual({ ...full, id: expect.any(Number), created_at: expect.any(String) });
  });

  test.each([
    ['map', 'map'],
    ['dashboard', 'dashboard'],
    ['report', 'report'],
    ['dataset', 'database'],
    ['external', 'external-link'],
    ['admin', 'settings'],
  ])('POST /api/admin/portal/cards infers the icon of a card of type %s: %s', async (card_type, icon) => {
    const { body } = await api().post('/api/admin/portal/cards').send({ title: 'x', card_type, url: '/x' });
    expect(body).toMatchObject({
      icon,
      description: '',
      image_url: '',
      category: '',
      sort_order: 0,
      is_public: false,
    });
    expect(body).toMatchObject({ source_service: '', source_resource_id: '', is_imported: false });
  });

  test.each([
    ['https://example.org/a?b=c#d', 201],
    ['http://192.0.2.1:8080/', 201],
    ['/', 201],
    ['/vault/datasets?q=a%20b', 201],
    ['javascript:alert(1)', 400],
    ['JaVaScRiPt:alert(1)', 400],
    [' javascript:alert(1)', 400],
    ['java\nscript:alert(1)', 400],
    ['data:text/html,<script>alert(1)</script>', 400],
    ['vbscript:x', 400],
    ['//evil.example', 400],
    ['/\\evil.example', 400],
    ['\\\\evil.example', 400],
    ['/\t/evil.example', 400],
    ['https:evil.example', 400],
    ['https:/evil.example', 400],
    ['https:///evil.example', 400],
    ['https://user:password@evil.example/', 400],
    ['https://', 400],
    ['ftp://example.org/', 400],
    ['file:///etc/passwd', 400],
    ['example.org', 400],
    ['#top', 400],
    ['', 400],
  ])('POST /api/admin/portal/cards with url and image_url %j returns %i', async (address, status) => {
    const card = { title: 'x', card_type: 'external' };
    expect(
      (
        await api()
          .post('/api/admin/portal/cards')
          .send({ ...card, url: address })
      ).status,
    ).toBe(status);
    const imageStatus = address === '' ? 201 : status;
    expect(
      (
        await api()
          .post('/api/admin/portal/cards')
          .send({ ...card, url: '/', image_url: address })
      ).status,
    ).toBe(imageStatus);
  });

  test.each([
    ['/thumbnails/a.png', 201],
    ['/vault/datasets/rivers/thumbnail', 201],
    ['/logout', 400],
    ['/LOGOUT/', 400],
    ['/%6cogout?x', 400],
    ['/thumbnails/../logout', 400],
    ['/api/me', 400],
    ['/admin/api/users', 400],
  ])('POST /api/admin/portal/cards with image_url %j returns %i', async (address, status) => {
    const card = { title: 'x', card_type: 'external', url: '/', image_url: address };
    expect((await api().post('/api/admin/portal/cards').send(card)).status).toBe(status);
  });

  test.each<[object, string]>([
    [{ ...full, title: undefined }, 'no title'],
    [{ ...full, title: '  ' }, 'a blank title'],
    [{ ...full, url: undefined }, 'no url'],
    [{ ...full, card_type: undefined }, 'no type'],
    [{ ...full, card_type: 'form' }, 'an unknown type'],
    [{ ...full, colour: 'red' }, 'an unknown field'],
    [{ ...full, sort_order: 'first' }, 'a text for a number'],
    [{ ...full, is_public: 'yes' }, 'a text for a boolean'],
  ])('POST /api/admin/portal/cards returns 400 to %j: %s', async (body) => {
    const before = (await api().get('/api/admin/portal/cards')).body.total;
    expect((await api().post('/api/admin/portal/cards').send(body)).status).toBe(400);
    expect((await api().get('/api/admin/portal/cards')).body.total).toBe(before);
  });

  test('PUT /api/admin/portal/cards/{id} replaces the whole card', async () => {
    const id = await create(full);
    const { status, body } = await api()
      .put(`/api/admin/portal/cards/${id}`)
      .send({ title: 'Only these', card_type: 'report', url: '/r' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id,
      title: 'Only these',
      icon: 'report',
      description: '',
      category: '',
      is_public: false,
    });
    const bad = { title: 'x', card_type: 'report', url: 'javascript:x' };
    expect((await api().put(`/api/admin/portal/cards/${id}`).send(bad)).status).toBe(400);
    expect((await api().put('/api/admin/portal/cards/2000000000').send(full)).status).toBe(404);
    expect((await api().put('/api/admin/portal/cards/x').send(full)).status).toBe(400);
  });

  test('DELETE /api/admin/portal/cards/{id} removes the card', async () => {
    const id = await create();
    expect((await api().delete(`/api/admin/portal/cards/${id}`)).status).toBe(204);
    expect((await api().delete(`/api/admin/portal/cards/${id}`)).status).toBe(404);
    expect((await api().delete('/api/admin/portal/cards/0')).status).toBe(400);
  });

  test('POST /api/admin/portal/cards/reorder moves all cards or none, and accepts an empty array', async () => {
    const [one, two] = [await create({ sort_order: 1 }), await create({ sort_order: 2 })];
    const places = async () =>
      (
        await portal.rows<{ id: number }>('SELECT id FROM cards WHERE id = ANY($1) ORDER BY sort_order', [
          [one, two],
        ])
      ).map((card) => card.id);
    const reorder = (body: object) => api().post('/api/admin/portal/cards/reorder').send(body);
    const { status, body } = await reorder([
      { id: one, sort_order: 20 },
      { id: two, sort_order: 10 },
    ]);
    expect({ status, body }).toEqual({ status: 200, body: { status: 'ok' } });
    expect(await places()).toEqual([two, one]);
    expect((await reorder([])).status).toBe(200);
    const refused = [
      [
        { id: one, sort_order: 1 },
        { id: 2000000000, sort_order: 2 },
      ],
      [
        { id: one, sort_order: 1 },
        { id: one, sort_order: 2 },
      ],
      [{ id: one, sort_order: 1 }, { id: two }],
      [{ id: one, sort_order: 1, title: 'x' }],
      { id: one, sort_order: 1 },
    ];
    for (const bad of refused) expect((await reorder(bad)).status).toBe(400);
    expect(await places()).toEqual([two, one]);
  });

  test('GET /api/admin/portal/cards returns all cards in their order, and their categories', async () => {
    await create({ category: 'Zoning', sort_order: -5 });
    const { status, body } = await api().get('/api/admin/portal/cards');
    expect(status).toBe(200);
    expect(body.total).toBe(body.items.length);
    expect(body.items[0].category).toBe('Zoning');
    expect(body.categories).toEqual(['Water', 'Zoning']);
  });
});

describe('cards of the viewer', () => {
  test('GET /api/portal/cards returns public cards to everyone, others to signed-in users, and admin cards to administrators', async () => {
    const user = await portal.addUser();
    const ids = {
      public: await create({ is_public: true }),
      internal: await create(),
      admin: await create({ card_type: 'admin' }),
    };
    const seen = async (who: { cookie?: string }) => {
      const { status, body } = await portal.as(who).get('/api/portal/cards');
      expect(status).toBe(200);
      const listed = body.items.map((card: { id: number }) => card.id);
      return Object.entries(ids).flatMap(([name, id]) => (listed.includes(id) ? [name] : []));
    };
    expect(await seen({})).toEqual(['public']);
    expect(await seen(user)).toEqual(['public', 'internal']);
    expect(await seen(admin)).toEqual(['public', 'internal', 'admin']);
  });

  test('GET /api/portal/cards omits cards of resources that the caller cannot view', async () => {
    const [inside, outside] = [await portal.addUser(), await portal.addUser()];
    const owner = await portal.addUser();
    const group = await portal.addGroup();
    await portal.join(group, inside.id);
    const resource = await portal.addResource({ key: 'wells', service: 'vault', ownerId: owner.id });
    await portal.rows(`INSERT INTO permissions (resource_id, group_id, permission) VALUES ($1, $2, 'view')`, [
      resource,
      group,
    ]);
    const id = await create({ source_service: 'vault', source_resource_id: 'wells' });
    const sees = async (who: Person) =>
      (await portal.as(who).get('/api/portal/cards')).body.items.some(
        (card: { id: number }) => card.id === id,
      );
    expect(await sees(inside)).toBe(true);
    expect(await sees(owner)).toBe(true);
    expect(await sees(outside)).toBe(false);
  });
});

describe('cards in the catalog', () => {
  test('GET /api/catalog returns visible cards of catalog types, except those of items that a service lists', async () => {
    await portal.rows('DELETE FROM cards');
    const downstream = await startDownstream(listing({ name: 'rivers' }));
    await portal.addService('vault', downstream.url);
    const catalog = async (who: { cookie?: string } = {}) => (await portal.as(who).get('/api/catalog')).body;
    const card = (fields: object) =>
      portal
        .as(admin)
        .post('/api/admin/portal/cards')
        .send({ title: 'T', url: '/t', is_public: true, ...fields });
    await card({ card_type: 'map', title: 'Public map', category: 'Maps', image_url: '/thumbnails/x.png' });
    await card({ card_type: 'external', title: 'A link' });
    await card({ card_type: 'report', title: 'Hidden', is_public: false });
    await card({
      card_type: 'dataset',
      title: 'Imported',
      source_service: 'vault',
      source_resource_id: 'rivers-0',
    });
    await card({ card_type: 'dataset', title: 'Same address', url: '/rivers/0' });
    await card({ card_type: 'dataset', title: 'All datasets', url: '/catalog?type=dataset' });
    const anonymous = await catalog();
    expect(anonymous.maps).toMatchObject([
      { title: 'Public map', service: 'portal', type: 'map', thumbnail: '/thumbnails/x.png' },
    ]);
    expect(anonymous.reports).toEqual([]);
    expect(anonymous.datasets).toHaveLength(1);
    expect((await catalog(await portal.addUser())).reports).toMatchObject([{ title: 'Hidden' }]);
    await downstream.stop();
  });
});
