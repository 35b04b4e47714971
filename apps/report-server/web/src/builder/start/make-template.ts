import {
  printableWidth,
  TEMPLATE_VERSION,
  type Band,
  type Dataset,
  type Element,
  type PageSetup,
  type Template,
} from '@cairn/report-engine/browser';
import { isNumber } from '../model/fields.ts';
import type { ChosenColumn, ReportChoices } from './choices.ts';
import { needsLandscape, placeColumns, type PlacedColumn } from './column-layout.ts';
import { quote, type IdCounter } from './expressions.ts';
import { REPORT_STYLES } from './report-styles.ts';
import { summaryBand } from './summary-band.ts';
import { GROUP, totalsBand, variablesOf } from './totals.ts';
import { patternOf } from './value-pattern.ts';

const ROW = 18;
const PORTRAIT: PageSetup = {
  size: 'A4',
  orientation: 'portrait',
  margins: { top: 42, right: 40, bottom: 42, left: 40 },
};

/** A report as people expect it: title, headed columns, groups with subtotals, totals, page numbers; a chart and a map at the end. */
export function makeTemplate(choices: ReportChoices): Template {
  const { title, columns, groupBy, totals, words } = choices;
  const rows = columns.filter(({ name, type }) => type !== 'geometry' && name !== groupBy?.name);
  const landscape = needsLandscape(rows, printableWidth(PORTRAIT));
  const page: PageSetup = landscape ? { ...PORTRAIT, orientation: 'landscape' } : PORTRAIT;
  const width = printableWidth(page);
  const placed = placeColumns(rows, width);
  const totalled = placed.filter(({ name }) => totals[name] !== undefined && totals[name] !== 'none');
  const number = idCounter();
  return {
    version: TEMPLATE_VERSION,
    title,
    lang: 'en',
    page,
    parameters: [],
    datasets: [datasetOf(choices)],
    groups: groupBy
      ? [
          {
            name: GROUP,
            expression: `$F{${groupBy.name}}`,
            keepTogether: false,
            reprintHeader: true,
            header: { height: 24, elements: [groupHeading(groupBy, { width, id: number('group') })] },
            ...(totalled.length > 0 && {
              footer: totalsBand({
                placed,
                totalled,
                suffix: 'group',
                label: `${quote(`${words.total} `)} + $F{${groupBy.name}}`,
                number,
              }),
            }),
          },
        ]
      : [],
    variables: totalled.flatMap((column) =>
      variablesOf(column, totals[column.name] ?? 'sum', groupBy !== null),
    ),
    styles: [...REPORT_STYLES],
    bands: {
      title: titleBand(words, width),
      columnHeader: { height: 22, elements: placed.map((column) => headerCell(column, number('header'))) },
      detail: [{ height: ROW, elements: placed.map((column) => detailCell(column, number('cell'))) }],
      pageFooter: footerBand(words, width),
      ...summaryBand({ choices, placed, totalled, width, number }),
    },
  };
}

function datasetOf({ source, columns, hidden, groupBy, map }: ReportChoices): Dataset {
  const wanted = [...columns, ...(groupBy ? [groupBy] : []), ...hidden];
  const all = [...new Map(wanted.map((column) => [column.name, column])).values()];
  const fields = all.map(({ name, type }) => ({ name, type }));
  if (map && !fields.some(({ name }) => name === map.geometry))
    fields.push({ name: map.geometry, type: 'geometry' });
  // Groups need their rows one after the other; in them, and without them, the oldest come first.
  const dated = columns.find(({ type }) => type === 'date' || type === 'timestamp' || type === 'instant');
  const order = [...new Set([groupBy?.name, dated?.name])].flatMap((column) =>
    column === undefined ? [] : [{ column, dir: 'asc' as const }],
  );
  if ('sql' in source) return { name: 'main', sql: source.sql, fields };
  return {
    name: 'main',
    table: { ...source, columns: fields.map(({ name }) => name) },
    ...(order.length > 0 && { order }),
    fields,
  };
}

function titleBand(words: ReportWordsOf, width: number): Band {
  const heading: Element = {
    ...{ id: 'title', kind: 'field', expression: '$P{REPORT_TITLE}', heading: 1, style: 'Title', grow: true },
    ...{ x: 0, y: 0, width, height: 30 },
  };
  const count: Element = {
    ...{
      id: 'rowCount',
      kind: 'field',
      expression: `NUMBERFORMAT($V{REPORT_COUNT}, "#,##0") + ${quote(` ${words.rows}`)}`,
      style: 'Note',
    },
    ...{ x: 0, y: 30, width, height: 14, evaluate: 'report' },
  };
  return { height: 56, elements: [heading, count] };
}

function footerBand({ page, of }: ReportWordsOf, width: number): Band {
  const half = width / 2;
  const title: Element = {
    ...{ id: 'footerTitle', kind: 'field', expression: '$P{REPORT_TITLE}', style: 'Note' },
    ...{ x: 0, y: 8, width: half, height: 14 },
  };
  const number: Element = {
    ...{ id: 'pageNumber', kind: 'field', style: 'Note', own: { align: 'right' } },
    expression: `${quote(`${page} `)} + $V{PAGE_NUMBER} + ${quote(` ${of} `)} + $V{TOTAL_PAGES}`,
    ...{ x: half, y: 8, width: half, height: 14 },
  };
  return { height: 24, elements: [title, number] };
}

type ReportWordsOf = ReportChoices['words'];
function headerCell({ x, width, header, type }: PlacedColumn, id: string): Element {
  return {
    ...{ id, kind: 'text', text: header, style: 'Column header', x, y: 0, width, height: 20 },
    ...(isNumber(type) && { own: { align: 'right' } }),
  };
}

function detailCell({ x, width, name, type }: PlacedColumn, id: string): Element {
  const pattern = patternOf({ name, type });
  return {
    ...{ id, kind: 'field', expression: `$F{${name}}`, style: 'Cell', x, y: 0, width, height: ROW },
    ...{ grow: true, stretch: 'band', blankWhenNull: true },
    ...((isNumber(type) || pattern) && {
      own: { ...(isNumber(type) && { align: 'right' as const }), ...(pattern && { pattern }) },
    }),
  };
}

function groupHeading(column: ChosenColumn, { width, id }: { width: number; id: string }): Element {
  return {
    ...{ id, kind: 'field', style: 'Group', x: 0, y: 2, width, height: 20, heading: 2 },
    expression: `${quote(`${column.header}: `)} + $F{${column.name}}`,
  };
}

function idCounter(): IdCounter {
  const counts = new Map<string, number>();
  return (prefix) => {
    const next = (counts.get(prefix) ?? 0) + 1;
    counts.set(prefix, next);
    return `${prefix}${next}`;
  };
}
