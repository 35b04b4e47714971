import { Menu } from '@mantine/core';
import {
  IconCalendarTime,
  IconHistory,
  IconInfoCircle,
  IconPencil,
  IconPlayerPlay,
  IconTrash,
} from '@tabler/icons-react';
import { MenuItem, RowMenu, t, useMe } from '@cairn/ui';
import {
  deleteRoute,
  editRoute,
  historyRoute,
  hrefOf,
  newScheduleRoute,
  runnerRoute,
  viewRoute,
} from '../addresses.ts';
import type { ReportSummary } from '../client.ts';

interface Props {
  report: ReportSummary;
  /** On the page of the report, which has buttons for running and editing it. */
  isOnPage?: boolean;
}

/** What can be done with a report, as far as the person may. */
export function ReportMenu({ report, isOnPage = false }: Props) {
  const { key, title, permission, problems } = report;
  const me = useMe().data;
  const isBroken = problems.length > 0;
  if (isOnPage && !me?.authenticated) return null;
  return (
    <RowMenu label={t('catalog.menu', { title })}>
      {isOnPage || isBroken ? null : (
        <MenuItem icon={IconPlayerPlay} href={hrefOf(runnerRoute(key))}>
          {t('report.run')}
        </MenuItem>
      )}
      {isOnPage ? null : (
        <MenuItem icon={IconInfoCircle} href={hrefOf(viewRoute(key))}>
          {t('catalog.details')}
        </MenuItem>
      )}
      {me?.admin && !isBroken ? (
        <MenuItem icon={IconCalendarTime} href={hrefOf(newScheduleRoute(key))}>
          {t('report.schedule')}
        </MenuItem>
      ) : null}
      {me?.authenticated ? (
        <MenuItem icon={IconHistory} href={hrefOf(historyRoute(key))}>
          {t('report.history')}
        </MenuItem>
      ) : null}
      {isOnPage || permission === 'view' ? null : (
        <MenuItem icon={IconPencil} href={hrefOf(editRoute(key))}>
          {t('report.edit')}
        </MenuItem>
      )}
      {permission === 'admin' ? (
        <>
          <Menu.Divider />
          <MenuItem icon={IconTrash} color="red" href={hrefOf(deleteRoute(key))}>
            {t('report.delete')}
          </MenuItem>
        </>
      ) : null}
    </RowMenu>
  );
}
