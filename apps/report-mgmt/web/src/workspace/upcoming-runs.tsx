import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { Loaded, Panel, RelativeTime, t, useApi } from '@cairn/ui';
import { SCHEDULES_ROUTE } from '../addresses.ts';
import { reportMgmt, type ScheduleSummary } from '../client.ts';
import { schedulesKey } from '../query-keys.ts';
import styles from './workspace.module.css';

const COUNT = 6;

/** The next runs of all schedules, for administrators. */
export function UpcomingRuns() {
  const schedules = useApi([...schedulesKey, 'upcoming'], (signal) =>
    reportMgmt.GET('/api/v1/schedules', { signal, params: { query: { upcoming: true, limit: COUNT } } }),
  );
  return (
    <Panel
      title={t('workspace.upcoming')}
      action={
        <Anchor component={Link} to={SCHEDULES_ROUTE} size="sm">
          {t('workspace.schedules')}
        </Anchor>
      }
    >
      <Loaded query={schedules}>{(list) => <NextRuns schedules={list.schedules} />}</Loaded>
    </Panel>
  );
}

function NextRuns({ schedules }: { schedules: ScheduleSummary[] }) {
  if (schedules.length === 0) return t('workspace.noUpcoming');
  return (
    <ul className={styles.next}>
      {schedules.map(({ id, report_title, sentence, next_run_at }) => (
        <li key={id}>
          <Anchor component={Link} to={`/edit_schedule.php?id=${id}`}>
            {report_title}
          </Anchor>
          <span className={styles.quiet}>{sentence}</span>
          <RelativeTime value={next_run_at ?? ''} />
        </li>
      ))}
    </ul>
  );
}
