import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Person } from '@cairn/testing';
import { addLocalPerson, PASSWORD } from './local-people.ts';
import { postAction, sendAction } from './send-action.ts';
import type { ActionFields } from './send-action.ts';
import { startTestFieldSync } from './test-app.ts';
import type { TestFieldSync } from './test-app.ts';
import { testProjects } from './test-projects.ts';

let app: TestFieldSync;
let root: Person;
let admin: Person;
let other: Person;
let user: Person;
beforeAll(async () => {
  app = await startTestFieldSync({ env: { SYNC_AUTH_MODE: 'local' } });
  root = await addLocalPerson(app, { name: 'root', accesslevel: 'Admin', isSuperAdmin: true });
  admin = await addLocalPerson(app, { name: 'admin', accesslevel: 'Admin' });
  other = await addLocalPerson(app, { name: 'other', accesslevel: 'Admin' });
  user = await addLocalPerson(app, { name: 'user', owner: admin });
});
afterAll(() => app.close());

const send = (person: Person | null, path: string, fields: ActionFields) =>
  postAction(app, person, { path, fields });
const rowOf = async (id: number, table = 'users') =>
  (await app.admin.query(`SELECT * FROM field_sync.${table} WHERE id = $1`, [id])).rows[0];
const events = async (id: number) =>
  (await app.admin.query('SELECT * FROM field_sync.audit_events WHERE object_id = $1 ORDER BY id', [id]))
    .rows;
let count = 0;
const NEW = { save: '', id: -1, password: PASSWORD, accesslevel: 'User' };
const fresh = () => `person${(count += 1)}`;
const fieldsOf = (name: string) => ({ ...NEW, name, email: `${name}@example.org` });
const refused = (sentence: string) => ({ success: false, message: expect.stringContaining(sentence) });

describe('POST /admin/action/user.php save', () => {
  test('with id -1 creates a user of the caller, and the user can sign in', async () => {
    const name = fresh();
    const saved = await send(admin, 'user.php', fieldsOf(name));
    expect(saved).toEqual({ success: true, message: `Saved ${name}.`, id: expect.any(Number) });
    const row = await rowOf(saved.id);
    expect(row).toMatchObject({ name, accesslevel: 'User', owner_id: admin.id, is_super_admin: false });
    expect(row.password_hash).toMatch(/^\$argon2id\$/);
    const fields = { submit: '', email: `${name}@example.org`, pwd: PASSWORD };
    const { headers } = await sendAction(app, null, { path: 'login.php', fields });
    expect(headers.get('location')).toBe('../../index.php');
    const [event] = await events(saved.id);
    expect(event).toMatchObject({ event: 'user.created', actor_name: 'admin', subject: name });
    expect(JSON.stringify(event)).not.toContain(PASSWORD);
  });

  test('keeps a blank password, and signs the person out for a new one or another level', async () => {
    const person = await addLocalPerson(app, { name: fresh(), owner: admin, hasPassword: true });
    const fields = { ...fieldsOf(person.username), id: person.id, password: '' };
    const signedIn = async () => (await app.ask(person, { path: '/api/jobs' })).status === 200;
    const before = await rowOf(person.id);
    expect((await send(admin, 'user.php', { ...fields, name: 'Renamed' })).success).toBe(true);
    expect(await rowOf(person.id)).toMatchObject({ name: 'Renamed', password_hash: before.password_hash });
    expect(await signedIn()).toBe(true);
    const password = 'another long secret';
    expect((await send(admin, 'user.php', { ...fields, password })).success).toBe(true);
    expect(await signedIn()).toBe(false);
    expect((await rowOf(person.id)).password_hash).not.toBe(before.password_hash);
  });

  test('sets the groups of a user, and leaves them where the form has none', async () => {
    const { id: group } = await send(admin, 'group.php', { save: '', id: 0, name: fresh() });
    const { id } = await send(admin, 'user.php', { ...fieldsOf(fresh()), 'group_ids[]': [group, group] });
    const groups = async () =>
      (await app.admin.query('SELECT group_id FROM field_sync.group_users WHERE user_id = $1', [id])).rows;
    expect(await groups()).toEqual([{ group_id: group }]);
    const { name, email } = await rowOf(id);
    await send(admin, 'user.php', { ...NEW, id, name, email });
    expect(await groups()).toHaveLength(1);
    await send(admin, 'user.php', { ...NEW, id, name, email, 'group_ids[]': '' });
    expect(await groups()).toEqual([]);
    expect(await send(admin, 'user.php', { ...NEW, id, name, email, 'group_ids[]': [group, 999] })).toEqual(
      refused('There is no group 999'),
    );
  });

  test.each([
    ['no name', { name: '' }, 'name is missing'],
    ['no address', { email: '' }, 'email is missing'],
    ['an address without @', { email: 'ada' }, 'email must be an address'],
    ['an address with a line break', { email: 'a@b\r\nBcc: c@d' }, 'control characters'],
    ['no password', { password: '' }, 'password is missing'],
    ['a short password', { password: 'short' }, 'too short'],
    ['a common password', { password: 'password123' }, 'most common'],
    [
      'the address as the password',
      { email: 'ada.long@example.org', password: 'ADA.long@example.org' },
      'Choose',
    ],
    ['an unknown level', { accesslevel: 'SuperAdmin' }, 'Admin or User'],
    ['an unknown id', { id: 99_999 }, 'There is no user 99999'],
    ['an address that another user has', { email: 'USER@example.org' }, 'already a user with this address'],
  ])('with %s answers success false and stores nothing', async (_what, change, sentence) => {
    const users = async () => (await app.admin.query('SELECT * FROM field_sync.users')).rows;
    const before = await users();
    const fields = { ...fieldsOf(fresh()), ...change } as ActionFields;
    expect(await send(root, 'user.php', fields)).toEqual(refused(sentence));
    expect(await users()).toEqual(before);
  });
});

