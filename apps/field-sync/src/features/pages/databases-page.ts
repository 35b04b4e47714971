import { html } from '@cairn/service';
import type { Markup } from '@cairn/service';
import { dataAttributes, pageHead } from './components.ts';
import { actionForm, selectField, textField } from './fields.ts';

export interface DatabaseRow {
  id: number;
  name: string;
  host: string;
  port: number;
  username: string;
  dbname: string;
  sslmode: string;
  ownerId: number | null;
  /** Names of the projects that use it. */
  projects: string[];
}

const SSL_MODES = ['prefer', 'require', 'verify-ca', 'verify-full', 'disable'];

/** The database links, and the form of the one with this id; 0 is a new one. */
export function databasesPage(links: DatabaseRow[], editedId: number | null): Markup {
  const edited = links.find(({ id }) => id === editedId);
  return html`${pageHead({
    title: 'Database links',
    lead: 'PostGIS databases that projects are synchronised into.',
    action: html`<a class="button primary" href="admin/databases.php?id=0">Add database link</a>`,
  })}
  ${edited || editedId === 0 ? linkForm(edited) : null}
  ${links.length === 0 ? html`<section class="panel empty">No database links yet.</section>` : table(links)}`;
}

function table(links: DatabaseRow[]): Markup {
  return html`<section class="panel flush">
    <table class="cards">
      <thead>
        <tr>
          <th scope="col">Link</th>
          <th scope="col">Database</th>
          <th scope="col">Role</th>
          <th scope="col">Projects</th>
        </tr>
      </thead>
      <tbody>
        ${links.map(row)}
      </tbody>
    </table>
  </section>`;
}

function row(link: DatabaseRow): Markup {
  const attributes = dataAttributes({
    pglink: '',
    id: link.id,
    name: link.name,
    host: link.host,
    port: link.port,
    username: link.username,
    dbname: link.dbname,
    sslmode: link.sslmode,
    'owner-id': link.ownerId,
    'in-use': link.projects.length,
  });
  return html`<tr ${attributes}>
    <th scope="row"><a href="admin/databases.php?id=${link.id}">${link.name}</a></th>
    <td data-label="Database">${link.dbname}<small>${link.host}:${link.port}</small></td>
    <td data-label="Role">${link.username}</td>
    <td data-label="Projects">${link.projects.join(', ')}</td>
  </tr>`;
}

function linkForm(link: DatabaseRow | undefined): Markup {
  const text = (name: keyof DatabaseRow & string, label: string, maxLength: number) =>
    textField({ name, label, value: String(link?.[name] ?? ''), required: true, maxLength });
  const fields = [
    text('name', 'Name', 200),
    text('host', 'Host', 255),
    textField({
      name: 'port',
      label: 'Port',
      value: String(link?.port ?? 5432),
      type: 'number',
      required: true,
    }),
    text('dbname', 'Database', 63),
    text('username', 'Role', 63),
    textField({
      name: 'password',
      label: 'Password',
      value: '',
      type: 'password',
      ...(link ? { hint: 'Leave blank to keep the stored one.' } : {}),
    }),
    selectField({
      name: 'sslmode',
      label: 'SSL mode',
      value: link?.sslmode ?? 'prefer',
      entries: SSL_MODES.map((value) => ({ value, label: value })),
    }),
  ];
  return html`<section class="panel">
    <h2>${link ? link.name : 'New database link'}</h2>
    ${actionForm({
      action: 'pglink.php',
      does: 'save',
      id: link?.id ?? 0,
      back: 'databases.php',
      fields,
      submit: link ? 'Save' : 'Add database link',
      next: 'admin/databases.php',
    })}
    ${link ? deleteForm(link) : null}
  </section>`;
}

function deleteForm({ id, name, projects }: DatabaseRow): Markup {
  if (projects.length > 0) return html`<p class="hint">In use by ${projects.join(', ')}.</p>`;
  return actionForm({
    action: 'pglink.php',
    does: 'delete',
    id,
    back: 'databases.php',
    fields: [],
    submit: 'Delete database link',
    confirm: `Delete the link to ${name}? The database itself stays.`,
    danger: true,
    next: 'admin/databases.php',
  });
}
