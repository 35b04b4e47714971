import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ANONYMOUS } from '@cairn/service';
import type { Actor } from '@cairn/service';
import { startTestPortal } from './test-app.ts';
import type { Person, TestPortal } from './test-app.ts';

let portal: TestPortal;
let member: Person;
let admin: Person;

beforeAll(async () => {
  portal = await startTestPortal();
  member = await portal.addUser();
  admin = await portal.addUser({ admin: true });
  const group = await portal.addGroup();
  await portal.join(group, member.id);
  const everybody = await portal.groupId('public');
  const grants: [string, ...[number, string][]][] = [
    ['hidden'],
    ['seen', [group, 'view']],
    ['edited', [group, 'edit'], [group, 'view']],
    ['ruled', [group, 'admin']],
    ['open', [everybody, 'view']],
    ['open and edited', [everybody, 'view'], [group, 'edit']],
  ];
  for (const [key, ...permissions] of grants) {
    const id = await portal.addResource({ key });
    for (const [groupId, permission] of permissions)
      await portal.rows('INSERT INTO permissions (resource_id, group_id, permission) VALUES ($1, $2, $3)', [
        id,
        groupId,
        permission,
      ]);
  }
  await portal.addResource({ key: 'owned', ownerId: member.id });
  await portal.addResource({ key: 'seen', type: 'map', ownerId: member.id });
});
afterAll(() => portal.close());

const actorOf = (person: Person): Promise<Actor> =>
  portal.context.auth.identify({ headers: { cookie: person.cookie } } as never);

test('one query returns the access of a member to all resources, the same as one query for each', async () => {
  const actor = await actorOf(member);
  const { visible, of } = await portal.context.auth.accessLevels(actor, 'vault_dataset');
  const levels = Object.fromEntries((visible as string[]).toSorted().map((key) => [key, of(key)]));
  expect(levels).toEqual({
    edited: { permission: 'edit', isPublic: false, isShared: true },
    open: { permission: 'view', isPublic: true, isShared: false },
    'open and edited': { permission: 'edit', isPublic: true, isShared: true },
    owned: { permission: 'admin', isPublic: false, isShared: false },
    ruled: { permission: 'admin', isPublic: false, isShared: true },
    seen: { permission: 'view', isPublic: false, isShared: true },
  });
  expect(of('hidden')).toBeNull();
  expect((visible as string[]).toSorted()).toEqual(
    ((await portal.context.auth.visibleKeys(actor, 'vault_dataset', 'view')) as string[]).toSorted(),
  );
});

test('an administrator has access to everything, and sees which resources are public', async () => {
  const { visible, of } = await portal.context.auth.accessLevels(await actorOf(admin), 'vault_dataset');
  expect(visible).toBe('all');
  expect(of('hidden')).toEqual({ permission: 'admin', isPublic: false, isShared: false });
  expect(of('open')).toEqual({ permission: 'admin', isPublic: true, isShared: false });
});

test('a visitor has view on public resources', async () => {
  const { visible, of } = await portal.context.auth.accessLevels(ANONYMOUS, 'vault_dataset');
  expect((visible as string[]).toSorted()).toEqual(['open', 'open and edited']);
  expect(of('owned')).toBeNull();
});
