import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createPortalRegistry } from '@cairn/auth';
import type { PortalRegistry } from '@cairn/auth';
import { SERVICE_SECRET, startTestPortal } from './test-app.ts';
import type { Person, TestPortal } from './test-app.ts';

let portal: TestPortal;
let admin: Person;
let registry: PortalRegistry;

beforeAll(async () => {
  portal = await startTestPortal();
  admin = await portal.addUser({ username: 'root', admin: true });
  registry = createPortalRegistry({ portalUrl: portal.url, serviceName: 'vault', secret: SERVICE_SECRET });
});
afterAll(() => portal.close());

const register = (key: string, body: object, service = 'vault') =>
  portal
    .as({ service })
    .put(`/internal/resources/vault_dataset/${encodeURIComponent(key)}`)
    .send({ display_name: key, service, ...body });

async function mayView(person: Person, key: string): Promise<boolean> {
  const actor = await portal.context.auth.identify({ headers: { cookie: person.cookie } } as never);
  return portal.context.auth.allows(actor, {
    resourceType: 'vault_dataset',
    resourceKey: key,
    permission: 'view',
  });
}

const resourcesNamed = (...keys: string[]) =>
  portal.rows<{ id: number; resource_key: string }>(
    'SELECT id, resource_key FROM resources WHERE resource_key = ANY($1) ORDER BY resource_key',
    [keys],
  );

test('PUT /internal/resources/{resource_type}/{resource_key} with replaces moves owner and permissions from the former key', async () => {
  const owner = await portal.addUser();
  const member = await portal.addUser();
  const group = await portal.addGroup();
  await portal.join(group, member.id);
  const id = await portal.addResource({ key: 'wells', ownerId: owner.id });
  await portal.rows(`INSERT INTO permissions (resource_id, group_id, permission) VALUES ($1, $2, 'view')`, [
    id,
    group,
  ]);
  const { status, body } = await register('id:7', { display_name: 'Wells', replaces: ['wells'] });
  expect(status).toBe(200);
  expect(body).toMatchObject({ id, resource_key: 'id:7', display_name: 'Wells' });
  for (const person of [owner, member]) {
    expect(await mayView(person, 'id:7')).toBe(true);
    expect(await mayView(person, 'wells')).toBe(false);
  }
});

test('PUT /internal/resources/{resource_type}/{resource_key} with replaces can be repeated and is recorded once', async () => {
  const id = await portal.addResource({ key: 'again' });
  for (let i = 0; i < 2; i += 1) {
    const { status, body } = await register('id:8', { replaces: ['again'] });
    expect({ status, id: body.id }).toEqual({ status: 200, id });
  }
  const { body } = await portal.as(admin).get('/api/admin/audit').query({ event: 'resource.renamed' });
  const events = body.items.filter((event: { subject_id: string }) => event.subject_id === String(id));
  expect(events).toMatchObject([{ details: { resource_key: 'again', new_key: 'id:8' } }]);
});

test('PUT /internal/resources/{resource_type}/{resource_key} with replaces registers a resource that has none of the former keys', async () => {
  const owner = await portal.addUser();
  expect((await register('id:9', { replaces: ['nowhere'], owner_id: owner.id })).status).toBe(200);
  expect(await mayView(owner, 'id:9')).toBe(true);
});

test('PUT /internal/resources/{resource_type}/{resource_key} with replaces keeps the permissions of one entry only', async () => {
  const [first, second, third] = await Promise.all([1, 2, 3].map(() => portal.addUser()));
  await portal.addResource({ key: 'former', ownerId: first!.id });
  await portal.addResource({ key: 'left over', ownerId: second!.id });
  await register('id:10', { replaces: ['former', 'left over'] });
  await portal.addResource({ key: 'former', ownerId: third!.id });
  await register('id:10', { replaces: ['former', 'left over'] });
  expect(await resourcesNamed('former', 'left over')).toEqual([]);
  expect(await Promise.all([first, second, third].map((person) => mayView(person!, 'id:10')))).toEqual([
    true,
    false,
    false,
  ]);
});

test.each([
  [{ replaces: [''] }],
  [{ replaces: ['two\nlines'] }],
  [{ replaces: 'both' }],
  [{ url: 'javascript:alert(1)' }],
  [{ url: '//elsewhere.example' }],
])(
  'PUT /internal/resources/{resource_type}/{resource_key} with %j returns 400 and changes nothing',
  async (body) => {
    if ((await resourcesNamed('both')).length === 0) await portal.addResource({ key: 'both' });
    const before = await resourcesNamed('both');
    expect((await register('both', body)).status).toBe(400);
    expect(await resourcesNamed('both')).toEqual(before);
  },
);

