import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { t } from '@cairn/ui';
import { RunStrip } from '../runs/run-strip.tsx';
import { editScheduleRoute } from '../schedules/addresses.ts';
import { useSchedule } from '../schedules/use-schedules.ts';
import styles from './history.module.css';

interface ScheduleSummaryProps {
  id: number;
  /** Shows the runs of all schedules again. */
  onAll: () => void;
}

/** The schedule whose runs are listed, with a strip of the last of them. */
export function ScheduleSummary({ id, onAll }: ScheduleSummaryProps) {
  const { data: schedule } = useSchedule(id);
  return (
    <div className={styles.schedule}>
      {schedule ? (
        <>
          <span>
            <Anchor component={Link} to={editScheduleRoute(id)} fw={550}>
              {schedule.report_title}
            </Anchor>{' '}
            {schedule.sentence} ({schedule.time_zone.replaceAll('_', ' ')})
          </span>
          <RunStrip statuses={schedule.history} />
        </>
      ) : (
        <span>{t('history.scheduleNumber', { id })}</span>
      )}
      <Anchor component="button" type="button" onClick={onAll}>
        {t('history.allRuns')}
      </Anchor>
    </div>
  );
}
