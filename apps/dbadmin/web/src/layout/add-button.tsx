import { Button } from '@mantine/core';
import { IconPlus, type Icon } from '@tabler/icons-react';

interface AddButtonProps {
  label: string;
  icon?: Icon;
  isSecondary?: boolean;
  onClick: () => void;
}

/** The button of a page or a list that adds something to it. */
export function AddButton({ label, icon: Icon = IconPlus, isSecondary = false, onClick }: AddButtonProps) {
  return (
    <Button
      variant={isSecondary ? 'default' : 'filled'}
      leftSection={<Icon size={16} aria-hidden />}
      onClick={onClick}
    >
      {label}
    </Button>
  );
}
