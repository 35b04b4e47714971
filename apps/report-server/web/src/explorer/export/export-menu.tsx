import { Button, Loader, Menu, Text } from '@mantine/core';
import { IconChevronDown, IconDownload } from '@tabler/icons-react';
import { formatBytes, t } from '@cairn/ui';
import { useExplorer } from '../state/explorer-context.tsx';
import { EXPORT_FORMATS, hasPlaces, type ExportFormat } from './export-formats.ts';
import { useExport } from './use-export.ts';

/** Saves the rows that are left as a file. While it comes, the button says how much there is, and stops it. */
export function ExportMenu() {
  const { running, start, cancel } = useExport();
  if (running)
    return (
      <Button variant="default" leftSection={<Loader size={14} aria-hidden />} onClick={cancel}>
        <span role="status">
          {running.bytes > 0
            ? t('export.progress', { size: formatBytes(running.bytes) })
            : t('export.running')}
        </span>
        <Text span inherit c="dimmed" ml={8}>
          {t('export.cancel')}
        </Text>
      </Button>
    );
  return (
    <Menu position="bottom-end" width={260}>
      <Menu.Target>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          rightSection={<IconChevronDown size={14} aria-hidden />}
        >
          {t('export.menu')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <ExportItems onStart={(format) => void start(format)} />
      </Menu.Dropdown>
    </Menu>
  );
}

/** One item for each format that the table can be saved in. */
export function ExportItems({ onStart }: { onStart: (format: ExportFormat) => void }) {
  const { source } = useExplorer();
  const formats = EXPORT_FORMATS.filter(({ isSpatial }) => !isSpatial || hasPlaces(source.metadata));
  return (
    <>
      <Menu.Label>{t('export.label')}</Menu.Label>
      {formats.map(({ format }) => (
        <Menu.Item key={format} onClick={() => onStart(format)}>
          {t(`export.formats.${format}`)}
        </Menu.Item>
      ))}
    </>
  );
}
