import type { ReactNode } from 'react';
import classes from './facts.module.css';

interface Props {
  entries: [name: string, value: ReactNode][];
  /** Beside each other, with each value below its name. */
  grid?: boolean;
}

/** A list of names and values; entries without a value are left out. */
export function Facts({ entries, grid = false }: Props) {
  return (
    <dl className={grid ? classes.grid : classes.rows}>
      {entries
        .filter(([, value]) => value !== null && value !== undefined && value !== '')
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
