import { useCallback, useMemo, useState } from 'react';
import { Button, Group } from '@mantine/core';
import {
  IconCalendarPlus,
  IconCalendarRepeat,
  IconHistory,
  IconPencil,
  IconPlayerPlay,
  IconSend,
  IconTrash,
} from '@tabler/icons-react';
import { Link } from 'react-router';
import { DataTable, EmptyState, formatNumber, MenuItem, Page, RowMenu, t, useChange } from '@cairn/ui';
import { CATALOG_ROUTE, hrefOf, newScheduleRoute } from '../addresses.ts';
import { reportMgmt, type ScheduleSummary } from '../client.ts';
import { schedulesKey } from '../query-keys.ts';
import { useAddressFilters } from '../use-address-filters.ts';
import { editScheduleRoute, NEW_SCHEDULE_ROUTE, scheduleHistoryRoute } from './addresses.ts';
import { DeleteSchedule } from './delete-schedule.tsx';
import { scheduleColumns } from './schedule-columns.tsx';
import { Filters, readFilters } from './schedule-filters.tsx';
import { useRunNow } from './use-run-now.ts';
import { useSchedules } from './use-schedules.ts';

/** When reports run by themselves, for whom, and how that went. */
export function SchedulesPage() {
  const { filters, change } = useAddressFilters(readFilters);
  const { report, state, cursor } = filters;
  const query = useSchedules(filters);
  const { run, sendTest, isRunning } = useRunNow();
  const [deleted, setDeleted] = useState<ScheduleSummary | null>(null);
  const switchTo = useSwitch();
  const columns = useMemo(() => scheduleColumns(switchTo), [switchTo]);
  const add = (
    <Button
      component={Link}
      to={report === '' ? NEW_SCHEDULE_ROUTE : newScheduleRoute(report)}
      leftSection={<IconCalendarPlus size={16} aria-hidden />}
    >
      {t('schedules.add')}
    </Button>
  );
  return (
    <Page
      title={t('schedules.title')}
      lead={t('schedules.lead')}
      width="full"
      crumbs={[{ label: t('report.reports'), href: hrefOf(CATALOG_ROUTE) }]}
      action={add}
    >
      <DataTable
        label={t('schedules.title')}
        rows={query.data?.schedules}
        columns={columns}
        rowKey={({ id }) => id}
        rowName={({ report_title: title, sentence }) => `${title}, ${sentence}`}
        source={query}
        serverSearch
        searchPlaceholder={t('schedules.search')}
        countOf={(shown) =>
          t('schedules.count', {
            shown: formatNumber(shown),
            total: formatNumber(query.data?.total ?? shown),
          })
        }
        filtered={report !== '' || state !== '' || cursor !== ''}
        onResetFilters={() => change({ report: '', state: '' })}
        filters={<Filters filters={filters} onChange={change} />}
        actions={(schedule) => (
          <ScheduleMenu
            schedule={schedule}
            isStarting={isRunning(schedule.id)}
            onRun={() => run(schedule.id)}
            onTest={() => sendTest(schedule.id)}
            onDelete={() => setDeleted(schedule)}
          />
        )}
        empty={
          <EmptyState
            boxed
            icon={<IconCalendarRepeat size={22} stroke={1.6} />}
            title={t('schedules.empty')}
            text={t('schedules.emptyText')}
            action={add}
          />
        }
      />
      <Group justify="center" mt="md">
        {cursor === '' ? null : (
          <Button variant="default" onClick={() => change({ cursor: '' })}>
            {t('schedules.newest')}
          </Button>
        )}
        {query.data?.next_cursor ? (
          <Button variant="default" onClick={() => change({ cursor: query.data.next_cursor ?? '' })}>
            {t('schedules.older')}
          </Button>
        ) : null}
      </Group>
      <DeleteSchedule schedule={deleted} onClose={() => setDeleted(null)} />
    </Page>
  );
}

/** Pauses a schedule or resumes it. */
function useSwitch() {
  const { mutate } = useChange(
    ({ schedule: { id }, enabled }: { schedule: ScheduleSummary; enabled: boolean }) => {
      const params = { path: { id } };
      return enabled
        ? reportMgmt.POST('/api/v1/schedules/{id}/resume', { params })
        : reportMgmt.POST('/api/v1/schedules/{id}/pause', { params });
    },
    {
      refresh: [[...schedulesKey]],
      done: ({ report_title: title, enabled }) =>
        t(enabled ? 'schedules.resumed' : 'schedules.pausedDone', { title }),
    },
  );
  return useCallback(
    (schedule: ScheduleSummary, enabled: boolean) => mutate({ schedule, enabled }),
    [mutate],
  );
}

interface ScheduleMenuProps {
  schedule: ScheduleSummary;
  isStarting: boolean;
  onRun: () => void;
  onTest: () => void;
  onDelete: () => void;
}

function ScheduleMenu({ schedule, isStarting, onRun, onTest, onDelete }: ScheduleMenuProps) {
  const { id, report_title: title, noemail } = schedule;
  return (
    <RowMenu label={t('schedules.menu', { title })}>
      <MenuItem icon={IconPlayerPlay} disabled={isStarting} onClick={onRun}>
        {t(isStarting ? 'schedules.running' : 'schedules.runNow')}
      </MenuItem>
      {noemail ? null : (
        <MenuItem icon={IconSend} disabled={isStarting} onClick={onTest}>
          {t('schedules.sendTest')}
        </MenuItem>
      )}
      <MenuItem icon={IconPencil} href={hrefOf(editScheduleRoute(id))}>
        {t('schedules.edit')}
      </MenuItem>
      <MenuItem icon={IconHistory} href={hrefOf(scheduleHistoryRoute(id))}>
        {t('schedules.history')}
      </MenuItem>
      <MenuItem icon={IconTrash} color="red" onClick={onDelete}>
        {t('schedules.delete')}
      </MenuItem>
    </RowMenu>
  );
}
