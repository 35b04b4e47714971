import { html } from '@cairn/service';
import type { Markup } from '@cairn/service';
import type { Project } from '../projects/types.ts';
import type { TablePage } from '../table-data/table-page.ts';
import { dataAttributes } from './components.ts';
import { textField } from './fields.ts';
import { formatNumber } from './format.ts';

/** What a person looks at, as the address of the page says it. */
export interface TableView {
  project: Project;
  table: string;
  file: 'table.php' | 'table_whole.php';
  /** From 1. */
  page: number;
  /** Rows of a page. */
  size: number;
  sort: string | null;
  dir: 'asc' | 'desc';
  search: string;
  where: string;
}

const MAX_CELL = 300;

/** A page of rows with its search, its order and the links to the pages before and after. */
export function rowsTable(view: TableView, { columns, rows, filtered, total }: TablePage): Markup {
  const { project, table } = view;
  const attributes = dataAttributes({
    ...{ table, id: project.id, 'pglink-id': project.databaseLinkId, schema: project.schema },
    ...{ columns: columns.join(','), rows: filtered, total, page: view.page },
  });
  return html`${searchForm(view)}
    <section class="panel flush" tabindex="0" aria-label="Rows of ${table}">
      <table ${attributes}>
        <thead>
          <tr>
            ${columns.map((column) => header(view, column))}
          </tr>
        </thead>
        <tbody>
          ${rows.map((row) => rowOf(row, columns))}
        </tbody>
      </table>
    </section>
    ${pager(view, { shown: rows.length, filtered })}`;
}

function header(view: TableView, column: string): Markup {
  const isSorted = view.sort === column;
  const dir = isSorted && view.dir === 'asc' ? 'desc' : 'asc';
  const href = addressOf(view, { sort: column, dir, page: 1 });
  const order = view.dir === 'asc' ? 'ascending' : 'descending';
  return html`<th scope="col" ${isSorted ? html`aria-sort="${order}"` : null}>
    <a href="${href}">${column}</a>
  </th>`;
}

function rowOf(text: string, columns: string[]): Markup {
  const values = JSON.parse(text) as Record<string, unknown>;
  return html`<tr>
    ${columns.map((column) => html`<td>${cellOf(values[column])}</td>`)}
  </tr>`;
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return text.length > MAX_CELL ? `${text.slice(0, MAX_CELL)}…` : text;
}

function searchForm({ project, table, file, search, where }: TableView): Markup {
  return html`<form class="panel fields" method="get" action="admin/${file}">
    <input type="hidden" name="id" value="${project.id}" />
    <input type="hidden" name="table" value="${table}" />
    ${textField({ name: 'search', label: 'Text', value: search })}
    ${textField({
      name: 'where',
      label: 'Condition',
      value: where,
      maxLength: 2_000,
      hint: "Such as height > 10 AND kind IN ('oak', 'ash').",
    })}
    <div class="actions"><button class="button">Show</button></div>
  </form>`;
}

function pager(view: TableView, { shown, filtered }: { shown: number; filtered: number }): Markup {
  const first = (view.page - 1) * view.size;
  const last = first + shown;
  const range = shown === 0 ? 'No rows here' : `Rows ${formatNumber(first + 1)} to ${formatNumber(last)}`;
  const link = (page: number, label: string, rel: string) =>
    html`<a class="button" rel="${rel}" href="${addressOf(view, { page })}">${label}</a>`;
  return html`<nav class="actions" aria-label="Pages">
    ${view.page > 1 ? link(view.page - 1, 'Previous', 'prev') : null}
    <span>${range} of ${formatNumber(filtered)}</span>
    ${last < filtered && shown > 0 ? link(view.page + 1, 'Next', 'next') : null}
  </nav>`;
}

function addressOf(view: TableView, changed: Partial<Pick<TableView, 'sort' | 'dir' | 'page'>>): string {
  const { project, table, sort, dir, search, where, page } = { ...view, ...changed };
  const pairs = new URLSearchParams({ id: String(project.id), table });
  if (search !== '') pairs.set('search', search);
  if (where !== '') pairs.set('where', where);
  if (sort !== null) {
    pairs.set('sort', sort);
    pairs.set('dir', dir);
  }
  if (page > 1) pairs.set('page', String(page));
  return `admin/${view.file}?${pairs}`;
}
