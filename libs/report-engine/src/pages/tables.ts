import type { FilledTable, ResolvedStyle, TextValue } from '../fill/types.ts';
import type { Border } from '../template/types.ts';
import type { TextLayout } from '../text/text-layout.ts';
import { insetsOf, linesHeight } from './boxes.ts';
import type { TableRow } from './types.ts';

const STRONG_RULE: Border = { width: 0.8, color: '#5b6770', style: 'solid' };
const RULE: Border = { width: 0.4, color: '#d5dbe1', style: 'solid' };

/** Sets the cells of a table: a row is as high as its highest cell. Columns are narrowed together where they do not fit. */
export function measureTable(table: FilledTable, text: TextLayout): TableRow[] {
  const columns = cellStyles(table);
  const total = table.columns.reduce((sum, column) => sum + column.width, 0);
  const scale = total > table.width ? table.width / total : 1;
  const widths = table.columns.map((column) => column.width * scale);

  function toRow(kind: TableRow['kind'], texts: string[]): TableRow {
    let x = 0;
    let height = 0;
    const cells = widths.map((width, index) => {
      const style = columns[index]?.[kind] ?? {};
      const insets = insetsOf(style);
      const room = Math.max(1, width - insets.left - insets.right);
      const lines = text.lines(texts[index] ?? '', text.format(style), room);
      const format = text.format(style);
      const least = (format.face.ascent + format.face.descent) * format.size;
      height = Math.max(height, Math.max(linesHeight(lines), least) + insets.top + insets.bottom);
      const cell = { lines, x, width, style };
      x += width;
      return cell;
    });
    return { kind, height, cells };
  }

  const toTexts = (values: TextValue[]) => values.map((value) => value.text);
  return [
    toRow(
      'header',
      table.columns.map((column) => column.header),
    ),
    ...table.rows.map((row) => toRow('body', toTexts(row))),
    ...(table.totals ? [toRow('total', toTexts(table.totals))] : []),
  ];
}

/** Styles of the cells. What the template leaves open is a table with thin rules and air around the texts. */
function cellStyles(table: FilledTable): Record<TableRow['kind'], ResolvedStyle>[] {
  const padding = { top: 2.5, right: 4, bottom: 2.5, left: 4 };
  return table.columns.map(({ style, headerStyle }) => {
    const header: ResolvedStyle = {
      padding,
      bold: true,
      verticalAlign: 'bottom',
      ...(style.align ? { align: style.align } : {}),
      ...(headerStyle.border ? {} : { border: { bottom: STRONG_RULE } }),
      ...headerStyle,
    };
    const body: ResolvedStyle = { padding, ...(style.border ? {} : { border: { bottom: RULE } }), ...style };
    const total: ResolvedStyle = {
      ...body,
      bold: true,
      ...(style.border ? {} : { border: { top: STRONG_RULE } }),
    };
    return { header, body, total };
  });
}
