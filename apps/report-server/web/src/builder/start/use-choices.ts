import { useState } from 'react';
import type { Calculation, Template } from '@cairn/report-engine/browser';
import { t } from '@cairn/ui';
import type { ExplorerDatasource } from '../../client.ts';
import type { TableName } from '../data/use-tables.ts';
import { columnsOfSelect, fieldsOf, headingOf, isCode, type SourceColumn } from '../model/fields.ts';
import type { ChosenColumn, ReportChoices } from './choices.ts';
import { makeTemplate } from './make-template.ts';

/** Columns that are chosen at first: what fits on a page. */
const AT_FIRST = 7;

export interface Draft {
  datasource: string | null;
  kind: 'table' | 'sql';
  table: TableName | null;
  sql: string;
  /** Types that the person gave to columns of a statement. */
  types: Readonly<Record<string, ChosenColumn['type']>>;
  /** Null until the person chooses: the title of the table. */
  title: string | null;
  /** Names of columns; null until the person chooses. */
  columns: readonly string[] | null;
  groupBy: string | null;
  totals: Readonly<Record<string, Calculation>>;
  chart: ReportChoices['chart'];
  map: ReportChoices['map'];
}

const EMPTY: Draft = {
  ...{ datasource: null, kind: 'table', table: null, sql: '', types: {}, title: null, columns: null },
  ...{ groupBy: null, totals: {}, chart: null, map: null },
};

/** What has been chosen for a new report. Another table resets it. */
export function useDraft(start: Partial<Draft>) {
  const [draft, setDraft] = useState<Draft>({ ...EMPTY, ...start });
  function change(changed: Partial<Draft>): void {
    const isOther = 'datasource' in changed || 'table' in changed || 'kind' in changed;
    const { datasource, kind, table, sql, types } = draft;
    setDraft({ ...(isOther ? { ...EMPTY, datasource, kind, table, sql, types } : draft), ...changed });
  }
  return { draft, change };
}

/** The datasource: the chosen one, or the only one there is. */
export function datasourceOf(
  draft: Draft,
  datasources: readonly ExplorerDatasource[] | undefined,
): string | null {
  return draft.datasource ?? (datasources?.length === 1 ? (datasources[0]?.key ?? null) : null);
}

/** All columns of the chosen rows, geometries too. */
export function columnsOf(draft: Draft, columns: readonly SourceColumn[] | undefined): ChosenColumn[] {
  const fields =
    draft.kind === 'table'
      ? fieldsOf(columns ?? [])
      : [...new Set(columnsOfSelect(draft.sql))].map((name) => ({
          name,
          type: draft.types[name] ?? ('text' as const),
        }));
  return fields.map(({ name, type }) => ({ name, type, header: headingOf(name) }));
}

/** Columns that can stand in rows. */
export function printable(columns: readonly ChosenColumn[]): ChosenColumn[] {
  return columns.filter(({ type }) => type !== 'geometry' && type !== 'bytes');
}

/** Names of the chosen columns; at first those that say something to people, as many as fit on a page. */
export function chosenNames(draft: Draft, columns: readonly ChosenColumn[]): readonly string[] {
  if (draft.columns) return draft.columns;
  const names = printable(columns).map(({ name }) => name);
  const telling = names.filter((name) => !isCode(name));
  return (telling.length > 0 ? telling : names).slice(0, AT_FIRST);
}

export function titleOf({ title, kind, table }: Draft): string {
  return title ?? (kind === 'table' && table ? headingOf(table.table) : t('newReport.untitled'));
}

/** The template of what was chosen; null while there are no rows or no columns. */
export function templateOf(draft: Draft, columns: readonly ChosenColumn[]): Template | null {
  const { kind, table, sql, groupBy, totals, chart, map } = draft;
  const names = chosenNames(draft, columns);
  const chosen = names.flatMap((name) => columns.find((column) => column.name === name) ?? []);
  const source = kind === 'sql' ? (sql.trim() === '' ? null : { sql }) : table;
  if (source === null || chosen.length === 0) return null;
  // A chart may be over columns that the rows do not show.
  const more = [chart?.category, chart?.value, map?.label].filter(
    (name) => name != null && !names.includes(name),
  );
  const hidden = columns.filter(({ name }) => more.includes(name));
  return makeTemplate({
    title: titleOf(draft),
    source: 'sql' in source ? source : { schema: source.schema, table: source.table },
    columns: chosen,
    hidden,
    groupBy: columns.find(({ name }) => name === groupBy) ?? null,
    totals: Object.fromEntries(Object.entries(totals).filter(([name]) => names.includes(name))),
    chart,
    map,
    words: {
      page: t('newReport.words.page'),
      of: t('newReport.words.of'),
      total: t('newReport.words.total'),
      rows: t('newReport.words.rows'),
      chart: chart ? chartTitle(chart.category, chart.value) : '',
    },
  });
}

function chartTitle(category: string, value: string | null): string {
  const measure = value === null ? t('newReport.rowCount') : headingOf(value);
  return t('newReport.words.chart', { measure, category: headingOf(category) });
}
