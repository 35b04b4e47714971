import { SegmentedControl, VisuallyHidden } from '@mantine/core';
import { IconLayoutGrid, IconList } from '@tabler/icons-react';
import { t } from '@cairn/ui';

export type View = 'grid' | 'table';

interface ViewChoiceProps {
  view: View;
  onChange: (view: string) => void;
}

const VIEWS = [
  { value: 'grid', icon: IconLayoutGrid },
  { value: 'table', icon: IconList },
] as const;

/** Cards or a table. */
export function ViewChoice({ view, onChange }: ViewChoiceProps) {
  return (
    <SegmentedControl
      size="xs"
      value={view}
      onChange={onChange}
      aria-label={t('list.view.label')}
      data={VIEWS.map(({ value, icon: Symbol }) => ({
        value,
        label: (
          <span title={t(`list.view.${value}`)} style={{ display: 'flex', padding: '1px 0' }}>
            <Symbol size={17} stroke={1.7} aria-hidden />
            <VisuallyHidden>{t(`list.view.${value}`)}</VisuallyHidden>
          </span>
        ),
      }))}
    />
  );
}
