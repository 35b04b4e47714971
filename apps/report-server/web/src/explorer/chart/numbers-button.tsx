import { ActionIcon, Tooltip } from '@mantine/core';
import { IconChartBar, IconTable } from '@tabler/icons-react';
import { t } from '@cairn/ui';

interface NumbersButtonProps {
  isTable: boolean;
  disabled: boolean;
  onChange: (isTable: boolean) => void;
}

/** Changes between a chart and its numbers. */
export function NumbersButton({ isTable, disabled, onChange }: NumbersButtonProps) {
  const Icon = isTable ? IconChartBar : IconTable;
  const label = t(isTable ? 'chart.showChart' : 'chart.showTable');
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="default"
        size={30}
        aria-label={label}
        disabled={disabled}
        onClick={() => onChange(!isTable)}
      >
        <Icon size={16} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
