import { Checkbox } from '@mantine/core';
import { tui } from '../i18n.ts';
import type { Selection } from './use-selection.ts';

interface Props<Row> {
  row: Row;
  name: string;
  selection: Selection<Row>;
}

/** The box that chooses a row or a card. */
export function RowCheckbox<Row>({ row, name, selection }: Props<Row>) {
  return (
    <Checkbox
      size="xs"
      aria-label={tui('table.selectRow', { name })}
      checked={selection.has(row)}
      onChange={(event) => selection.set([row], event.currentTarget.checked)}
    />
  );
}