/** Who may do what with whose account; the target is made for each line. */
describe.each<[string, Parameters<typeof addLocalPerson>[1]['accesslevel'], Record<string, string | true>]>([
  [
    'a user of admin',
    'User',
    { root: true, admin: true, other: 'created by someone else', user: 'administrators', nobody: 'sign' },
  ],
  [
    'an administrator that admin made',
    'Admin',
    {
      root: true,
      admin: 'first administrator',
      other: 'first administrator',
      user: 'administrators',
      nobody: 'sign',
    },
  ],
])('%s', (_what, accesslevel, answers) => {
  const people = (): Record<string, Person | null> => ({ root, admin, other, user, nobody: null });

  test.each(Object.entries(answers))('POST /admin/action/user.php save as %s', async (caller, answer) => {
    const target = await addLocalPerson(app, { name: fresh(), owner: admin, accesslevel: accesslevel! });
    const fields = {
      ...fieldsOf(target.username),
      id: target.id,
      name: 'Changed',
      accesslevel: accesslevel!,
    };
    const body = await send(people()[caller]!, 'user.php', fields);
    expect(body).toEqual(answer === true ? expect.objectContaining({ success: true }) : refused(answer));
    expect((await rowOf(target.id)).name === 'Changed').toBe(answer === true);
  });

  test.each(Object.entries(answers))('POST /admin/action/user.php delete as %s', async (caller, answer) => {
    const target = await addLocalPerson(app, { name: fresh(), owner: admin, accesslevel: accesslevel! });
    const body = await send(people()[caller]!, 'user.php', { delete: '', id: target.id });
    expect(body).toEqual(answer === true ? expect.objectContaining({ success: true }) : refused(answer));
    expect((await rowOf(target.id)) === undefined).toBe(answer === true);
    if (answer !== true) return;
    expect((await events(target.id)).at(-1)).toMatchObject({
      event: 'user.deleted',
      subject: target.username,
    });
    expect((await app.ask(target, { path: '/api/jobs' })).status).toBe(401);
  });
});

describe('administrators', () => {
  test.each(['save', 'promote'])(
    'POST /admin/action/user.php save makes none for others: %s',
    async (how) => {
      const target = await addLocalPerson(app, { name: fresh(), owner: admin });
      const fields = { ...fieldsOf(fresh()), accesslevel: 'Admin', id: how === 'save' ? -1 : target.id };
      expect(await send(admin, 'user.php', fields)).toEqual(refused('Only the first administrator'));
      expect((await send(root, 'user.php', fields)).success).toBe(true);
    },
  );

  test('POST /admin/action/user.php delete never deletes the caller’s own account or the first administrator', async () => {
    expect(await send(root, 'user.php', { delete: '', id: root.id })).toEqual(refused('your own account'));
    expect(await send(admin, 'user.php', { delete: '', id: admin.id })).toEqual(refused('your own account'));
    expect(await send(admin, 'user.php', { delete: '', id: root.id })).toEqual(
      refused('first administrator'),
    );
    const demoted = { ...fieldsOf('root'), id: root.id, accesslevel: 'User' };
    expect(await send(root, 'user.php', demoted)).toEqual(refused('stays an administrator'));
    expect(await rowOf(root.id)).toMatchObject({ accesslevel: 'Admin', is_super_admin: true });
  });
});

