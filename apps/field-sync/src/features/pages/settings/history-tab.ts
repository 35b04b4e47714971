import { html } from '@cairn/service';
import type { Markup } from '@cairn/service';
import type { HistoryEntry } from '../../synced-tables/history-types.ts';
import { badge, dataAttributes } from '../components.ts';
import type { Tone } from '../components.ts';
import { relativeTime, versionLabel } from '../format.ts';
import { PAGE_ROWS, problemNotice } from './read-outside.ts';
import type { ReadResult } from './read-outside.ts';
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
}

const OPS: Record<HistoryEntry['op'], { label: string; tone: Tone }> = {
  I: { label: 'inserted', tone: 'good' },
  U: { label: 'updated', tone: 'busy' },
  D: { label: 'deleted', tone: 'warn' },
};

/** What runs did with the rows of the tables: who changed what, when, in which version. */
export function historyTab({ projectId, request, entries, runs, tables }: HistoryView, now: Date): Markup {
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
            : 'No changes yet. The first load is not one: changes after it are shown here.'
        }
      </section>`;
  }
  const rows = shown.map((entry) => changeRow(projectId, entry, { run: runs.get(entry.run), now }));
  const last = entries.value.length > PAGE_ROWS ? (shown.at(-1)?.id ?? null) : null;
  return html`${filter}
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
