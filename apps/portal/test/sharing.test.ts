import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createAuth } from '@cairn/auth';
import type { Auth } from '@cairn/auth';
import { SERVICE_SECRET, startTestPortal } from './test-app.ts';
import type { Person, TestPortal } from './test-app.ts';

let portal: TestPortal;
let auth: Auth;
let admin: Person;
let owner: Person;
let friend: Person;
let stranger: Person;
let team: number;
let others: number;
let publicGroup: number;
/** The resource of a test: its id and address. */
let resource: number;
let path: string;
let key: string;

beforeAll(async () => {
  portal = await startTestPortal();
  auth = createAuth({
    centralDatabaseUrl: portal.database.url('vault'),
    serviceSecret: SERVICE_SECRET,
    serviceName: 'vault',
    acceptTokens: false,
  });
  admin = await portal.addUser({ username: 'root', admin: true });
  owner = await portal.addUser({ username: 'mara' });
  friend = await portal.addUser({ username: 'marcel' });
  stranger = await portal.addUser({ username: 'stranger' });
  team = await portal.addGroup('Team');
  others = await portal.addGroup('Others');
  await portal.join(team, owner.id);
  publicGroup = await portal.groupId('public');
  const service = await portal.addResource({ type: 'service', key: 'vault', name: 'Vault' });
  await portal.rows(`INSERT INTO permissions (resource_id, group_id, permission) VALUES ($1, $2, 'view')`, [
    service,
    publicGroup,
  ]);
});
afterAll(async () => {
  await auth.close();
  await portal.close();
});

let number = 0;
beforeEach(async () => {
  number += 1;
  key = `Städte / ${number}`;
  resource = await portal.addResource({ key, name: `Towns ${number}`, ownerId: owner.id });
  path = `/api/resources/vault_dataset/${encodeURIComponent(key)}/access`;
});

const as = (person: Person) => portal.as(person);
const read = async (person = owner) => (await as(person).get(path)).body;

/** Saves what is there with some of it changed. */
async function share(change: Record<string, unknown>, person = owner) {
  const { version, visibility, people, groups } = await read(person);
  return as(person)
    .put(path)
    .send({
      version,
      visibility,
      people: people.map(({ user_id, level }: any) => ({ user_id, level })),
      groups: groups.map(({ group_id, level }: any) => ({ group_id, level })),
      ...change,
    });
}

async function levelOf(person: Person): Promise<string | null> {
  const actor = await auth.user(person.id);
  const access = await auth.access(actor!, { resourceType: 'vault_dataset', resourceKey: key });
  return access?.permission ?? null;
}

describe('GET /api/resources/{resource_type}/{resource_key}/access', () => {
  test("returns the access to the owner, and the owner's groups as choices", async () => {
    const { status, body } = await as(owner).get(path);
    expect(status).toBe(200);
    expect(body).toEqual({
      resource_type: 'vault_dataset',
      resource_key: key,
      display_name: `Towns ${number}`,
      version: expect.any(String),
      visibility: 'private',
      service_is_public: true,
      owner: { user_id: owner.id, username: 'mara' },
      people: [],
      groups: [],
      group_choices: [{ group_id: team, group_name: 'Team' }],
    });
    const choices = (await read(admin)).group_choices.map((each: any) => each.group_name);
    expect(choices).toEqual(['Others', 'Team']);
  });

  test('returns 403 to users without admin on the resource', async () => {
    await share({ people: [{ user_id: friend.id, level: 'edit' }] });
    for (const person of [friend, stranger]) {
      for (const request of [
        as(person).get(path),
        as(person).put(path).send({}),
        as(person).get(`${path}/explain?user_id=1`),
      ])
        expect((await request).status).toBe(403);
    }
    expect((await portal.as().get(path)).status).toBe(401);
    await share({ people: [{ user_id: friend.id, level: 'admin' }] });
    expect((await as(friend).get(path)).status).toBe(200);
  });

  test('returns 403 for a missing resource, and 404 to administrators', async () => {
    const missing = '/api/resources/vault_dataset/nowhere/access';
    expect((await as(owner).get(missing)).status).toBe(403);
    expect((await as(admin).get(missing)).status).toBe(404);
  });

  test('returns 403 for services, except to administrators', async () => {
    const service = await portal.addResource({ type: 'service', key: `tool-${number}` });
    await portal.rows(
      `INSERT INTO user_permissions (resource_id, user_id, permission) VALUES ($1, $2, 'admin')`,
      [service, owner.id],
    );
    const address = `/api/resources/service/tool-${number}/access`;
    expect((await as(owner).get(address)).status).toBe(403);
    expect((await as(admin).get(address)).status).toBe(200);
  });
});

