import { t } from '@cairn/ui';
import { ActionIcon, Button, Menu, Text, Tooltip } from '@mantine/core';
import {
  IconAdjustmentsHorizontal,
  IconDownload,
  IconPrinter,
  IconX,
  IconZoomIn,
  IconZoomOut,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { ReportConfig } from '../../viewer/types.ts';
import classes from '../embedded.module.css';

interface Props {
  title: string;
  form?: { isOpen: boolean; toggle: () => void };
  formats: ReportConfig['formats'];
  /** The format that is being prepared. */
  saving: string | null;
  onSave: (format: string) => void;
  onZoom?: (factor: number) => void;
  onPrint?: () => void;
  onClose?: () => void;
}

/** What one may do with the report. */
export function ReportToolbar({ title, form, formats, saving, onSave, onZoom, onPrint, onClose }: Props) {
  return (
    <header className={classes.toolbar}>
      <Text component="h1" fz="md" fw={620} className={classes.title}>
        {title}
      </Text>
      {form && (
        <Button
          size="xs"
          variant={form.isOpen ? 'light' : 'default'}
          leftSection={<IconAdjustmentsHorizontal size={16} />}
          aria-expanded={form.isOpen}
          onClick={form.toggle}
        >
          {t('embedded.parameters')}
        </Button>
      )}
      {onZoom && (
        <>
          <Tool label={t('embedded.zoomOut')} onClick={() => onZoom(1 / 1.2)}>
            <IconZoomOut size={18} />
          </Tool>
          <Tool label={t('embedded.zoomIn')} onClick={() => onZoom(1.2)}>
            <IconZoomIn size={18} />
          </Tool>
        </>
      )}
      {onPrint && (
        <Tool label={t('embedded.print')} onClick={onPrint}>
          <IconPrinter size={18} />
        </Tool>
      )}
      {formats.length > 0 && <SaveMenu formats={formats} saving={saving} onSave={onSave} />}
      {onClose && (
        <Tool label={t('embedded.close')} onClick={onClose}>
          <IconX size={18} />
        </Tool>
      )}
    </header>
  );
}

function SaveMenu({ formats, saving, onSave }: Pick<Props, 'formats' | 'saving' | 'onSave'>) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconDownload size={16} />}
          loading={saving !== null}
        >
          {t('embedded.export')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {formats.map(({ name, leaves_out: leavesOut }) => (
          <Menu.Item key={name} onClick={() => onSave(name)}>
            {name.toUpperCase()}
            {leavesOut && (
              <Text span size="xs" c="dimmed" ml={8}>
                {t('viewer.leavesOut', { what: leavesOut })}
              </Text>
            )}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function Tool({ label, onClick, children }: { label: string; onClick: () => void; children: ReactNode }) {
  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" aria-label={label} onClick={onClick}>
        {children}
      </ActionIcon>
    </Tooltip>
  );
}
