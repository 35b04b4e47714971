import { Markup, html } from '@cairn/service';
import type { Conflict, HeldGeometry } from '../../synced-tables/history-types.ts';
import type { ProjectRights } from '../../projects/rights.ts';
import { badge, dataAttributes, whoMay } from '../components.ts';
import { relativeTime, versionLabel } from '../format.ts';
import type { GeometryPairs } from './geometry-pairs.ts';
import { PAGE_ROWS, problemNotice } from './read-outside.ts';
import type { ReadResult } from './read-outside.ts';
import { shapesMap } from './shapes-map.ts';
import { olderLinks, rowFilter } from './row-filter.ts';
import { pairFields, showValue } from './row-values.ts';
import type { FieldPair } from './row-values.ts';
import type { RunOrigin } from './run-view-repo.ts';
import type { RowRequest } from './tabs.ts';

export interface ConflictsView extends Pick<ProjectRights, 'mayChange'> {
  projectId: number;
  request: RowRequest;
  /** The newest first; one more than is shown where there are older ones. */
  found: ReadResult<{ conflicts: Conflict[]; held: HeldGeometry[] }>;
  /** By UUID. */
  runs: Map<string, RunOrigin>;
  tables: string[];
  /** Of the row that was in the database, and of the one that took its place. */
  places: GeometryPairs;
}

const KINDS: Record<Conflict['kind'], { happened: string; restore: string }> = {
  edited: { happened: 'was edited in the database', restore: 'Restore the edit' },
  deleted: { happened: 'was deleted in the database', restore: 'Delete the row again' },
  inserted: { happened: 'was inserted in the database', restore: 'Restore the inserted row' },
};

/** Rows that someone had changed in the database and that a run overwrote, with what was there; and geometries that were left out. */
export function conflictsTab(view: ConflictsView, now: Date): Markup {
  const { projectId, request, found, tables } = view;
  const filter = rowFilter({ projectId, tab: 'conflicts', request, tables });
  if (found.problem !== undefined) return html`${filter} ${problemNotice(found)}`;
  const { conflicts, held } = found.value;
  const shown = conflicts.slice(0, PAGE_ROWS);
  const last = conflicts.length > PAGE_ROWS ? (shown.at(-1)?.id ?? null) : null;
  const isFiltered = request.table || request.key || request.before;
  const empty = html`<section class="panel empty">
    ${
      isFiltered
        ? 'No conflict matches. Choose another table or key.'
        : 'No conflicts. When a run overwrites a row that was changed in the database, both rows are shown here.'
    }
  </section>`;
  return html`${filter} ${shown.length === 0 ? empty : shown.map((each) => conflictPanel(view, each, now))}
  ${olderLinks({ projectId, tab: 'conflicts', request, last })} ${held.length > 0 ? heldPanel(held) : null}`;
}

function conflictPanel(view: ConflictsView, conflict: Conflict, now: Date): Markup {
  const { projectId, runs, mayChange } = view;
  const { id, seq, table, key, kind, appliedAt, resolution, resolvedBy, resolvedAt } = conflict;
  const run = runs.get(conflict.run);
  const attributes = dataAttributes({
    ...{
      conflict: id,
      table,
      key,
      kind,
      seq,
      at: appliedAt,
      run: run?.id,
      version: run?.version,
      resolution,
    },
    ...{ 'resolved-by': resolvedBy, 'resolved-at': resolvedAt },
  });
  const version = run?.version ? html` by version ${versionLabel(run.version)}` : null;
  return html`<section class="panel" ${attributes}>
    <h2>${table} ${key} ${KINDS[kind].happened}</h2>
    <p class="lead">Overwritten${version} ${relativeTime(appliedAt, now)}.</p>
    <table class="cards">
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Was in the database</th>
          <th scope="col">From the provider</th>
        </tr>
      </thead>
      <tbody>
        ${pairsOf(conflict).map((pair) => fieldRow(pair, conflict))}
      </tbody>
    </table>
    ${geometriesOf(view, conflict)}
    ${
      resolution
        ? html`<p>
            ${badge(resolution === 'kept' ? "provider's row kept" : 'restored', 'good')} by ${resolvedBy}
            ${relativeTime(resolvedAt, now)}
          </p>`
        : mayChange
          ? decision(projectId, conflict)
          : html`<p>${badge('open', 'warn')}</p>
              ${whoMay('An administrator decides.')}`
    }
  </section>`;
}

