import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { Panel, t } from '@cairn/ui';
import { runnerRoute } from '../addresses.ts';
import type { ReportSummary } from '../client.ts';
import { inOrder, leavesOut } from '../formats.ts';
import styles from './view.module.css';

/** The formats of a report, with what each leaves out. */
export function FormatLinks({ report }: { report: ReportSummary }) {
  return (
    <Panel title={t('view.formats')} lead={t('view.formatsLead')}>
      <ul className={styles.formats}>
        {inOrder(report.formats).map((format) => (
          <li key={format}>
            <Anchor component={Link} to={runnerRoute(report.key)} fw={550}>
              {format.toUpperCase()}
            </Anchor>{' '}
            <span className={styles.quiet}>{leavesOut(format)}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
