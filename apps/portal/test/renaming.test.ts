import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createPortalRegistry } from '@cairn/auth';
import type { PortalRegistry } from '@cairn/auth';
import { SECRET, startPortal } from './start-portal.ts';
import type { Person, TestPortal } from './start-portal.ts';

let portal: TestPortal;
let admin: Person;
let registry: PortalRegistry;

beforeAll(async () => {
  portal = await startPortal();
  admin = await portal.addUser({ username: 'root', admin: true });
  registry = createPortalRegistry({ portalUrl: portal.url, serviceName: 'vault', secret: SECRET });
});
afterAll(() => portal.stop());

const rename = (key: string, body: object, service = 'vault') =>
  portal
    .as({ service })
    .post(`/internal/resources/vault_dataset/${encodeURIComponent(key)}/rename`)
    .send(body);

async function mayView(who: Person, key: string): Promise<boolean> {
  const actor = await portal.context.auth.identify({ headers: { cookie: who.cookie } } as never);
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

test('POST /internal/resources/{resource_type}/{resource_key}/rename answers 200; owner and permissions go with the resource', async () => {
  const owner = await portal.addUser();
  const member = await portal.addUser();
  const group = await portal.addGroup();
  await portal.join(group, member.id);
  const id = await portal.addResource({ key: 'wells', ownerId: owner.id });
  await portal.rows(`INSERT INTO permissions (resource_id, group_id, permission) VALUES ($1, $2, 'view')`, [
    id,
    group,
  ]);
  const { status, body } = await rename('wells', { resource_key: 'Wells (old)', display_name: 'Wells' });
  expect(status).toBe(200);
  expect(body).toMatchObject({ id, resource_key: 'Wells (old)', display_name: 'Wells' });
  for (const person of [owner, member]) {
    expect(await mayView(person, 'Wells (old)')).toBe(true);
    expect(await mayView(person, 'wells')).toBe(false);
  }
});

test('POST /internal/resources/{resource_type}/{resource_key}/rename answers 200 again when it was done before, and records it once', async () => {
  const id = await portal.addResource({ key: 'again' });
  for (let i = 0; i < 2; i += 1) {
    const { status, body } = await rename('again', { resource_key: 'and again' });
    expect({ status, id: body.id }).toEqual({ status: 200, id });
  }
  const { body } = await portal.as(admin).get('/api/admin/audit').query({ event: 'resource.renamed' });
  const events = body.items.filter((event: { subject_id: string }) => event.subject_id === String(id));
  expect(events).toMatchObject([{ details: { resource_key: 'again', new_key: 'and again' } }]);
});

test.each([
  ['nowhere', { resource_key: 'elsewhere' }, 404],
  ['both', { resource_key: 'of them' }, 409],
  ['both', { resource_key: '' }, 400],
  ['both', { resource_key: 'two\nlines' }, 400],
  ['both', {}, 400],
  ['both', { resource_key: 'x', owner_id: 1 }, 400],
])(
  'POST /internal/resources/{resource_type}/{resource_key}/rename answers for %s to %j with %i and changes nothing',
  async (key, body, status) => {
    if ((await resourcesNamed('both')).length === 0)
      for (const each of ['both', 'of them']) await portal.addResource({ key: each });
    const before = await resourcesNamed('both', 'of them');
    expect((await rename(key, body)).status).toBe(status);
    expect(await resourcesNamed('both', 'of them')).toEqual(before);
  },
);

test('POST /internal/resources/{resource_type}/{resource_key}/rename answers 403 to another service and for services themselves', async () => {
  await portal.addResource({ key: 'mine' });
  await portal.addResource({ key: 'theirs', service: 'dbadmin' });
  expect((await rename('mine', { resource_key: 'yours' }, 'dbadmin')).status).toBe(403);
  expect((await rename('mine', { resource_key: 'theirs' })).status).toBe(403);
  const service = portal.as({ service: 'vault' }).post('/internal/resources/service/vault/rename');
  expect((await service.send({ resource_key: 'portal' })).status).toBe(403);
  const person = portal.as(admin).post('/internal/resources/vault_dataset/mine/rename');
  expect((await person.send({ resource_key: 'yours' })).status).toBe(401);
});

test('two renamings to one key at a time: one wins, the other is 409 or finds it done, and nothing is lost', async () => {
  for (const key of ['left', 'right']) await portal.addResource({ key });
  const answers = await Promise.all([
    rename('left', { resource_key: 'middle' }),
    rename('right', { resource_key: 'middle' }),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await resourcesNamed('left', 'right', 'middle')).toHaveLength(2);
});

test('resources that change keys with one another at a time do not wait for each other', async () => {
  for (const key of ['a', 'b']) await portal.addResource({ key });
  const answers = await Promise.all([rename('a', { resource_key: 'b' }), rename('b', { resource_key: 'a' })]);
  expect(answers.map(({ status }) => status)).toEqual([409, 409]);
});

describe('cards that stand for a resource', () => {
  async function addCard(key: string): Promise<void> {
    const { status } = await portal.as(admin).post('/api/admin/portal/cards').send(cardOf(key));
    expect(status).toBe(201);
  }

  const cardOf = (key: string) => ({
    title: `Map of ${key}`,
    card_type: 'dataset',
    url: `/vault/datasets/${encodeURIComponent(key)}`,
    image_url: `/vault/datasets/${encodeURIComponent(key)}/thumbnail?v=7`,
    source_service: 'vault',
    source_resource_id: key,
  });
  const cardsOf = async (who: Person) =>
    (await portal.as(who).get('/api/portal/cards')).body.items as Record<string, unknown>[];

  test('lead to it under its new key, and stay hidden from who may not see it', async () => {
    const owner = await portal.addUser();
    const stranger = await portal.addUser();
    await portal.addResource({ key: 'lakes', ownerId: owner.id });
    await addCard('lakes');
    await rename('lakes', { resource_key: 'big lakes' });
    expect(await cardsOf(owner)).toContainEqual(
      expect.objectContaining({
        source_resource_id: 'big lakes',
        url: '/vault/datasets/big%20lakes',
        image_url: '/vault/datasets/big%20lakes/thumbnail?v=7',
      }),
    );
    expect(await cardsOf(stranger)).not.toContainEqual(expect.objectContaining({ title: 'Map of lakes' }));
  });

  test('go with it when it is forgotten, so that nobody sees what nobody may see any more', async () => {
    const stranger = await portal.addUser();
    await portal.addResource({ key: 'secret wells' });
    await addCard('secret wells');
    expect(await cardsOf(admin)).toContainEqual(expect.objectContaining({ title: 'Map of secret wells' }));
    await registry.forgetResource({ resourceType: 'vault_dataset', resourceKey: 'secret wells' });
    for (const who of [admin, stranger])
      expect(await cardsOf(who)).not.toContainEqual(
        expect.objectContaining({ title: 'Map of secret wells' }),
      );
  });
});

test('the registry of the auth library renames, and tells when there is nothing or too much to rename', async () => {
  await portal.addResource({ key: 'first' });
  const renaming = { resourceType: 'vault_dataset', resourceKey: 'first', newKey: 'second' };
  expect(await registry.renameResource(renaming)).toBe('renamed');
  expect(await registry.renameResource({ ...renaming, displayName: 'Second' })).toBe('renamed');
  await portal.addResource({ key: 'first' });
  expect(await registry.renameResource(renaming)).toBe('taken');
  expect(await registry.renameResource({ ...renaming, resourceKey: 'x', newKey: 'y' })).toBe('unknown');
  const foreign = createPortalRegistry({ portalUrl: portal.url, serviceName: 'dbadmin', secret: SECRET });
  await expect(foreign.renameResource(renaming)).rejects.toMatchObject({ kind: 'bad_gateway' });
});