describe('PUT /api/resources/{resource_type}/{resource_key}/access', () => {
  test('grants people and groups a level, changes it and revokes it', async () => {
    const people = [{ user_id: friend.id, level: 'edit' }];
    const groups = [{ group_id: team, level: 'view' }];
    const { status, body } = await share({ people, groups });
    expect(status).toBe(200);
    expect(body.people).toEqual([{ user_id: friend.id, username: 'marcel', level: 'edit' }]);
    expect(body.groups).toEqual([{ group_id: team, group_name: 'Team', level: 'view' }]);
    expect(await levelOf(friend)).toBe('edit');
    await share({ people: [{ user_id: friend.id, level: 'view' }], groups: [] });
    expect(await levelOf(friend)).toBe('view');
    expect(await portal.grantsOf(resource)).toEqual([]);
    await share({ people: [] });
    expect(await levelOf(friend)).toBeNull();
  });

  test('makes the resource public and private again', async () => {
    expect((await share({ visibility: 'public' })).body.visibility).toBe('public');
    expect(await portal.grantsOf(resource)).toEqual(['Public view']);
    expect(await levelOf(stranger)).toBe('view');
    expect((await share({ visibility: 'private' })).body.visibility).toBe('private');
    expect(await levelOf(stranger)).toBeNull();
  });

  test('answers 409 and changes nothing when the access was changed in the meantime', async () => {
    const { version } = await read();
    await share({ people: [{ user_id: friend.id, level: 'view' }] }, admin);
    const late = await share({ version, visibility: 'public', people: [] });
    expect(late.status).toBe(409);
    expect(await levelOf(friend)).toBe('view');
    expect(await levelOf(stranger)).toBeNull();
  });

  test('returns 409 to one of two concurrent requests', async () => {
    const { version } = await read();
    const answers = await Promise.all([
      share({ version, people: [{ user_id: friend.id, level: 'view' }] }),
      share({ version, people: [{ user_id: stranger.id, level: 'view' }] }, admin),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  test('does not change the access of the owner', async () => {
    await share({ people: [{ user_id: friend.id, level: 'admin' }] });
    const { status, body } = await share({ people: [{ user_id: owner.id, level: 'view' }] }, friend);
    expect(status).toBe(200);
    expect(body.people).toEqual([]);
    expect(await levelOf(owner)).toBe('admin');
    expect(await levelOf(friend)).toBeNull();
  });

  test.each([
    ['a group of which the sharer is no member', () => ({ groups: [{ group_id: others, level: 'view' }] })],
    ['the group Public', () => ({ groups: [{ group_id: publicGroup, level: 'admin' }] })],
    ['an unknown user', () => ({ people: [{ user_id: 999_999, level: 'view' }] })],
    ['a user twice', () => ({ people: Array(2).fill({ user_id: friend.id, level: 'view' }) })],
    ['an unknown level', () => ({ people: [{ user_id: friend.id, level: 'own' }] })],
  ])('returns 400 to %s', async (_what, change) => {
    expect((await share(change())).status).toBe(400);
    expect(await portal.grantsOf(resource)).toEqual([]);
  });

  test('keeps a group that an administrator added, and can change its level', async () => {
    await share({ groups: [{ group_id: others, level: 'view' }] }, admin);
    expect((await share({ visibility: 'public' })).status).toBe(200);
    expect(await portal.grantsOf(resource)).toEqual(['Others view', 'Public view']);
    expect((await share({ groups: [{ group_id: others, level: 'edit' }] })).status).toBe(200);
    expect(await portal.grantsOf(resource)).toEqual(['Others edit', 'Public view']);
  });

  test('changes nothing from a page of another site', async () => {
    const { version } = await read();
    const foreign = await as(owner)
      .put(path)
      .set('Origin', 'https://evil.example')
      .send({ version, visibility: 'public', people: [], groups: [] });
    expect(foreign.status).toBe(403);
    expect(await levelOf(stranger)).toBeNull();
  });

  test('records the access before and after', async () => {
    await share({ visibility: 'public', people: [{ user_id: friend.id, level: 'edit' }] });
    const [event] = await portal.rows<{ actor_name: string; details: unknown }>(
      `SELECT actor_name, details FROM audit_events WHERE event = 'resource.shared' AND subject_id = $1`,
      [String(resource)],
    );
    expect(event).toEqual({
      actor_name: 'mara',
      details: {
        from: { visibility: 'private', people: [], groups: [] },
        to: { visibility: 'public', people: ['marcel: edit'], groups: [] },
      },
    });
  });
});

describe('permissions of individual people', () => {
  beforeEach(() => share({ people: [{ user_id: friend.id, level: 'edit' }] }));

  test('are returned to administrators', async () => {
    const held = { resource_id: resource, user_id: friend.id, username: 'marcel', permission: 'edit' };
    const matrix = await as(admin).get(`/api/admin/resources/${resource}/permissions`);
    expect(matrix.body.people).toEqual([expect.objectContaining(held)]);
    const list = await as(admin).get('/api/admin/permissions');
    expect(list.body.people).toContainEqual(expect.objectContaining(held));
    const overview = await as(admin).get(`/api/admin/resource-access-overview?search=Towns ${number}`);
    expect(overview.body.items[0].people_with_access).toEqual(['marcel']);
  });

  test('stay when the matrix or the key changes, and are deleted with the user', async () => {
    const matrix = { visibility: 'restricted', matrix: [] };
    await as(admin).put(`/api/admin/resources/${resource}/permissions`).send(matrix).expect(200);
    await portal
      .as({ service: 'vault' })
      .put(`/internal/resources/vault_dataset/id:${number}`)
      .send({ display_name: 'Towns', service: 'vault', replaces: [key] })
      .expect(200);
    key = `id:${number}`;
    expect(await levelOf(friend)).toBe('edit');
    const leaver = await portal.addUser();
    path = `/api/resources/vault_dataset/${encodeURIComponent(key)}/access`;
    await share({ people: [{ user_id: leaver.id, level: 'view' }] });
    await portal.rows('DELETE FROM users WHERE id = $1', [leaver.id]);
    expect((await read()).people).toEqual([]);
  });

  test('count in lists of resources', async () => {
    const listOf = async (person: Person) =>
      (await auth.accessLevels((await auth.user(person.id))!, 'vault_dataset')).of(key);
    expect(await listOf(friend)).toEqual({ permission: 'edit', isPublic: false, isShared: true });
    expect(await listOf(owner)).toEqual({ permission: 'admin', isPublic: false, isShared: true });
    expect(await listOf(admin)).toEqual({ permission: 'admin', isPublic: false, isShared: true });
    await share({ people: [], visibility: 'public' });
    expect(await listOf(owner)).toEqual({ permission: 'admin', isPublic: true, isShared: false });
    await share({ visibility: 'private' });
    expect(await listOf(owner)).toEqual({ permission: 'admin', isPublic: false, isShared: false });
    expect(await listOf(friend)).toBeNull();
  });
});
