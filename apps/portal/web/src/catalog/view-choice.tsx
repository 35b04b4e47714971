import { SegmentedControl, VisuallyHidden } from '@mantine/core';
import { IconLayoutGrid, IconList, IconWorld } from '@tabler/icons-react';
import { t } from '@cairn/ui';
import type { View } from './use-catalog-filters.ts';

interface Props {
  view: View;
  onChange: (view: string) => void;
}

const views = [
  { value: 'grid', icon: IconLayoutGrid },
  { value: 'list', icon: IconList },
  { value: 'map', icon: IconWorld },
] as const;

/** Cards, list or map. */
export function ViewChoice({ view, onChange }: Props) {
  return (
    <SegmentedControl
      size="sm"
      value={view}
      onChange={onChange}
      aria-label={t('catalog.view.label')}
      data={views.map(({ value, icon: Icon }) => ({
        value,
        label: (
          <span title={t(`catalog.view.${value}`)} style={{ display: 'flex' }}>
            <Icon size={17} stroke={1.7} aria-hidden />
            <VisuallyHidden>{t(`catalog.view.${value}`)}</VisuallyHidden>
          </span>
        ),
      }))}
    />
  );
}
