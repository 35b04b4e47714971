import { html } from '@cairn/service';
import type { Markup } from '@cairn/service';
import type { LoggedPush } from '../file-targets/push/types.ts';
import { dataAttributes, pageHead } from './components.ts';
import { copiesPanel } from './copies-panel.ts';
import { hostKeyPanel } from './host-key-panel.ts';
import { actionForm, textField } from './fields.ts';
import type { TargetRow } from './types.ts';

interface TargetsView {
  editedId: number | null;
  /** Of a new one. */
  type: 'remote' | 'local';
  /** To the edited one. */
  copies: LoggedPush[];
  now: Date;
}

/** The file targets, and the form of the one with this id with its copies; 0 is a new one. */
export function targetsPage(targets: TargetRow[], { editedId, type, copies, now }: TargetsView): Markup {
  const edited = targets.find(({ id }) => id === editedId);
  return html`${pageHead({
    title: 'File targets',
    lead: 'Local or remote folders to which the files of projects are copied after each run.',
    action: html`<a class="button primary" href="admin/rsyncs.php?id=0&amp;type=remote">Add remote target</a>
      <a class="button" href="admin/rsyncs.php?id=0&amp;type=local">Add local target</a>`,
  })}
  ${edited ? html`${hostKeyPanel(edited)} ${copiesPanel(edited, copies, now)}` : null}
  ${edited || editedId === 0 ? targetForm(edited, edited?.syncType ?? type) : null}
  ${targets.length === 0 ? html`<section class="panel empty">No file targets yet.</section>` : table(targets)}`;
}

function table(targets: TargetRow[]): Markup {
  return html`<section class="panel flush">
    <table class="cards">
      <thead>
        <tr>
          <th scope="col">Target</th>
          <th scope="col">Kind</th>
          <th scope="col">Folder</th>
          <th scope="col">Projects</th>
          <th scope="col">Exclusions</th>
        </tr>
      </thead>
      <tbody>
        ${targets.map(row)}
      </tbody>
    </table>
  </section>`;
}

function row(target: TargetRow): Markup {
  const attributes = dataAttributes({
    rsync: '',
    id: target.id,
    name: target.name,
    'sync-type': target.syncType,
    host: target.host,
    port: target.port,
    username: target.username,
    folder: target.folder,
    'usr-grp': target.usrGrp,
    'local-project-id': target.localProjectId,
    'owner-id': target.ownerId,
    'in-use': target.projects.length,
  });
  const isRemote = target.syncType === 'remote';
  return html`<tr ${attributes}>
    <th scope="row"><a href="admin/rsyncs.php?id=${target.id}">${target.name}</a></th>
    <td data-label="Kind">${isRemote ? 'Remote' : 'Local'}</td>
    <td data-label="Folder">
      ${isRemote ? target.folder : target.localProjectId}
      ${isRemote ? html`<small>${target.username}@${target.host}:${target.port}</small>` : null}
    </td>
    <td data-label="Projects">${target.projects.join(', ')}</td>
    <td data-label="Exclusions"><a href="admin/edit_excludes.php?id=${target.id}">Edit</a></td>
  </tr>`;
}

function targetForm(target: TargetRow | undefined, type: 'remote' | 'local'): Markup {
  const name = textField({
    name: 'name',
    label: 'Name',
    value: target?.name ?? '',
    required: true,
    maxLength: 200,
  });
  const owner = textField({
    name: 'usr_grp',
    label: 'Owner of the files',
    value: target?.usrGrp ?? '',
    maxLength: 65,
    hint: 'user:group, or blank for the account that writes them.',
  });
  const kind = html`<input type="hidden" name="sync_type" value="${type}" />`;
  const fields =
    type === 'remote'
      ? [kind, name, ...remoteFields(target), owner]
      : [
          kind,
          name,
          textField({
            name: 'local_project_id',
            label: 'Folder',
            value: target?.localProjectId ?? '',
            required: true,
            maxLength: 64,
            hint: 'A name of letters, digits, _ and -, below the folder of local targets.',
          }),
          owner,
        ];
  return html`<section class="panel">
    <h2>${target?.name ?? (type === 'remote' ? 'New remote target' : 'New local target')}</h2>
    ${actionForm({
      action: 'rsync.php',
      does: 'save',
      id: target?.id ?? 0,
      back: 'rsyncs.php',
      fields,
      submit: target ? 'Save' : 'Add target',
      next: 'admin/rsyncs.php',
    })}
    ${target ? deleteForm(target) : null}
  </section>`;
}

function remoteFields(target: TargetRow | undefined): Markup[] {
  const text = (name: 'host' | 'username' | 'folder', label: string, maxLength: number) =>
    textField({ name, label, value: target?.[name] ?? '', required: true, maxLength });
  return [
    text('host', 'Host', 255),
    textField({
      name: 'port',
      label: 'Port',
      value: String(target?.port ?? 22),
      type: 'number',
      required: true,
    }),
    text('username', 'Username', 64),
    textField({
      name: 'password',
      label: 'Password',
      value: '',
      type: 'password',
      ...(target ? { hint: 'Leave blank to keep the stored one.' } : {}),
    }),
    text('folder', 'Folder', 1_000),
  ];
}

function deleteForm({ id, name, projects }: TargetRow): Markup {
  if (projects.length > 0) return html`<p class="hint">In use by ${projects.join(', ')}.</p>`;
  return actionForm({
    action: 'rsync.php',
    does: 'delete',
    id,
    back: 'rsyncs.php',
    fields: [],
    submit: 'Delete target',
    confirm: `Delete the target ${name}? The files that were copied stay.`,
    danger: true,
    next: 'admin/rsyncs.php',
  });
}

/** The patterns of rsync that are not copied to a target. */
export function excludesPage({ id, name, excludes }: { id: number; name: string; excludes: string }): Markup {
  return html`${pageHead({
      title: `Exclusions of ${name}`,
      lead: 'rsync patterns, one per line. What matches is neither copied nor deleted there.',
      crumbs: [{ label: 'File targets', href: 'admin/rsyncs.php' }],
    })}
    <section class="panel">
      <form
        class="fields"
        method="post"
        action="admin/action/rsync.php"
        ${dataAttributes({ excludes: '', id })}
      >
        <input type="hidden" name="id" value="${id}" />
        <div>
          <label for="excludes">Patterns</label>
          <textarea id="excludes" name="excludes" rows="12" maxlength="65536" spellcheck="false">
${excludes}</textarea>
          <p class="hint">Such as <code>*.tmp</code> or <code>/photos/private/</code>.</p>
        </div>
        <div class="actions"><button class="button primary">Save</button></div>
      </form>
    </section>`;
}
