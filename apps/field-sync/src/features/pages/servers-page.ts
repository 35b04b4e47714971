import { html } from '@cairn/service';
import type { Markup } from '@cairn/service';
import type { ServerType } from '../../db/schema.ts';
import { badge, dataAttributes, pageHead } from './components.ts';
import { actionForm, selectField, textField } from './fields.ts';
import { relativeTime } from './format.ts';

export interface ServerRow {
  id: number;
  name: string;
  type: ServerType;
  detectedType: ServerType | null;
  url: string;
  username: string;
  ownerId: number | null;
  /** Names of the projects that use it. */
  projects: string[];
  polledAt: Date | null;
  signInProblem: string | null;
  problem: string | null;
  retryAt: Date | null;
}

const TYPES: { value: ServerType; label: string }[] = [
  { value: 'field', label: 'Mergin Maps' },
  { value: 'cloud', label: 'QFieldCloud' },
  { value: 'folder', label: 'Folder of packages' },
];

/** The provider servers, and the form of the one with this id; 0 is a new one. */
export function serversPage(servers: ServerRow[], editedId: number | null, now: Date): Markup {
  const edited = servers.find(({ id }) => id === editedId);
  return html`${pageHead({
    title: 'Provider servers',
    lead: 'Where field crews keep their projects. One sign-in serves all projects of a server.',
    action: html`<a class="button primary" href="admin/servers.php?id=0">Add server</a>`,
  })}
  ${edited || editedId === 0 ? serverForm(edited) : null}
  ${servers.length === 0 ? html`<section class="panel empty">No servers yet.</section>` : table(servers, now)}`;
}

function table(servers: ServerRow[], now: Date): Markup {
  return html`<section class="panel flush">
    <table class="cards">
      <thead>
        <tr>
          <th scope="col">Server</th>
          <th scope="col">Kind</th>
          <th scope="col">Login</th>
          <th scope="col">Last check</th>
          <th scope="col">Projects</th>
        </tr>
      </thead>
      <tbody>
        ${servers.map((server) => row(server, now))}
      </tbody>
    </table>
  </section>`;
}

function row(server: ServerRow, now: Date): Markup {
  const attributes = dataAttributes({
    server: '',
    id: server.id,
    name: server.name,
    type: server.type,
    'detected-type': server.detectedType,
    url: server.url,
    username: server.username,
    'owner-id': server.ownerId,
    'in-use': server.projects.length,
  });
  const problem = server.signInProblem ?? server.problem;
  return html`<tr ${attributes}>
    <th scope="row">
      <a href="admin/servers.php?id=${server.id}">${server.name}</a><small>${server.url}</small>
    </th>
    <td data-label="Kind">${labelOf(server.detectedType ?? server.type)}</td>
    <td data-label="Login">${server.username}</td>
    <td data-label="Last check">
      ${server.signInProblem ? badge('sign-in failed', 'bad') : server.problem ? badge('down', 'bad') : null}
      ${relativeTime(server.polledAt, now) ?? 'not yet'} ${problem ? html`<small>${problem}</small>` : null}
    </td>
    <td data-label="Projects">${server.projects.join(', ')}</td>
  </tr>`;
}

function labelOf(type: ServerType): string {
  return TYPES.find(({ value }) => value === type)?.label ?? type;
}

function serverForm(server: ServerRow | undefined): Markup {
  const id = server?.id ?? 0;
  const fields = [
    textField({ name: 'name', label: 'Name', value: server?.name ?? '', required: true, maxLength: 200 }),
    selectField({
      name: 'type',
      label: 'Kind',
      value: server?.type ?? 'field',
      entries: TYPES,
      hint: 'Used only if the server does not identify itself.',
    }),
    textField({
      name: 'url',
      label: 'Address',
      value: server?.url ?? '',
      required: true,
      maxLength: 2_000,
      placeholder: 'https://app.merginmaps.com',
      hint: 'For a folder of packages: its path below the folder of field projects.',
    }),
    textField({ name: 'username', label: 'Username', value: server?.username ?? '' }),
    textField({
      name: 'password',
      label: 'Password',
      value: '',
      type: 'password',
      ...(server ? { hint: 'Leave blank to keep the stored one.' } : {}),
    }),
  ];
  return html`<section class="panel">
    <h2>${server ? server.name : 'New server'}</h2>
    ${actionForm({
      action: 'server.php',
      does: 'save',
      id,
      back: 'servers.php',
      fields,
      submit: server ? 'Save' : 'Add server',
      next: 'admin/servers.php',
    })}
    ${server ? deleteForm(server) : null}
  </section>`;
}

function deleteForm({ id, name, projects }: ServerRow): Markup {
  if (projects.length > 0) return html`<p class="hint">In use by ${projects.join(', ')}.</p>`;
  return actionForm({
    action: 'server.php',
    does: 'delete',
    id,
    back: 'servers.php',
    fields: [],
    submit: 'Delete server',
    confirm: `Delete the server ${name}?`,
    danger: true,
    next: 'admin/servers.php',
  });
}
