import type { ReactNode } from 'react';
import type { Column, Sort } from './columns.ts';
import type { useTableState } from './use-table-state.ts';

/** The part of a query's state that a table shows. */
interface Source {
  isPending: boolean;
  error: unknown;
  refetch: () => unknown;
}

export interface DataTableProps<Row> {
  /** Name for screen readers, and of the CSV file. */
  label: string;
  rows: Row[] | undefined;
  columns: Column<Row>[];
  rowKey: (row: Row) => string | number;
  /** Name of a row, for buttons and boxes that belong to it. */
  rowName: (row: Row) => string;
  /** The query behind the rows: skeleton, error and retry come from it. */
  source?: Source;
  /** Shown instead of the table when there are no rows at all. */
  empty?: ReactNode;
  /** Filters, beside the search. */
  filters?: ReactNode;
  searchPlaceholder?: string;
  /** Set when the server does the searching: the table only keeps the word in the address (`q`). */
  serverSearch?: boolean;
  /** Whether filters outside the table are set, so that an empty answer is "no match" and not "nothing there". */
  filtered?: boolean;
  onResetFilters?: () => void;
  defaultSort?: Sort;
  /** Needed where a page has several tables: sets their state in the address apart. */
  stateKey?: string;
  pageSize?: number;
  /** Shows the rows as cards: the content of a card. Its checkbox and actions are laid over it. */
  card?: (row: Row) => ReactNode;
  /** How many there are, in words; "3 rows" when left out. */
  countOf?: (shown: number, total: number) => string;
  /** Beside the tools, such as the choice between cards and table. */
  tools?: ReactNode;
  /** Buttons at the end of a row. */
  actions?: (row: Row) => ReactNode;
  /** Rows can be chosen; the buttons that then appear. */
  bulk?: (chosen: Row[], clear: () => void) => ReactNode;
  /** Key of the row whose details are open. */
  currentKey?: string | number;
}

export type TableState<Row> = ReturnType<typeof useTableState<Row>>;
