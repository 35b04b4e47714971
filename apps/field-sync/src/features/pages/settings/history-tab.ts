import { html } from '@cairn/service';
import type { Markup } from '@cairn/service';
import type { HistoryEntry } from '../../synced-tables/history-types.ts';
import { badge, dataAttributes } from '../components.ts';
import type { Tone } from '../components.ts';
import { relativeTime, versionLabel, versionText } from '../format.ts';
import type { GeometryPairs } from './geometry-pairs.ts';
import { PAGE_ROWS, problemNotice } from './read-outside.ts';
import type { ReadResult } from './read-outside.ts';
import { shapesMap } from './shapes-map.ts';
import { olderLinks, rowFilter } from './row-filter.ts';
import { pairFields, showValue } from './row-values.ts';
import type { FieldPair } from './row-values.ts';
import type { RunOrigin } from './run-view-repo.ts';
import type { RowRequest } from './tabs.ts';

export interface HistoryView {
  projectId: number;
  request: RowRequest;
  /** The newest first; one more than is shown where there are older ones. */
  entries: ReadResult<HistoryEntry[]>;
  /** By UUID. */
  runs: Map<string, RunOrigin>;
  tables: string[];
  /** Of the entries where they are those of one row. */
  places: GeometryPairs;
}

export const OPS: Record<HistoryEntry['op'], { label: string; tone: Tone }> = {
  I: { label: 'inserted', tone: 'good' },
  U: { label: 'updated', tone: 'busy' },
  D: { label: 'deleted', tone: 'warn' },
};

/** What runs did with the rows of the tables: who changed what, when, in which version. */
export function historyTab(view: HistoryView, now: Date): Markup {
  const { projectId, request, entries, runs, tables } = view;
  const filter = rowFilter({ projectId, tab: 'history', request, tables });
  if (entries.problem !== undefined) return html`${filter} ${problemNotice(entries)}`;
  const shown = entries.value.slice(0, PAGE_ROWS);
  if (shown.length === 0) {
    const isFiltered = request.table || request.key || request.before;
    return html`${filter}
      <section class="panel empty">
        ${
          isFiltered
            ? 'No change matches. Choose another table or key.'
            : 'No changes since the first load. Later changes are listed here.'
        }
      </section>`;
  }
  const rows = shown.map((entry) => changeRow(projectId, entry, { run: runs.get(entry.run), now }));
  const last = entries.value.length > PAGE_ROWS ? (shown.at(-1)?.id ?? null) : null;
  return html`${filter} ${rowOnMap(view, shown)}
    <section class="panel flush">
      <table class="cards">
        <thead>
          <tr>
            <th scope="col">Row</th>
            <th scope="col">Change</th>
            <th scope="col">Values</th>
            <th scope="col">Version</th>
            <th scope="col">Changed by</th>
            <th scope="col">Applied</th>
          </tr>
        </thead>
        <tbody>
          ${rows}
        </tbody>
      </table>
    </section>
    ${olderLinks({ projectId, tab: 'history', request, last })}`;
}

/** The geometries that a row had, and where to see it among the others. */
function rowOnMap({ projectId, request, places, runs }: HistoryView, shown: HistoryEntry[]): Markup | null {
  const { table = '', key = '' } = request;
  if (table === '' || key === '') return null;
  const changes = shown.filter(({ id }) => places.get(id)?.before || places.get(id)?.after);
  const versionOf = ({ run }: HistoryEntry) => versionText(runs.get(run)?.version ?? null) ?? 'a run';
  const latest = changes.slice(0, 1).map((entry) => ({
    geometry: places.get(entry.id)?.after ?? null,
    properties: { Since: versionOf(entry) },
  }));
  const earlier = changes.map((entry) => ({
    geometry: places.get(entry.id)?.before ?? null,
    properties: { Until: versionOf(entry) },
  }));
  const query = `id=${projectId}&tab=map&table=${encodeURIComponent(table)}&key=${key}`;
  return html`${shapesMap(`Geometries of ${table} ${key}`, [
      { title: 'Newest geometry', look: 'after', shapes: latest },
      { title: 'Earlier geometries', look: 'before', shapes: earlier },
    ])}
    <p><a href="admin/project_settings.php?${query}">Show ${table} ${key} on the map</a></p>`;
}

function changeRow(
  projectId: number,
  entry: HistoryEntry,
  { run, now }: { run: RunOrigin | undefined; now: Date },
): Markup {
  const { id, seq, table, key, op, appliedAt } = entry;
  const attributes = dataAttributes({
    ...{ change: id, seq, table, key, op, at: appliedAt, run: run?.id, version: run?.version },
    authors: run?.authors.join(', '),
    old: entry.old && JSON.stringify(entry.old),
    new: entry.new && JSON.stringify(entry.new),
  });
  const rowHistory = `admin/project_settings.php?id=${projectId}&tab=history&table=${encodeURIComponent(table)}&key=${key}`;
  const pairs = pairFields(
    { values: entry.old, geometry: entry.oldGeometry },
    { values: entry.new, geometry: entry.newGeometry },
  );
  return html`<tr ${attributes}>
    <th scope="row"><a href="${rowHistory}">${table} ${key}</a></th>
    <td data-label="Change">${badge(OPS[op].label, OPS[op].tone)}</td>
    <td>${op === 'U' ? changedFields(pairs) : wholeRow(pairs, op)}</td>
    <td data-label="Version">${versionLabel(run?.version ?? null)}</td>
    <td data-label="Changed by">${run?.authors.join(', ') || run?.requestedBy || '–'}</td>
    <td data-label="Applied">${relativeTime(appliedAt, now)}</td>
  </tr>`;
}

function changedFields(pairs: FieldPair[]): Markup {
  const lines = pairs
    .filter(({ differs }) => differs)
    .map(
      ({ name, one, other }) =>
        html`<dt>${name}</dt>
          <dd><del>${showValue(one)}</del> → <ins>${showValue(other)}</ins></dd>`,
    );
  return html`<dl class="facts">${lines}</dl>`;
}

function wholeRow(pairs: FieldPair[], op: 'I' | 'D'): Markup {
  const lines = pairs
    .map(({ name, one, other }) => ({ name, value: op === 'I' ? other : one }))
    .filter(({ value }) => value !== null)
    .map(
      ({ name, value }) =>
        html`<dt>${name}</dt>
          <dd>${showValue(value)}</dd>`,
    );
  return html`<details>
    <summary>${op === 'I' ? 'The new row' : 'The row as it was'}</summary>
    <dl class="facts">${lines}</dl>
  </details>`;
}
