import { html } from '@cairn/service';
import type { Markup } from '@cairn/service';
import { dataAttributes, pageHead } from './components.ts';
import { actionForm, textField } from './fields.ts';

export interface NodeRow {
  id: number;
  name: string;
  host: string;
  port: number;
  username: string;
  folder: string;
  ownerId: number | null;
}

/** The catalog nodes, and the form of the one with this id; 0 is a new one. */
export function geonodesPage(nodes: NodeRow[], editedId: number | null): Markup {
  const edited = nodes.find(({ id }) => id === editedId);
  return html`${pageHead({
    title: 'Catalog nodes',
    lead: 'GeoNode sites whose catalogs list layers of map stores.',
    action: html`<a class="button primary" href="admin/geonodes.php?id=0">Add catalog node</a>`,
  })}
  ${edited || editedId === 0 ? nodeForm(edited) : null}
  ${nodes.length === 0 ? html`<section class="panel empty">No catalog nodes yet.</section>` : table(nodes)}`;
}

function table(nodes: NodeRow[]): Markup {
  return html`<section class="panel flush">
    <table class="cards">
      <thead>
        <tr>
          <th scope="col">Node</th>
          <th scope="col">Address</th>
          <th scope="col">Login</th>
        </tr>
      </thead>
      <tbody>
        ${nodes.map(row)}
      </tbody>
    </table>
  </section>`;
}

function row(node: NodeRow): Markup {
  const { id, name, host, port, username, folder } = node;
  const attributes = dataAttributes({
    ...{ node: '', id, name, host, port, username, folder },
    // Layers are read by a node when someone asks for it; nothing depends on the row.
    ...{ 'owner-id': node.ownerId, 'in-use': 0 },
  });
  return html`<tr ${attributes}>
    <th scope="row"><a href="admin/geonodes.php?id=${id}">${name}</a></th>
    <td data-label="Address">${host}:${port}${folder === '' ? null : html`<small>/${folder}</small>`}</td>
    <td data-label="Login">${username}</td>
  </tr>`;
}

function nodeForm(node: NodeRow | undefined): Markup {
  const fields = [
    textField({ name: 'name', label: 'Name', value: node?.name ?? '', required: true, maxLength: 200 }),
    textField({
      name: 'host',
      label: 'Host',
      value: node?.host ?? '',
      required: true,
      maxLength: 260,
      hint: 'HTTPS is used unless the host begins with http://.',
    }),
    textField({ name: 'port', label: 'Port', value: String(node?.port ?? ''), type: 'number' }),
    textField({
      name: 'folder',
      label: 'Path',
      value: node?.folder ?? '',
      hint: 'Where GeoNode answers on that host; blank for its root.',
    }),
    textField({
      name: 'username',
      label: 'Username',
      value: node?.username ?? '',
      required: true,
      maxLength: 200,
      hint: 'A superuser of GeoNode.',
    }),
    textField({
      name: 'password',
      label: 'Password',
      value: '',
      type: 'password',
      ...(node ? { hint: 'Leave blank to keep the stored one.' } : {}),
    }),
  ];
  return html`<section class="panel">
    <h2>${node ? node.name : 'New catalog node'}</h2>
    ${actionForm({
      action: 'node.php',
      does: 'save',
      id: node?.id ?? 0,
      back: 'geonodes.php',
      fields,
      submit: node ? 'Save' : 'Add catalog node',
      next: 'admin/geonodes.php',
    })}
    ${node ? deleteForm(node) : null}
  </section>`;
}

function deleteForm({ id, name }: NodeRow): Markup {
  return actionForm({
    action: 'node.php',
    does: 'delete',
    id,
    back: 'geonodes.php',
    fields: [],
    submit: 'Delete catalog node',
    confirm: `Delete the catalog node ${name}? What it lists stays.`,
    danger: true,
    next: 'admin/geonodes.php',
  });
}
