import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatNumber } from '../format/format.ts';
import { tui } from '../i18n.ts';
import classes from './data-table.module.css';
import type { Selection } from './use-selection.ts';

interface Props<Row> {
  selection: Selection<Row>;
  /** All rows under the present search and filters, on every page. */
  matches: Row[];
  children: ReactNode;
}

/** How many rows are chosen, the way to all or none of them, and what can be done with them. */
export function BulkBar<Row>({ selection, matches, children }: Props<Row>) {
  const { picked } = selection;
  const count = picked.length;
  return (
    <div className={classes.bulk}>
      <span role="status">{tui('table.selected', { count, number: formatNumber(count) })}</span>
      {children}
      <span className={classes.bulkEnd}>
        {count < matches.length ? (
          <Button size="compact-sm" variant="subtle" onClick={() => selection.set(matches, true)}>
            {tui('table.selectFound', { count: matches.length, number: formatNumber(matches.length) })}
          </Button>
        ) : null}
        <Button size="compact-sm" variant="subtle" onClick={selection.clear}>
          {tui('table.selectNone')}
        </Button>
      </span>
    </div>
  );
}
