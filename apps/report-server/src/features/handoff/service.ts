import { checkTemplate, TEMPLATE_VERSION } from '@cairn/report-engine';
import type { Dataset, Template } from '@cairn/report-engine';
import { badRequest } from '@cairn/service';
import type { Actor } from '@cairn/service';
import { findColumn } from '../catalogue/find-table.ts';
import type { Column, Table } from '../catalogue/types.ts';
import { compileSelect } from '../query/compile-select.ts';
import type { QueryService } from '../query/service.ts';
import { checkTitle } from '../access/title.ts';
import { chartContent, mapContent, tableContent } from './elements.ts';
import type { Content } from './elements.ts';
import { toField } from './fields.ts';
import type { Handoff, HandoffInput } from './types.ts';

export type HandoffService = ReturnType<typeof createHandoffService>;

const MARGIN = 36;
/** A4, in points. */
const [SHORT, LONG] = [595, 842];
const MAX_COLUMNS = 12;
const WIDE = 6;

/** Report templates made of what the explorer shows. Nothing is written. */
export function createHandoffService({ queries }: { queries: QueryService }) {
  return {
    /** @throws {AppError} bad_request that names the place, not_found for a table that the caller may not read */
    async handOff(actor: Actor, input: HandoffInput): Promise<Handoff> {
      const { datasource, schema, table: name } = input.source;
      if (datasource === undefined || schema === undefined || name === undefined) {
        throw badRequest(
          'report-server.no_table',
          'source: Only a table can be handed over. Name its datasource, schema and table.',
        );
      }
      const source = { datasource, schema, table: name };
      const opened = await queries.openTable(actor, source);
      // Compiled for its errors: the same filter and order are compiled again at each run.
      compileSelect({ ...opened.source, restrictions: [] }, selectionOf(input));
      const made = makeTemplate(opened.source.table, input);
      const { template, findings } = checkTemplate(made.template);
      if (!template)
        throw badRequest(
          'report-server.not_a_report',
          findings[0]?.message ?? 'No report can be made of it.',
        );
      return { template, source, warnings: made.warnings };
    },
  };
}

function selectionOf({ filter, sort }: HandoffInput) {
  return { ...(filter ? { filter } : {}), ...(sort ? { sort } : {}) };
}

function makeTemplate(table: Table, input: HandoffInput): { template: Template; warnings: string[] } {
  const title = checkTitle(input.title ?? table.comment?.split('\n')[0]?.slice(0, 200) ?? table.name);
  const listed = listedColumns(table, input);
  const orientation = input.kind === 'table' && listed.columns.length <= WIDE ? 'portrait' : 'landscape';
  const width = (orientation === 'portrait' ? SHORT : LONG) - 2 * MARGIN;
  const content = contentOf(table, input, { title, width, listed });
  return {
    template: {
      ...{ version: TEMPLATE_VERSION, title, lang: 'en' },
      page: {
        size: 'A4',
        orientation,
        margins: { top: MARGIN, right: MARGIN, bottom: MARGIN, left: MARGIN },
      },
      ...{ parameters: [], groups: [], variables: [], styles: [] },
      datasets: [datasetOf(table, input, content.columns)],
      bands: {
        title: {
          height: 40,
          elements: [
            {
              id: 'title',
              kind: 'text',
              x: 0,
              y: 0,
              width,
              height: 28,
              text: title,
              heading: 1,
              own: { size: 18, bold: true },
            },
          ],
        },
        ...content.bands,
        pageFooter: {
          height: 20,
          elements: [
            {
              ...{ id: 'page', kind: 'field', x: 0, y: 4, width, height: 14 },
              expression: '$V{PAGE_NUMBER}',
              own: { size: 8, align: 'right' },
            },
          ],
        },
      },
    },
    warnings: content.warnings,
  };
}

interface ContentOptions {
  title: string;
  width: number;
  listed: Listed;
}

function contentOf(table: Table, input: HandoffInput, { title, width, listed }: ContentOptions): Content {
  if (input.kind === 'map') return mapContent(table, input, { title, width });
  const chart = input.kind === 'chart' ? chartContent(table, input, { title, width }) : null;
  if (chart) return chart;
  const content = tableContent(listed.columns, width);
  const warnings =
    input.kind === 'chart'
      ? [
          `Charts of a report add rows up or count them, so "${input.chart?.fn}" became a table of the rows.`,
          ...listed.warnings,
        ]
      : listed.warnings;
  return { ...content, warnings };
}

interface Listed {
  columns: Column[];
  warnings: string[];
}

/** The columns of a table on paper. */
function listedColumns(table: Table, { columns, kind }: HandoffInput): Listed {
  const asked = columns
    ? columns.map((name, index) => findColumn(table, name, `columns[${index}]`))
    : table.columns;
  const readable = asked.filter(({ family }) => family !== 'geometry' && family !== 'binary');
  if (kind === 'table' && readable.length === 0) {
    throw badRequest('report-server.no_columns', 'columns: None of them can be printed. Choose others.');
  }
  const left = asked
    .filter((column) => !readable.slice(0, MAX_COLUMNS).includes(column))
    .map(({ name }) => name);
  const warnings = left.length === 0 ? [] : [`These columns do not fit into the table: ${left.join(', ')}.`];
  return { columns: readable.slice(0, MAX_COLUMNS), warnings };
}

function datasetOf(table: Table, { filter, sort }: HandoffInput, columns: Column[]): Dataset {
  const used = [...new Map(columns.map((column) => [column.name, column])).values()];
  return {
    name: 'main',
    table: {
      schema: table.schema,
      table: table.name,
      columns: used.map(({ name }) => name),
      ...(filter ? { filter } : {}),
    },
    ...(sort
      ? {
          order: sort.map(({ column, dir = 'asc', nulls }) => ({ column, dir, ...(nulls ? { nulls } : {}) })),
        }
      : {}),
    fields: used.map(toField),
  };
}