describe('POST /admin/action/group.php', () => {
  const projects = async () => {
    const { addProject } = testProjects(app);
    return [(await addProject()).id, (await addProject()).id];
  };
  const membersOf = async (id: number) => {
    const { rows } = await app.admin.query(
      `SELECT ARRAY(SELECT project_id FROM field_sync.group_projects WHERE group_id = $1 ORDER BY 1) AS projects,
              ARRAY(SELECT user_id FROM field_sync.group_users WHERE group_id = $1 ORDER BY 1) AS users`,
      [id],
    );
    return rows[0];
  };

  test('POST /admin/action/group.php save creates a group with projects and users, and replaces both', async () => {
    const [one, two] = (await projects()) as [number, number];
    const name = fresh();
    const fields = { save: '', id: 0, name, 'project_ids[]': [one, two], 'user_ids[]': [user.id] };
    const saved = await send(admin, 'group.php', fields);
    expect(saved).toEqual({ success: true, message: `Saved ${name}.`, id: expect.any(Number) });
    const { id } = saved;
    expect(await membersOf(id)).toEqual({ projects: [one, two], users: [user.id] });
    await send(admin, 'group.php', { save: '', id, name, 'project_ids[]': two });
    expect(await membersOf(id)).toEqual({ projects: [two], users: [user.id] });
    await send(admin, 'group.php', { save: '', id, name, 'user_ids[]': '' });
    expect(await membersOf(id)).toEqual({ projects: [], users: [] });
    expect((await events(id)).map(({ event }) => event)).toEqual([
      ...['group.created', 'group.changed', 'group.changed'],
    ]);
  });

  test('POST /admin/action/group.php save and delete are for who made the group, and for the first administrator', async () => {
    const name = fresh();
    const { id } = await send(admin, 'group.php', { save: '', id: 0, name });
    const forms: ActionFields[] = [
      { save: '', id, name: 'Taken' },
      { delete: '', id },
    ];
    for (const fields of forms) {
      expect(await send(other, 'group.php', fields)).toEqual(refused('created by someone else'));
      expect(await send(user, 'group.php', fields)).toEqual(refused('administrators'));
      expect(await send(null, 'group.php', fields)).toMatchObject({ success: false });
    }
    expect((await rowOf(id, 'groups')).name).toBe(name);
    expect((await send(root, 'group.php', { save: '', id, name: `${name} 2` })).success).toBe(true);
    expect(await send(admin, 'group.php', { delete: '', id })).toMatchObject({ success: true });
    expect(await rowOf(id, 'groups')).toBeUndefined();
    expect(await send(admin, 'group.php', { delete: '', id })).toEqual(refused(`There is no group ${id}`));
  });

  test.each([
    ['no name', { name: ' ' }, 'name is missing'],
    ['an unknown project', { 'project_ids[]': ['77777', '88888'] }, 'There are no projects 77777, 88888'],
    ['an unknown user', { 'user_ids[]': '77777' }, 'There is no user 77777'],
    ['an id that is not a number', { 'project_ids[]': 'x' }, 'must be a whole number'],
    ['a nested name', { 'project_ids[0]': '1' }, 'not allowed'],
  ])('save with %s answers success false and stores nothing', async (_what, change, sentence) => {
    const fields = { save: '', id: 0, name: fresh(), ...change } as ActionFields;
    expect(await send(admin, 'group.php', fields)).toEqual(refused(sentence));
    const { rowCount } = await app.admin.query('SELECT 1 FROM field_sync.groups WHERE name = $1', [
      fields.name,
    ]);
    expect(rowCount).toBe(0);
  });
});

test('in central mode every administrator of the platform makes and changes administrators', async () => {
  const central = await startTestFieldSync();
  try {
    const boss = await central.signUp({ username: 'bea', isAdmin: true });
    const fields = { ...fieldsOf('ada'), accesslevel: 'Admin' };
    const { body } = await sendAction(central, boss, { path: 'user.php', fields });
    expect(body).toMatchObject({ success: true });
    const change = { ...fields, id: body.id, name: 'Ada', password: '' };
    expect((await sendAction(central, boss, { path: 'user.php', fields: change })).body.success).toBe(true);
  } finally {
    await central.close();
  }
});
