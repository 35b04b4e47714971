import {
  printableWidth,
  TEMPLATE_VERSION,
  type Band,
  type Calculation,
  type Dataset,
  type Element,
  type PageSetup,
  type Template,
  type Variable,
} from '@cairn/report-engine/browser';
import { isCode, isNumber } from '../model/fields.ts';
import type { ChosenColumn, ReportChoices } from './choices.ts';
import { needsLandscape, placeColumns, type PlacedColumn } from './column-layout.ts';
import { readerDatePattern } from './date-pattern.ts';
import { REPORT_STYLES } from './report-styles.ts';

const ROW = 18;
const GROUP = 'Group';
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
              footer: totalsBand({ placed, totalled, suffix: 'group', label: words.total, number }),
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
  if ('sql' in source) return { name: 'main', sql: source.sql, fields };
  return {
    name: 'main',
    table: { ...source, columns: fields.map(({ name }) => name) },
    // Groups need their rows one after the other.
    ...(groupBy && { order: [{ column: groupBy.name, dir: 'asc' }] }),
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
      expression: `$V{REPORT_COUNT} + ${quote(` ${words.rows}`)}`,
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
type IdCounter = (prefix: string) => string;

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

interface Totals {
  placed: readonly PlacedColumn[];
  totalled: readonly PlacedColumn[];
  suffix: 'group' | 'report';
  label: string;
  number: IdCounter;
}

/** Totals below their columns; the word stands in the first column, if that has no total itself. */
function totalsBand({ placed, totalled, suffix, label, number }: Totals): Band {
  const [first] = placed;
  const elements = totalled.map(({ x, width, name, type }): Element => ({
    ...{ id: number('total'), kind: 'field', style: 'Total', x, y: 0, width, height: 20 },
    expression: `$V{${variableName(name, suffix)}}`,
    own: { align: 'right', ...(isNumber(type) && { pattern: patternOf({ name: '', type }) ?? '#,##0.##' }) },
  }));
  const word: Element[] =
    first && !totalled.includes(first)
      ? [
          {
            ...{ id: number('total'), kind: 'text', text: label, style: 'Total' },
            x: 0,
            y: 0,
            width: first.width,
            height: 20,
          },
        ]
      : [];
  return { height: 26, elements: [...word, ...elements] };
}

function variablesOf({ name, type }: ChosenColumn, calculation: Calculation, isGrouped: boolean): Variable[] {
  const counted = calculation === 'count' || calculation === 'distinct';
  const variable = {
    type: counted ? 'integer' : calculation === 'average' && type === 'integer' ? 'decimal' : type,
    calculation,
    expression: `$F{${name}}`,
  } as const;
  const grand: Variable = { ...variable, name: variableName(name, 'report'), reset: 'report' };
  if (!isGrouped) return [grand];
  return [{ ...variable, name: variableName(name, 'group'), reset: { group: GROUP } }, grand];
}

function variableName(column: string, suffix: string): string {
  return `${column.replaceAll(/\W/g, '_').replace(/^(?=\d)/, '_')}_${suffix}`.slice(0, 63);
}

interface Summary {
  choices: ReportChoices;
  placed: readonly PlacedColumn[];
  totalled: readonly PlacedColumn[];
  width: number;
  number: IdCounter;
}

function summaryBand({ choices, placed, totalled, width, number }: Summary): { summary?: Band } {
  const { chart, map, words } = choices;
  const elements: Element[] = [];
  let y = 6;
  if (totalled.length > 0) {
    const band = totalsBand({ placed, totalled, suffix: 'report', label: words.total, number });
    elements.push(...band.elements.map((element) => ({ ...element, y })));
    y += 34;
  }
  if (chart) {
    elements.push({
      ...{ id: 'chart', kind: 'chart', chart: chart.type, x: 0, y, width, height: 220 },
      ...{ category: `$F{${chart.category}}`, value: chart.value === null ? '1' : `$F{${chart.value}}` },
      legend: chart.type === 'pie',
    });
    y += 232;
  }
  if (map) {
    elements.push({
      ...{ id: 'map', kind: 'map', geometry: `$F{${map.geometry}}`, x: 0, y, width, height: 280 },
      ...{
        basemap: true,
        scaleBar: true,
        legend: false,
        ...(map.label !== null && { label: `$F{${map.label}}` }),
      },
    });
    y += 292;
  }
  return elements.length > 0 ? { summary: { height: y, elements } } : {};
}

function patternOf({ name, type }: Pick<ChosenColumn, 'name' | 'type'>): string | undefined {
  if (type === 'integer') return isCode(name) ? '0' : '#,##0';
  if (type === 'decimal' || type === 'double') return '#,##0.00';
  if (type === 'date') return readerDatePattern();
  return type === 'timestamp' || type === 'instant' ? `${readerDatePattern()} HH:mm` : undefined;
}

/** A text of the expression language. */
export function quote(text: string): string {
  return JSON.stringify(text);
}

function idCounter(): IdCounter {
  const counts = new Map<string, number>();
  return (prefix) => {
    const next = (counts.get(prefix) ?? 0) + 1;
    counts.set(prefix, next);
    return `${prefix}${next}`;
  };
}
