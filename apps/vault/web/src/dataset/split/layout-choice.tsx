import { SegmentedControl, VisuallyHidden } from '@mantine/core';
import { IconLayoutColumns, IconMap, IconTable } from '@tabler/icons-react';
import { t } from '@cairn/ui';
import { LAYOUTS, useLayout, type Layout } from './layout.ts';

const ICONS = { table: IconTable, split: IconLayoutColumns, map: IconMap } as const;

/** Table only, both, or map only. */
export function LayoutChoice({ tab }: { tab: string }) {
  const [layout, setLayout] = useLayout();
  return (
    <SegmentedControl
      size="xs"
      aria-label={t('dataset.layout.label')}
      data={LAYOUTS.map((value) => ({ value, label: <Choice layout={value} tab={tab} /> }))}
      value={layout}
      onChange={(value) => setLayout(value as Layout)}
    />
  );
}

function Choice({ layout, tab }: { layout: Layout; tab: string }) {
  const Icon = ICONS[layout];
  const label = t(`dataset.layout.${layout === 'table' && tab !== 'table' ? 'details' : layout}`);
  return (
    <span title={label} style={{ display: 'block' }}>
      <Icon size={16} stroke={1.7} aria-hidden style={{ display: 'block' }} />
      <VisuallyHidden>{label}</VisuallyHidden>
    </span>
  );
}
