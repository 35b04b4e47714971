import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { jobsKey, notifyError, notifyOutcome, t, unwrap } from '@cairn/ui';
import { hrefOf } from '../addresses.ts';
import { reportMgmt } from '../client.ts';
import { executionsKey, schedulesKey } from '../query-keys.ts';
import { AS_FORM } from '../send-action.ts';
import { scheduleHistoryRoute } from './addresses.ts';

/** The job appears in the tray as soon as the service has enqueued it. */
const SHOW_AFTER_MS = 400;

const ARRIVES = new Set(['not_requested', 'queued', 'sent']);

/**
 * Runs schedules at once, for their recipients or as a test for the reader alone. The service answers when a run has ended, which it says
 * with a link to it.
 */
export function useRunNow() {
  const queries = useQueryClient();
  const [running, setRunning] = useState<readonly number[]>([]);
  const refresh = () =>
    Promise.all(
      [schedulesKey, executionsKey, jobsKey].map((queryKey) => queries.invalidateQueries({ queryKey })),
    );

  async function run(id: number, options: { test?: '1' } = {}): Promise<void> {
    setRunning((ids) => [...ids, id]);
    const timer = setTimeout(() => void refresh(), SHOW_AFTER_MS);
    try {
      const {
        success,
        message,
        execution_id: execution,
        email_status: mail,
      } = await unwrap(
        reportMgmt.POST('/action/schedule.php', {
          body: { run_now: '1', id: String(id), ...options },
          headers: AS_FORM,
        }),
      );
      notifyOutcome({
        sentence: message,
        failed: !success || (mail !== undefined && !ARRIVES.has(mail)),
        href: execution === undefined ? null : hrefOf(scheduleHistoryRoute(id, execution)),
        action: t('schedules.showRun'),
      });
    } catch (error) {
      notifyError(error);
    } finally {
      clearTimeout(timer);
      setRunning((ids) => ids.filter((other) => other !== id));
      void refresh();
    }
  }

  return {
    run: (id: number) => void run(id),
    sendTest: (id: number) => void run(id, { test: '1' }),
    isRunning: (id: number) => running.includes(id),
  };
}
