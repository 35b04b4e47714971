import { Menu } from '@mantine/core';
import {
  IconArchive,
  IconArchiveOff,
  IconHistory,
  IconPencil,
  IconPlayerPlay,
  IconShare,
  IconTimeline,
} from '@tabler/icons-react';
import { MenuItem, RowMenu, t, tui } from '@cairn/ui';
import { builderRoute, hrefOf, RUNS_ROUTE, viewerRoute } from './addresses.ts';
import type { ReportSummary } from './types.ts';

interface Props {
  report: ReportSummary;
  onShare: (report: ReportSummary) => void;
  onArchive: (report: ReportSummary) => void;
  onRestore: (report: ReportSummary) => void;
}

/** What can be done with a report, as far as the person may. */
export function ReportMenu({ report, onShare, onArchive, onRestore }: Props) {
  const { key, title, permission, engine, archived_at: archived } = report;
  const label = t('library.menu', { title });
  if (archived !== null) {
    return (
      <RowMenu label={label}>
        <MenuItem icon={IconArchiveOff} onClick={() => onRestore(report)}>
          {t('library.restore')}
        </MenuItem>
      </RowMenu>
    );
  }
  const mayEdit = permission !== 'view';
  return (
    <RowMenu label={label}>
      <MenuItem icon={IconPlayerPlay} href={hrefOf(viewerRoute(key))}>
        {t('library.run')}
      </MenuItem>
      <MenuItem icon={IconTimeline} href={hrefOf(`${RUNS_ROUTE}?report=${encodeURIComponent(key)}`)}>
        {t('library.runs')}
      </MenuItem>
      {mayEdit && engine === 'native' ? (
        <>
          <MenuItem icon={IconPencil} href={hrefOf(builderRoute(key))}>
            {t('library.edit')}
          </MenuItem>
          <MenuItem icon={IconHistory} href={hrefOf(`${builderRoute(key)}?panel=versions`)}>
            {t('library.versions')}
          </MenuItem>
        </>
      ) : null}
      {permission === 'admin' ? (
        <>
          <MenuItem icon={IconShare} onClick={() => onShare(report)}>
            {tui('sharing.action')}
          </MenuItem>
          <Menu.Divider />
          <MenuItem icon={IconArchive} color="red" onClick={() => onArchive(report)}>
            {t('library.archive')}
          </MenuItem>
        </>
      ) : null}
    </RowMenu>
  );
}
