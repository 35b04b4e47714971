import { Markup, html } from '@cairn/service';
import type { Account } from '../accounts/types.ts';
import { badge, dataAttributes, notice, pageHead } from './components.ts';
import { actionForm, selectField, textField } from './fields.ts';

export interface UserRow extends Omit<Account, 'passwordHash'> {
  groupIds: number[];
}

export interface GroupRow {
  id: number;
  name: string;
  ownerId: number | null;
  projects: { id: number; name: string }[];
  userIds: number[];
}

const LEVELS = [
  { value: 'User', label: 'User: reads own projects and those of own groups' },
  { value: 'Admin', label: 'Admin: administers field sync' },
];

interface AccountsView {
  editedId: number | null;
  /** Accounts of the portal sign in; those here do not count. */
  isCentral: boolean;
}

/** The accounts of field sync, and the form of the one with this id; 0 is a new one. */
export function usersPage(
  users: UserRow[],
  groups: GroupRow[],
  { editedId, isCentral }: AccountsView,
): Markup {
  const edited = users.find(({ id }) => id === editedId);
  const groupNames = new Map(groups.map(({ id, name }) => [id, name]));
  return html`${pageHead({
    title: 'Users',
    lead: 'Accounts of field sync itself, for platforms without the portal.',
    action: html`<a class="button primary" href="admin/users.php?id=0">Add user</a>`,
  })}
  ${isCentral ? notice('People sign in with their portal accounts. The accounts below are not used.', 'warn') : null}
  ${edited || editedId === 0 ? userForm(edited, groups) : null}
  ${
    users.length === 0
      ? html`<section class="panel empty">No users yet.</section>`
      : html`<section class="panel flush">
          <table class="cards">
            <thead>
              <tr>
                <th scope="col">User</th>
                <th scope="col">Email</th>
                <th scope="col">Level</th>
                <th scope="col">Groups</th>
              </tr>
            </thead>
            <tbody>
              ${users.map((user) => userRow(user, groupNames))}
            </tbody>
          </table>
        </section>`
  }`;
}

function userRow(user: UserRow, groupNames: Map<number, string>): Markup {
  const attributes = dataAttributes({
    user: '',
    id: user.id,
    name: user.name,
    email: user.email,
    accesslevel: user.accesslevel,
    'super-admin': user.isSuperAdmin,
    'group-ids': user.groupIds.join(','),
    'owner-id': user.ownerId,
    'in-use': user.groupIds.length,
  });
  const level = user.isSuperAdmin ? 'Super admin' : user.accesslevel;
  return html`<tr ${attributes}>
    <th scope="row"><a href="admin/users.php?id=${user.id}">${user.name}</a></th>
    <td data-label="Email">${user.email}</td>
    <td data-label="Level">${badge(level, user.accesslevel === 'Admin' ? 'busy' : '')}</td>
    <td data-label="Groups">${user.groupIds.map((id) => groupNames.get(id) ?? '').join(', ')}</td>
  </tr>`;
}

function userForm(user: UserRow | undefined, groups: GroupRow[]): Markup {
  const fields = [
    textField({ name: 'name', label: 'Name', value: user?.name ?? '', required: true, maxLength: 200 }),
    textField({ name: 'email', label: 'Email', value: user?.email ?? '', type: 'email', required: true }),
    textField({
      name: 'password',
      label: 'Password',
      value: '',
      type: 'password',
      ...(user ? { hint: 'Leave blank to keep the current one.' } : {}),
    }),
    selectField({ name: 'accesslevel', label: 'Level', value: user?.accesslevel ?? 'User', entries: LEVELS }),
    checkboxes('Groups', 'group_ids[]', groups, user?.groupIds ?? []),
  ];
  return html`<section class="panel">
    <h2>${user?.name ?? 'New user'}</h2>
    ${actionForm({
      action: 'user.php',
      does: 'save',
      id: user?.id ?? -1,
      back: 'users.php',
      fields,
      submit: user ? 'Save' : 'Add user',
      next: 'admin/users.php',
    })}
    ${
      user
        ? actionForm({
            action: 'user.php',
            does: 'delete',
            id: user.id,
            back: 'users.php',
            fields: [],
            submit: 'Delete user',
            confirm: `Delete the account of ${user.name}?`,
            danger: true,
            next: 'admin/users.php',
          })
        : null
    }
  </section>`;
}

