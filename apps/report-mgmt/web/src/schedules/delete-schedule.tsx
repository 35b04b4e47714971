import { useQueryClient } from '@tanstack/react-query';
import { ConfirmDanger, t, useChange } from '@cairn/ui';
import { reportMgmt, type ScheduleSummary } from '../client.ts';
import { schedulesKey } from '../query-keys.ts';
import { refreshOthers } from '../refresh-others.ts';
import { AS_FORM, checkAction } from '../send-action.ts';

interface DeleteScheduleProps {
  /** Null when the dialog is closed. */
  schedule: Pick<ScheduleSummary, 'id' | 'report_title' | 'sentence' | 'recipients' | 'noemail'> | null;
  onClose: () => void;
  onDeleted?: () => void;
}

/** Deletes a schedule, after saying what ends and what stays. */
export function DeleteSchedule({ schedule, onClose, onDeleted }: DeleteScheduleProps) {
  const queries = useQueryClient();
  const remove = useChange(
    (id: number) =>
      checkAction(
        reportMgmt.POST('/action/schedule.php', {
          body: { delete: '1', id: String(id) },
          headers: AS_FORM,
        }),
      ),
    {
      done: ({ message }) => message,
      onDone(_, id) {
        void refreshOthers(queries, schedulesKey, id);
        onClose();
        onDeleted?.();
      },
    },
  );
  const mailed = schedule && !schedule.noemail ? schedule.recipients.length : 0;
  return (
    <ConfirmDanger
      opened={schedule !== null}
      title={t('schedules.deleteAsk', { title: schedule?.report_title })}
      action={t('schedules.delete')}
      busy={remove.isPending}
      onConfirm={() => schedule && remove.mutate(schedule.id)}
      onClose={onClose}
    >
      <p style={{ margin: 0 }}>
        {t('schedules.deleteEnds', { rule: schedule?.sentence })}
        {mailed > 0 ? ` ${t('schedules.deleteMails', { count: mailed })}` : ''}
      </p>
      <p style={{ margin: '8px 0 0' }}>{t('schedules.deleteKeeps')}</p>
    </ConfirmDanger>
  );
}
