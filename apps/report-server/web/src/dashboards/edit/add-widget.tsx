import { Button, Menu } from '@mantine/core';
import {
  IconChartBar,
  IconChevronDown,
  IconLetterCase,
  IconMap,
  IconPlus,
  IconReportAnalytics,
  IconTable,
} from '@tabler/icons-react';
import { basePath, sentenceOf, t } from '@cairn/ui';
import type { SavedView } from '../../client.ts';
import { useViews } from '../../explorer/views/use-views.ts';
import { useReports } from '../../library/use-reports.ts';
import { tableOf } from '../show/table-of.ts';

const ICONS = { chart: IconChartBar, map: IconMap, table: IconTable } as const;

interface AddWidgetProps {
  onView: (view: SavedView) => void;
  onReport: (report: { key: string; title: string }) => void;
  onText: () => void;
}

/** Adds one of the person's saved views, the rows of a report, or a text. */
export function AddWidget({ onView, onReport, onText }: AddWidgetProps) {
  const { views, error } = useViews();
  const shown = views?.filter((view) => tableOf(view));
  const reports = useReports(false);
  return (
    <Menu position="bottom-start" width={300}>
      <Menu.Target>
        <Button
          leftSection={<IconPlus size={16} aria-hidden />}
          rightSection={<IconChevronDown size={14} aria-hidden />}
        >
          {t('edit.add')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={420} style={{ overflowY: 'auto' }}>
        <Menu.Item leftSection={<IconLetterCase size={16} aria-hidden />} onClick={onText}>
          {t('edit.addText')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>
          {error ? sentenceOf(error) : t(shown?.length === 0 ? 'edit.noViews' : 'edit.views')}
        </Menu.Label>
        {shown?.map((view) => {
          const Icon = ICONS[view.kind];
          return (
            <Menu.Item
              key={view.key}
              leftSection={<Icon size={16} aria-label={t(`layout.${view.kind}`)} />}
              onClick={() => onView(view)}
            >
              {view.title}
            </Menu.Item>
          );
        })}

        {reports.data && reports.data.length > 0 ? (
          <>
            <Menu.Divider />
            <Menu.Label>{t('edit.reports')}</Menu.Label>
            {reports.data.map(({ key, title }) => (
              <Menu.Item
                key={key}
                leftSection={<IconReportAnalytics size={16} aria-hidden />}
                onClick={() => onReport({ key, title })}
              >
                {title}
              </Menu.Item>
            ))}
          </>
        ) : null}
        <Menu.Divider />
        <Menu.Item component="a" href={`${basePath()}/`} target="_blank">
          {t('edit.makeView')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
