import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { IconDownload, IconPlayerStop } from '@tabler/icons-react';
import { t } from '@cairn/ui';
import { ExportItems } from '../../explorer/export/export-menu.tsx';
import type { useExport } from '../../explorer/export/use-export.ts';

type WidgetExportProps = Pick<ReturnType<typeof useExport>, 'isPossible' | 'running' | 'start' | 'cancel'> & {
  /** The widget whose rows are saved. */
  title: string;
};

/** Saves the rows of a widget as a file. While it comes, the button stops it. */
export function WidgetExport({ title, isPossible, running, start, cancel }: WidgetExportProps) {
  if (!isPossible) return null;
  if (running)
    return (
      <Tooltip label={t('widget.stopExport')}>
        <ActionIcon variant="subtle" aria-label={t('widget.stopExportNamed', { title })} onClick={cancel}>
          <IconPlayerStop size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
    );
  return (
    <Menu position="bottom-end" width={260}>
      <Menu.Target>
        <Tooltip label={t('export.menu')}>
          <ActionIcon variant="subtle" color="gray" aria-label={t('widget.exportNamed', { title })}>
            <IconDownload size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        <ExportItems onStart={(format) => void start(format)} />
      </Menu.Dropdown>
    </Menu>
  );
}
