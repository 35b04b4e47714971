import { Menu } from '@mantine/core';
import { IconCode, IconPencil, IconShare, IconTrash } from '@tabler/icons-react';
import { MenuItem, RowMenu, t, tui } from '@cairn/ui';
import { embeddingHref } from '../../embedding/addresses.ts';
import { dashboardHref } from '../addresses.ts';
import type { DashboardSummary } from '../types.ts';

interface DashboardMenuProps {
  dashboard: DashboardSummary;
  onShare: (dashboard: DashboardSummary) => void;
  onDelete: (dashboard: DashboardSummary) => void;
}

/** What can be done with a dashboard, as far as the person may. */
export function DashboardMenu({ dashboard, onShare, onDelete }: DashboardMenuProps) {
  const { title, permission } = dashboard;
  const href = dashboardHref(dashboard);
  return (
    <RowMenu label={t('dashboards.menu', { title })}>
      {permission === 'view' ? null : (
        <MenuItem icon={IconPencil} href={`${href}?edit=1`}>
          {t('dashboards.edit')}
        </MenuItem>
      )}
      <MenuItem
        icon={IconCode}
        href={embeddingHref({ type: 'dashboard', id: dashboard.key, owner: dashboard.owner })}
      >
        {t('dashboards.embed')}
      </MenuItem>
      {permission === 'admin' ? (
        <>
          <MenuItem icon={IconShare} onClick={() => onShare(dashboard)}>
            {tui('sharing.action')}
          </MenuItem>
          <Menu.Divider />
          <MenuItem icon={IconTrash} color="red" onClick={() => onDelete(dashboard)}>
            {t('dashboards.delete')}
          </MenuItem>
        </>
      ) : null}
    </RowMenu>
  );
}
