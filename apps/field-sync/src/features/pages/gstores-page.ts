import { html } from '@cairn/service';
import type { Markup } from '@cairn/service';
import { dataAttributes, pageHead } from './components.ts';
import { actionForm, selectField, textField } from './fields.ts';
import { layerForm } from './layer-form.ts';

export interface MapStoreRow {
  id: number;
  name: string;
  projectId: number;
  projectName: string;
  url: string;
  username: string;
  workspace: string;
  ownerId: number | null;
}

interface MapStoreChoices {
  projects: { id: number; name: string }[];
  nodes: { id: number; name: string }[];
  /** Of the project of the edited store. */
  tables: string[];
}

/** The map stores, and the forms of the one with this id; 0 is a new one. */
export function gstoresPage(
  stores: MapStoreRow[],
  editedId: number | null,
  choices: MapStoreChoices,
): Markup {
  const edited = stores.find(({ id }) => id === editedId);
  return html`${pageHead({
    title: 'Map stores',
    lead: 'Workspaces of GeoServer that publish the tables of a project as layers.',
    action: html`<a class="button primary" href="admin/gstores.php?id=0">Add map store</a>`,
  })}
  ${edited || editedId === 0 ? storeForm(edited, choices) : null}
  ${edited ? layerForm(edited, choices) : null}
  ${stores.length === 0 ? html`<section class="panel empty">No map stores yet.</section>` : table(stores)}`;
}

function table(stores: MapStoreRow[]): Markup {
  return html`<section class="panel flush">
    <table class="cards">
      <thead>
        <tr>
          <th scope="col">Map store</th>
          <th scope="col">Project</th>
          <th scope="col">Workspace</th>
          <th scope="col">Login</th>
        </tr>
      </thead>
      <tbody>
        ${stores.map(row)}
      </tbody>
    </table>
  </section>`;
}

function row(store: MapStoreRow): Markup {
  const { id, name, url, username, workspace } = store;
  const attributes = dataAttributes({
    ...{ gstore: '', id, name, 'project-id': store.projectId, url, username, workspace },
    // Nothing depends on the row; its layers stay on the map server.
    ...{ 'owner-id': store.ownerId, 'in-use': 0 },
  });
  return html`<tr ${attributes}>
    <th scope="row"><a href="admin/gstores.php?id=${id}">${name}</a><small>${url}</small></th>
    <td data-label="Project">${store.projectName}</td>
    <td data-label="Workspace">${workspace}</td>
    <td data-label="Login">${username}</td>
  </tr>`;
}

function storeForm(store: MapStoreRow | undefined, { projects }: MapStoreChoices): Markup {
  const fields = [
    textField({ name: 'name', label: 'Name', value: store?.name ?? '', required: true, maxLength: 200 }),
    selectField({
      name: 'project_id',
      label: 'Project',
      value: store?.projectId ?? null,
      entries: projects.map(({ id, name }) => ({ value: id, label: name })),
    }),
    textField({
      name: 'url',
      label: 'Address',
      value: store?.url ?? '',
      required: true,
      maxLength: 2_000,
      placeholder: 'https://maps.example.org/geoserver',
    }),
    textField({
      name: 'workspace',
      label: 'Workspace',
      value: store?.workspace ?? '',
      required: true,
      maxLength: 100,
      hint: 'Created when it is missing, with a store for the tables of the project.',
    }),
    textField({
      name: 'username',
      label: 'Username',
      value: store?.username ?? '',
      required: true,
      maxLength: 200,
    }),
    textField({
      name: 'password',
      label: 'Password',
      value: '',
      type: 'password',
      ...(store ? { hint: 'Leave blank to keep the stored one.' } : {}),
    }),
  ];
  return html`<section class="panel">
    <h2>${store ? store.name : 'New map store'}</h2>
    ${actionForm({
      action: 'gstore.php',
      does: 'save',
      id: store?.id ?? 0,
      back: 'gstores.php',
      fields,
      submit: store ? 'Save' : 'Add map store',
      next: 'admin/gstores.php',
    })}
    ${store ? deleteForm(store) : null}
  </section>`;
}

function deleteForm({ id, name }: MapStoreRow): Markup {
  return actionForm({
    action: 'gstore.php',
    does: 'delete',
    id,
    back: 'gstores.php',
    fields: [],
    submit: 'Delete map store',
    confirm: `Delete the map store ${name}? Its layers stay on the map server.`,
    danger: true,
    next: 'admin/gstores.php',
  });
}
