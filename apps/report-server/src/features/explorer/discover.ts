import type { ReportServerSchemas } from '@cairn/contracts';
import { isNumeric } from '../catalogue/families.ts';
import type { Table } from '../catalogue/types.ts';
import type { Datasource } from '../datasources/types.ts';
import { semanticOf, toExplorerTable } from './mapper.ts';

type Found = ReportServerSchemas['MapProposal'];

/** Tables with a geometry whose names or columns contain all words, the best first, with a style to start from. */
export function proposeMaps(tables: { datasource: Datasource; table: Table }[], text: string): Found[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const scored = tables.flatMap(({ datasource, table }) => {
    if (!table.columns.some(({ geometry }) => geometry && geometry.srid > 0)) return [];
    const score = scoreOf(words, datasource, table);
    return score === 0 ? [] : [{ score, datasource, table }];
  });
  return scored
    .toSorted((a, b) => b.score - a.score || a.table.name.localeCompare(b.table.name))
    .map(({ datasource, table }) => ({
      datasource: datasource.key,
      datasource_title: datasource.title,
      ...toExplorerTable(table),
      style: styleOf(table),
    }));
}

/** 0 when a word occurs nowhere. */
function scoreOf(words: string[], datasource: Datasource, table: Table): number {
  const name = table.name.toLowerCase();
  const texts = [
    `${table.schema} ${table.comment ?? ''} ${datasource.title}`,
    ...table.columns.map((each) => each.name),
  ];
  const elsewhere = texts.join(' ').toLowerCase();
  let score = 1;
  for (const word of words) {
    if (name === word) score += 8;
    else if (name.includes(word)) score += 4;
    else if (elsewhere.includes(word)) score += 1;
    else return 0;
  }
  return score;
}

function styleOf(table: Table): Found['style'] {
  const shape = table.columns.find(({ geometry }) => geometry && geometry.srid > 0)!;
  const { type } = shape.geometry!;
  const kind = /POLYGON|SURFACE|TIN|TRIANGLE/.test(type)
    ? 'fill'
    : /LINE|CURVE/.test(type)
      ? 'line'
      : 'circle';
  const measure = table.columns.find(
    (column) => isNumeric(column.family) && semanticOf(column, table) === 'measure',
  );
  const label = table.columns.find(({ name, family }) => family === 'text' && /name|title|label/i.test(name));
  return {
    geometry: shape.name,
    kind,
    color_by: kind === 'fill' ? (measure?.name ?? null) : null,
    size_by: kind === 'circle' ? (measure?.name ?? null) : null,
    label: label?.name ?? null,
  };
}
