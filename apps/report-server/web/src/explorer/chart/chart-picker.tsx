import { lazy, Suspense, useState } from 'react';
import { Button, Loader, Popover } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { t } from '@cairn/ui';
import { CHART_ICONS } from './chart-icons.ts';
import { FocusWhenShown } from '../state/focus-when-shown.tsx';
import type { ChartSpec } from './spec.ts';

const ChartForm = lazy(async () => ({ default: (await import('./chart-form.tsx')).ChartForm }));

/** The button that opens the choices of the chart. */
export function ChartPicker({ spec }: { spec: ChartSpec }) {
  const [opened, setOpened] = useState(false);
  const Icon = CHART_ICONS[spec.type];
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      trapFocus
      returnFocus
      shadow="md"
      width={320}
    >
      <Popover.Target>
        <Button
          size="xs"
          variant="default"
          leftSection={<Icon size={15} aria-hidden />}
          rightSection={<IconChevronDown size={14} aria-hidden />}
          onClick={() => setOpened(!opened)}
        >
          {t('chart.choose')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Suspense fallback={<Loader size="sm" />}>
          <FocusWhenShown>
            <ChartForm spec={spec} />
          </FocusWhenShown>
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
