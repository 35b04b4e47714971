import { Button, Menu } from '@mantine/core';
import {
  IconChartBar,
  IconChevronDown,
  IconLetterCase,
  IconMap,
  IconPlus,
  IconTable,
} from '@tabler/icons-react';
import { basePath, sentenceOf, t } from '@cairn/ui';
import type { SavedView } from '../../client.ts';
import { useViews } from '../../explorer/views/use-views.ts';
import { tableOf } from '../show/table-of.ts';

const ICONS = { chart: IconChartBar, map: IconMap, table: IconTable } as const;

interface AddWidgetProps {
  onView: (view: SavedView) => void;
  onText: () => void;
}

/** Adds one of the person's saved views, or a text. */
export function AddWidget({ onView, onText }: AddWidgetProps) {
  const { views, error } = useViews();
  const shown = views?.filter((view) => tableOf(view));
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
        <Menu.Divider />
        <Menu.Item component="a" href={`${basePath()}/`} target="_blank">
          {t('edit.makeView')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
