import { Markup, html } from '@cairn/service';
import { facts, whoMay } from '../components.ts';
import { actionForm, selectField, textField } from '../fields.ts';
import { geopackagesOf, projectsOf } from '../offered-lists.ts';
import type { StoredProject } from '../types.ts';

export interface ProjectFormView {
  /** Null for a new project. */
  project: {
    id: number;
    name: string;
    serverId: number;
    projectId: string;
    geopackage: string;
    pglinkId: number;
    schema: string;
    rsyncIds: number[];
  } | null;
  servers: { id: number; name: string }[];
  links: { id: number; name: string }[];
  targets: { id: number; name: string }[];
}

/** The same for those who may not change it. */
export function projectFacts(project: StoredProject, targets: { id: number; name: string }[]): Markup {
  const { name, serverName, projectId, geopackage, pglinkName, schema, rsyncIds } = project;
  const chosen = targets.filter(({ id }) => rsyncIds.includes(id)).map((target) => target.name);
  return html`<section class="panel">
    ${facts([
      ['Name', name],
      ['Provider server', serverName],
      ['Project on the server', projectId],
      ['GeoPackage', geopackage],
      ['Database link', pglinkName],
      ['Schema', schema],
      ['Files are copied to', chosen.join(', ')],
    ])}
    ${whoMay('Administrators change and delete projects.')}
  </section>`;
}

/** What a project joins: server, project and package there, database link and schema here. */
export function projectTab({ project, servers, links, targets }: ProjectFormView): Markup {
  const chosen = new Set(project?.rsyncIds);
  const entries = (rows: { id: number; name: string }[]) =>
    rows.map(({ id, name }) => ({ value: id, label: name }));
  const fields = [
    textField({ name: 'name', label: 'Name', value: project?.name ?? '', required: true, maxLength: 200 }),
    selectField({
      name: 'server_id',
      label: 'Provider server',
      value: project?.serverId ?? null,
      entries: entries(servers),
    }),
    textField({
      name: 'project_id',
      label: 'Project on the server',
      value: project?.projectId ?? '',
      required: true,
      hint: 'Such as workspace/name, or the id of the project.',
      offers: projectsOf('server_id'),
    }),
    textField({
      name: 'geopackage',
      label: 'GeoPackage',
      value: project?.geopackage ?? '',
      required: true,
      hint: 'Path within the project, such as survey.gpkg.',
      offers: geopackagesOf({ server: 'server_id', project: 'project_id' }),
    }),
    selectField({
      name: 'pglink_id',
      label: 'Database link',
      value: project?.pglinkId ?? null,
      entries: entries(links),
    }),
    textField({
      name: 'schema',
      label: 'Schema',
      value: project?.schema ?? '',
      required: true,
      maxLength: 63,
      hint: 'Its tables are created there. The schema must exist, or the role must be allowed to create it.',
    }),
    ...(targets.length === 0
      ? []
      : [
          html`<fieldset>
            <legend>Copy the files to</legend>
            ${targets.map(
              ({ id, name }) =>
                html`<div class="check">
                  <input
                    type="checkbox"
                    id="target-${id}"
                    name="rsync_ids[]"
                    value="${id}"
                    ${chosen.has(id) ? new Markup('checked') : null}
                  />
                  <label for="target-${id}">${name}</label>
                </div>`,
            )}
          </fieldset>`,
        ]),
  ];
  const id = project?.id ?? 0;
  const page = project ? `project_settings.php?id=${id}&tab=project` : 'projects.php';
  return html`<section class="panel">
    ${servers.length === 0 ? firstAdd('provider server', 'servers.php') : null}
    ${links.length === 0 ? firstAdd('database link', 'databases.php') : null}
    ${actionForm({
      action: 'project.php',
      does: 'save',
      id,
      back: page,
      fields,
      submit: project ? 'Save' : 'Add project',
      ...(project ? {} : { next: 'admin/projects.php' }),
    })}
    ${project ? deletion(project) : null}
  </section>`;
}

/** Where a select would be empty. */
function firstAdd(what: string, page: string): Markup {
  return html`<p class="notice warn">First <a href="admin/${page}?id=0">add a ${what}</a>.</p>`;
}

function deletion({ id, name, schema }: { id: number; name: string; schema: string }): Markup {
  return html`<details>
    <summary>Delete this project</summary>
    <p>
      Its service stops and its kept packages are removed. The tables in the schema ${schema} stay as they
      are.
    </p>
    ${actionForm({
      action: 'project.php',
      does: 'delete',
      id,
      back: 'projects.php',
      fields: [],
      submit: 'Delete project',
      confirm: `Delete the project ${name}? Its tables in ${schema} stay.`,
      danger: true,
      next: 'admin/projects.php',
    })}
  </details>`;
}
