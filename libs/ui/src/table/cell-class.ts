import type { Column } from './columns.ts';
import classes from './data-table.module.css';

/** CSS classes of a column's cells: side and the width from which it shows. */
export function cellClass<Row>(column: Column<Row>): string {
  const from = column.from ? classes[`from_${column.from}`] : '';
  return [column.align === 'right' ? classes.right : '', from].filter(Boolean).join(' ');
}
