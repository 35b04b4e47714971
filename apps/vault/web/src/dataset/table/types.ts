import type { Bbox } from '@cairn/ui/map';
import type { EditColumn, RowPage } from '../../client.ts';
import type { CellEditing } from '../editing/use-cell-editing.ts';
import type { TableState } from './table-state.ts';
import type { TableRow } from './use-rows.ts';

export interface RowGridProps {
  label: string;
  rows: TableRow[];
  columns: EditColumn[];
  page: Pick<RowPage, 'total' | 'offset' | 'columns' | 'pk_column'>;
  state: TableState;
  /** The rows are those of before: newer ones are on their way. */
  busy: boolean;
  selected: string;
  onSelect: (key: string) => void;
  onLookAt: (bounds: Bbox) => void;
  chosen: ReadonlySet<string>;
  onChoose: (chosen: ReadonlySet<string>) => void;
  /** Null where nothing can be changed. */
  editing: CellEditing | null;
}