/** The groups with their projects, and the form of the one with this id; 0 is a new one. */
export function groupsPage(
  {
    groups,
    users,
    projects,
  }: { groups: GroupRow[]; users: UserRow[]; projects: { id: number; name: string }[] },
  editedId: number | null,
): Markup {
  const edited = groups.find(({ id }) => id === editedId);
  return html`${pageHead({
    title: 'Groups',
    lead: 'Which users may read which projects.',
    action: html`<a class="button primary" href="admin/groups.php?id=0">Add group</a>`,
  })}
  ${edited || editedId === 0 ? groupForm(edited, users, projects) : null}
  ${
    groups.length === 0
      ? html`<section class="panel empty">No groups yet.</section>`
      : html`<section class="panel flush">
          <table class="cards">
            <thead>
              <tr>
                <th scope="col">Group</th>
                <th scope="col">Projects</th>
                <th scope="col" class="number">Users</th>
              </tr>
            </thead>
            <tbody>
              ${groups.map(groupRow)}
            </tbody>
          </table>
        </section>`
  }`;
}

function groupRow({ id, name, ownerId, projects, userIds }: GroupRow): Markup {
  const attributes = dataAttributes({
    group: '',
    id,
    name,
    'project-ids': projects.map((project) => project.id).join(','),
    'user-ids': userIds.join(','),
    'owner-id': ownerId,
    'in-use': userIds.length,
  });
  return html`<tr ${attributes}>
    <th scope="row"><a href="admin/groups.php?id=${id}">${name}</a></th>
    <td data-label="Projects">${projects.map((project) => project.name).join(', ')}</td>
    <td class="number" data-label="Users">${userIds.length}</td>
  </tr>`;
}

function groupForm(
  group: GroupRow | undefined,
  users: UserRow[],
  projects: { id: number; name: string }[],
): Markup {
  const fields = [
    textField({ name: 'name', label: 'Name', value: group?.name ?? '', required: true, maxLength: 200 }),
    checkboxes('Projects', 'project_ids[]', projects, group?.projects.map(({ id }) => id) ?? []),
    checkboxes('Users', 'user_ids[]', users, group?.userIds ?? []),
  ];
  return html`<section class="panel">
    <h2>${group?.name ?? 'New group'}</h2>
    ${actionForm({
      action: 'group.php',
      does: 'save',
      id: group?.id ?? 0,
      back: 'groups.php',
      fields,
      submit: group ? 'Save' : 'Add group',
      next: 'admin/groups.php',
    })}
    ${
      group
        ? actionForm({
            action: 'group.php',
            does: 'delete',
            id: group.id,
            back: 'groups.php',
            fields: [],
            submit: 'Delete group',
            confirm: `Delete the group ${group.name}? Users and projects stay.`,
            danger: true,
            next: 'admin/groups.php',
          })
        : null
    }
  </section>`;
}

/** An empty choice is sent too, as an empty value, so that the last one can be removed. */
function checkboxes(
  legend: string,
  name: string,
  entries: { id: number; name: string }[],
  chosen: number[],
): Markup {
  const boxes = entries.map(
    (entry) =>
      html`<div class="check">
        <input
          type="checkbox"
          id="${name}${entry.id}"
          name="${name}"
          value="${entry.id}"
          ${chosen.includes(entry.id) ? new Markup('checked') : null}
        />
        <label for="${name}${entry.id}">${entry.name}</label>
      </div>`,
  );
  return html`<fieldset>
    <legend>${legend}</legend>
    <input type="hidden" name="${name}" value="" />
    ${entries.length === 0 ? html`<p class="hint">None yet.</p>` : boxes}
  </fieldset>`;
}
