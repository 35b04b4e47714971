import type { ReactNode } from 'react';
import styles from './properties.module.css';

interface Props {
  title: string;
  children: ReactNode;
  /** Closed at first: what few need. */
  closed?: boolean;
}

/** A part of the properties, which opens and closes. */
export function Section({ title, children, closed = false }: Props) {
  return (
    <details className={styles.section} open={!closed}>
      <summary>{title}</summary>
      <div className={styles.fields}>{children}</div>
    </details>
  );
}

/** Fields beside each other. */
export function Beside({ children }: { children: ReactNode }) {
  return <div className={styles.beside}>{children}</div>;
}
