import type { ReactNode } from 'react';
import styles from './layout.module.css';

/** Names and values side by side; a value that is nothing takes its name with it. */
export function Facts({ entries }: { entries: [name: string, value: ReactNode][] }) {
  return (
    <dl className={styles.facts}>
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
