import { Button, Menu } from '@mantine/core';
import { IconChevronDown, IconFileText } from '@tabler/icons-react';
import { t, useRights } from '@cairn/ui';
import { usePanes } from '../layout/pane-choice.tsx';
import { useMakeReport } from './use-make-report.ts';

/** Makes a report of what the explorer shows, and opens it in the builder. */
export function ReportMenu() {
  const { possible } = usePanes();
  const { make, isMaking } = useMakeReport();
  if (!useRights('report-server').edit) return null;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="default"
          loading={isMaking}
          leftSection={<IconFileText size={16} aria-hidden />}
          rightSection={<IconChevronDown size={14} aria-hidden />}
        >
          {t('handoff.menu')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('handoff.label')}</Menu.Label>
        {possible.toReversed().map((kind) => (
          <Menu.Item key={kind} onClick={() => make(kind)}>
            {t(`handoff.kinds.${kind}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
