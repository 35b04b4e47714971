import classes from './data-table.module.css';
import type { DataTableProps, TableState } from './data-table-props.ts';
import { RowCheckbox } from './row-checkbox.tsx';
import type { Selection } from './use-selection.ts';

interface Props<Row> extends DataTableProps<Row> {
  state: TableState<Row>;
  selection: Selection<Row>;
}

/** The rows of a table as cards. */
export function CardGrid<Row>({ state, selection, card, rowKey, rowName, actions, bulk }: Props<Row>) {
  return (
    <ul className={classes.cards}>
      {state.shown.map((row) => (
        <li key={rowKey(row)} className={classes.card} data-chosen={selection.has(row) || undefined}>
          {card?.(row)}
          {bulk || actions ? (
            <div className={classes.cardTools}>
              {bulk ? <RowCheckbox row={row} name={rowName(row)} selection={selection} /> : <span />}
              {actions?.(row)}
            </div>
          ) : null}
        </li>
      ))}
    </ul>
  );
}