test('PUT /internal/resources/{resource_type}/{resource_key} with replaces returns 403 when another service registered either key', async () => {
  await portal.addResource({ key: 'mine' });
  await portal.addResource({ key: 'theirs', service: 'dbadmin' });
  const before = await resourcesNamed('mine', 'theirs');
  expect((await register('id:11', { replaces: ['mine'] }, 'dbadmin')).status).toBe(403);
  expect((await register('id:11', { replaces: ['mine', 'theirs'] })).status).toBe(403);
  expect((await register('theirs', { replaces: ['mine'] })).status).toBe(403);
  expect(await resourcesNamed('mine', 'theirs', 'id:11')).toEqual(before);
});

test('registrations that replace the same keys at the same time do not deadlock, and only one gets each entry', async () => {
  for (const key of ['a', 'b']) await portal.addResource({ key });
  const answers = await Promise.all([
    register('id:12', { replaces: ['a', 'b'] }),
    register('id:13', { replaces: ['b', 'a'] }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(await resourcesNamed('a', 'b')).toEqual([]);
  expect(await resourcesNamed('id:12', 'id:13')).toHaveLength(2);
});

describe('cards of a resource', () => {
  async function addCard(key: string, url = `/vault/datasets/${encodeURIComponent(key)}`): Promise<void> {
    const card = {
      title: `Map of ${key}`,
      card_type: 'dataset',
      url,
      image_url: `${url}/thumbnail?v=7`,
      source_service: 'vault',
      source_resource_id: key,
    };
    expect((await portal.as(admin).post('/api/admin/portal/cards').send(card)).status).toBe(201);
  }

  const cardsOf = async (person: Person) =>
    (await portal.as(person).get('/api/portal/cards')).body.items as Record<string, unknown>[];

  test('get its new key and address, and stay hidden from users without access', async () => {
    const owner = await portal.addUser();
    const stranger = await portal.addUser();
    await portal.addResource({ key: 'lakes', ownerId: owner.id });
    await addCard('lakes');
    await register('id:20', { url: '/vault/datasets/lakes', replaces: ['lakes'] });
    await register('id:20', { url: '/vault/datasets/big%20lakes' });
    expect(await cardsOf(owner)).toContainEqual(
      expect.objectContaining({
        source_resource_id: 'id:20',
        url: '/vault/datasets/big%20lakes',
        image_url: '/vault/datasets/big%20lakes/thumbnail?v=7',
      }),
    );
    expect(await cardsOf(stranger)).not.toContainEqual(expect.objectContaining({ title: 'Map of lakes' }));
  });

  test('keep their addresses when two resources swap addresses', async () => {
    const urls = { 'id:21': '/vault/datasets/left', 'id:22': '/vault/datasets/right' };
    for (const [key, url] of Object.entries(urls)) {
      await register(key, { url });
      await addCard(key, url);
    }
    await register('id:21', { url: '/vault/datasets/spare' });
    await register('id:22', { url: '/vault/datasets/left' });
    await register('id:21', { url: '/vault/datasets/right' });
    const links = (await cardsOf(admin)).map(({ source_resource_id: key, url }) => [key, url]);
    expect(links).toContainEqual(['id:21', '/vault/datasets/right']);
    expect(links).toContainEqual(['id:22', '/vault/datasets/left']);
  });

  test('are deleted with it, so that no card links to a deleted resource', async () => {
    const stranger = await portal.addUser();
    await portal.addResource({ key: 'secret wells' });
    await addCard('secret wells');
    expect(await cardsOf(admin)).toContainEqual(expect.objectContaining({ title: 'Map of secret wells' }));
    await registry.forgetResource({ resourceType: 'vault_dataset', resourceKey: 'secret wells' });
    for (const person of [admin, stranger])
      expect(await cardsOf(person)).not.toContainEqual(
        expect.objectContaining({ title: 'Map of secret wells' }),
      );
  });
});

test('the registry of the auth library sends the address and the former keys', async () => {
  const owner = await portal.addUser();
  await portal.addResource({ key: 'first', ownerId: owner.id });
  const resource = { resourceType: 'vault_dataset', resourceKey: 'id:30', displayName: 'First' };
  await registry.registerResource({ ...resource, url: '/vault/datasets/first', replaces: ['first'] });
  expect(await mayView(owner, 'id:30')).toBe(true);
  const rows = await portal.rows(`SELECT url FROM resources WHERE resource_key = 'id:30'`);
  expect(rows).toEqual([{ url: '/vault/datasets/first' }]);
  const foreign = createPortalRegistry({
    portalUrl: portal.url,
    serviceName: 'dbadmin',
    secret: SERVICE_SECRET,
  });
  await expect(foreign.registerResource({ ...resource, replaces: ['first'] })).rejects.toMatchObject({
    kind: 'bad_gateway',
  });
});
