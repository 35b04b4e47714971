import { Button } from '@mantine/core';
import {
  IconCalendarTime,
  IconHistory,
  IconPencil,
  IconPlayerPlay,
  IconShare,
  IconTrash,
} from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { MenuItem, RowMenu, ShareDialog, t, tui, useMe, useUrlState } from '@cairn/ui';
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
import { definitionsKey } from '../query-keys.ts';

/** What the person may do with the report: running first, the rest beside it. */
export function ReportActions({ report }: { report: ReportSummary }) {
  const { key, title, permission, problems } = report;
  const me = useMe().data;
  const [panel, setPanel] = useUrlState('panel');
  const queries = useQueryClient();
  const isBroken = problems.length > 0;
  return (
    <>
      {permission === 'admin' ? (
        <Button
          variant="default"
          leftSection={<IconShare size={16} aria-hidden />}
          onClick={() => setPanel('share')}
        >
          {tui('sharing.action')}
        </Button>
      ) : null}
      {permission === 'view' ? null : (
        <Button
          component={Link}
          to={editRoute(key)}
          variant="default"
          leftSection={<IconPencil size={16} aria-hidden />}
        >
          {t('report.edit')}
        </Button>
      )}
      {isBroken ? null : (
        <Button component={Link} to={runnerRoute(key)} leftSection={<IconPlayerPlay size={16} aria-hidden />}>
          {t('report.run')}
        </Button>
      )}
      {me?.authenticated ? (
        <RowMenu label={t('catalog.menu', { title })}>
          {me.admin && !isBroken ? (
            <MenuItem icon={IconCalendarTime} href={hrefOf(newScheduleRoute(key))}>
              {t('report.schedule')}
            </MenuItem>
          ) : null}
          <MenuItem icon={IconHistory} href={hrefOf(historyRoute(key))}>
            {t('report.history')}
          </MenuItem>
          {permission === 'admin' ? (
            <MenuItem icon={IconTrash} color="red" href={hrefOf(deleteRoute(key))}>
              {t('report.delete')}
            </MenuItem>
          ) : null}
        </RowMenu>
      ) : null}
      {permission === 'admin' ? (
        <ShareDialog
          resource={{ type: 'report', key }}
          name={title}
          href={hrefOf(viewRoute(key))}
          opened={panel === 'share'}
          onClose={() => setPanel('')}
          onSaved={() => void queries.invalidateQueries({ queryKey: definitionsKey })}
        />
      ) : null}
    </>
  );
}
