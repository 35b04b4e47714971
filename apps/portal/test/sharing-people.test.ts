import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startTestPortal } from './test-app.ts';
import type { Person, TestPortal } from './test-app.ts';

let portal: TestPortal;
let admin: Person;
let owner: Person;
let friend: Person;
let stranger: Person;
let team: number;

beforeAll(async () => {
  portal = await startTestPortal();
  admin = await portal.addUser({ username: 'root', admin: true });
  owner = await portal.addUser({ username: 'mara' });
  friend = await portal.addUser({ username: 'marcel' });
  stranger = await portal.addUser({ username: 'stranger' });
  await portal.addUser({ username: 'mark', enabled: false });
  team = await portal.addGroup('Team');
  await portal.join(team, owner.id);
  await portal.join(team, friend.id);
});
afterAll(() => portal.close());

const as = (person: Person) => portal.as(person);

describe('GET /api/resources/{resource_type}/{resource_key}/access/explain', () => {
  let service: number;
  let towns: number;

  beforeAll(async () => {
    service = await portal.addResource({ type: 'service', key: 'vault', name: 'Vault' });
    towns = await portal.addResource({ key: 'towns', name: 'Towns', ownerId: owner.id });
  });

  const explain = async (person: Person, reader = owner) =>
    (await as(reader).get(`/api/resources/vault_dataset/towns/access/explain?user_id=${person.id}`)).body;
  const allow = (resourceId: number, groupId: number, permission: string) =>
    portal.rows('INSERT INTO permissions (resource_id, group_id, permission) VALUES ($1, $2, $3)', [
      resourceId,
      groupId,
      permission,
    ]);
  const kinds = async (person: Person, reader = owner) =>
    (await explain(person, reader)).reasons.map((each: any) => each.kind);

  test('returns 404 for an unknown person, and no reasons when nothing is shared with a person', async () => {
    const missing = await as(owner).get('/api/resources/vault_dataset/towns/access/explain?user_id=999999');
    expect(missing.status).toBe(404);
    expect(await explain(stranger)).toMatchObject({
      level: null,
      reasons: [],
      summary: 'Towns is not shared with stranger. Administrators can open everything.',
    });
    expect((await explain(stranger, admin)).summary).toBe('stranger cannot open Towns.');
  });

  test('returns only to administrators that a person is an administrator', async () => {
    const { user_id: _id, username: _name, summary, ...facts } = await explain(admin);
    expect(summary).toBe('Towns is not shared with root. Administrators can open everything.');
    const {
      user_id: _strangerId,
      username: _strangerName,
      summary: _,
      ...ofStranger
    } = await explain(stranger);
    expect(facts).toEqual(ofStranger);
    expect(await kinds(admin, admin)).toEqual(['administrators']);
    expect(await explain(admin, admin)).toMatchObject({ level: 'admin', may_use_service: true });
  });

  test('returns to owners whether a person can use the service only for people with access', async () => {
    const users = await portal.addGroup('Users of the vault');
    await allow(service, users, 'view');
    await portal.join(users, stranger.id);
    await allow(towns, team, 'edit');
    expect(await explain(friend)).toMatchObject({
      level: 'edit',
      may_use_service: false,
      summary: 'marcel cannot open Towns: the account has no access to the service vault.',
    });
    expect(await explain(stranger)).toMatchObject({ level: null, may_use_service: false });
    expect(await explain(stranger, admin)).toMatchObject({ level: null, may_use_service: true });
    await allow(towns, await portal.groupId('public'), 'view');
    expect(await explain(stranger)).toMatchObject({
      level: 'view',
      may_use_service: false,
      summary: 'Everyone who can use the service vault can view Towns.',
    });
  });

  test('returns all reasons for the access of a person', async () => {
    await allow(service, await portal.groupId('public'), 'view');
    await portal.rows(
      `INSERT INTO user_permissions (resource_id, user_id, permission) VALUES ($1, $2, 'admin')`,
      [towns, friend.id],
    );
    const { level, reasons, summary } = await explain(friend);
    expect(level).toBe('admin');
    expect(summary).toBe('marcel can view, edit and share Towns.');
    expect(reasons.map((each: any) => [each.kind, each.level, each.group_name])).toEqual([
      ['person', 'admin', undefined],
      ['group', 'edit', 'Team'],
      ['public', 'view', undefined],
    ]);
    expect(await kinds(owner)).toEqual(['owner', 'group', 'public']);
    expect(await kinds(admin, admin)).toEqual(['administrators', 'public']);
    expect(await explain(stranger)).toMatchObject({
      may_use_service: true,
      summary: 'stranger can view Towns.',
    });
  });
});

describe('GET /api/people', () => {
  const find = (q: string, person = owner) => as(person).get(`/api/people?q=${encodeURIComponent(q)}`);

  test('returns names of enabled users by a part of the name', async () => {
    expect((await find('MAR')).body).toEqual({
      items: [
        { user_id: owner.id, username: 'mara' },
        { user_id: friend.id, username: 'marcel' },
      ],
    });
    expect((await find('%%')).body.items).toEqual([]);
  });

  test('requires sign-in and two characters, and returns at most ten people', async () => {
    for (const q of ['', 'm', '  ', ' m ']) expect((await find(q)).status).toBe(400);
    expect((await portal.as().get('/api/people?q=mar')).status).toBe(401);
    for (let index = 0; index < 12; index += 1) await portal.addUser({ username: `crowd-${index}` });
    expect((await find('crowd')).body.items).toHaveLength(10);
  });

  test('returns 403 to users who cannot share anything', async () => {
    expect((await find('mar', admin)).status).toBe(200);
    const answer = await find('mar', stranger);
    expect(answer.status).toBe(403);
    expect(answer.body.error).toBe('You can search for people when you have something to share.');
    const members = await portal.addGroup();
    await portal.join(members, stranger.id);
    const [service, roads] = [await portal.addResource({ type: 'service' }), await portal.addResource()];
    for (const [resource, permission, status] of [
      [service, 'admin', 403],
      [roads, 'edit', 403],
      [roads, 'admin', 200],
    ] as const) {
      await portal.rows('INSERT INTO permissions (resource_id, group_id, permission) VALUES ($1, $2, $3)', [
        resource,
        members,
        permission,
      ]);
      expect((await find('mar', stranger)).status).toBe(status);
    }
  });

  test('answers 429 with Retry-After after 60 searches of one user in a minute', async () => {
    const [curious, calm] = [await portal.addUser(), await portal.addUser()];
    for (const person of [curious, calm]) await portal.addResource({ ownerId: person.id });
    const answers = await Promise.all(Array.from({ length: 61 }, () => find('mar', curious)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(60);
    const refused = answers.find(({ status }) => status === 429);
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0);
    expect((await find('mar', calm)).status).toBe(200);
  });
});
