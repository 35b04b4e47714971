import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { RelativeTime } from '@cairn/ui';
import { viewRoute } from '../addresses.ts';
import type { Execution } from '../client.ts';
import { StatusBadge } from './status-badge.tsx';
import styles from './run-list.module.css';

interface Props {
  runs: Execution[];
  /** Whether each names its report: lists of one report do not. */
  named?: boolean;
}

/** Runs with how they ended, and their documents. */
export function RunList({ runs, named = false }: Props) {
  return (
    <ul className={styles.list}>
      {runs.map((run) => (
        <li key={run.id}>
          {named ? (
            <Anchor component={Link} to={viewRoute(run.report)} className={styles.name}>
              {run.report_title || run.report}
            </Anchor>
          ) : null}
          <StatusBadge status={run.status} />
          <span className={styles.quiet}>
            {run.format.toUpperCase()} · <RelativeTime value={run.created_at} />
          </span>
          {run.output ? (
            <Anchor href={run.output} size="sm" className={styles.end}>
              {run.output_name}
            </Anchor>
          ) : null}
          {run.error ? <span className={styles.error}>{run.error}</span> : null}
        </li>
      ))}
    </ul>
  );
}