/** Both geometries on a map, as one where they are equal. */
function geometriesOf({ places }: ConflictsView, { id, table, key }: Conflict): Markup | null {
  const { before: found = null, after: applied = null } = places.get(id) ?? {};
  const shape = (geometry: string | null, name: string) => [{ geometry, properties: { name } }];
  const label = `Geometries of ${table} ${key}`;
  if (found === applied) {
    const title = 'The same in both rows';
    return shapesMap(label, [{ title, look: 'after', shapes: shape(applied, title) }]);
  }
  const [mine, theirs] = ['Was in the database', 'From the provider'] as const;
  return shapesMap(label, [
    { title: theirs, look: 'after', shapes: shape(applied, theirs) },
    { title: mine, look: 'before', shapes: shape(found, mine) },
  ]);
}

function pairsOf({ found, foundGeometry, applied, appliedGeometry }: Conflict): FieldPair[] {
  return pairFields(
    { values: found, geometry: foundGeometry },
    { values: applied, geometry: appliedGeometry },
  );
}

function fieldRow({ name, one, other, differs }: FieldPair, { found, applied }: Conflict): Markup {
  const isMarked = differs && found !== null && applied !== null;
  const show = (row: Conflict['found'], value: string | null) =>
    row === null ? html`<span class="quiet">no row</span>` : showValue(value);
  return html`<tr
    ${isMarked ? new Markup('class="differs"') : null}
    ${dataAttributes({ field: name, differs })}
  >
    <th scope="row">${name}${isMarked ? html` ${badge('differs', 'warn')}` : null}</th>
    <td data-label="Was in the database">${show(found, one)}</td>
    <td data-label="From the provider">${show(applied, other)}</td>
  </tr>`;
}

function decision(projectId: number, { id, kind, applied, table, key }: Conflict): Markup {
  const back = encodeURIComponent(`project_settings.php?id=${projectId}&tab=conflicts`);
  const kept = applied === null ? 'Keep it deleted' : "Keep the provider's row";
  return html`<form class="actions" method="post" action="admin/action/conflict.php?back=${back}" data-action>
    <input type="hidden" name="id" value="${projectId}" />
    <input type="hidden" name="conflict" value="${id}" />
    <button class="button primary" name="keep" value="1">${kept}</button>
    <button
      class="button"
      name="restore"
      value="1"
      data-confirm="${KINDS[kind].restore} in ${table} ${key}? It stays until the provider changes the row again."
    >
      ${KINDS[kind].restore}
    </button>
  </form>`;
}

function heldPanel(held: HeldGeometry[]): Markup {
  const rows = held.slice(0, PAGE_ROWS).map(
    ({ table, key, reason }) =>
      html`<tr ${dataAttributes({ held: '', table, key, reason })}>
        <th scope="row">${table} ${key}</th>
        <td data-label="Reason">The geometry ${reason}.</td>
      </tr>`,
  );
  return html`<section class="panel flush">
    <h2>Geometries that PostGIS rejects</h2>
    <table class="cards">
      <thead>
        <tr>
          <th scope="col">Row</th>
          <th scope="col">Reason</th>
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
    <p class="empty">
      The other values of these rows are in the table. Repair the geometry in the field app or in QGIS, and
      the next version replaces it.${held.length > PAGE_ROWS ? ' More rows are held: choose a table.' : null}
    </p>
  </section>`;
}
