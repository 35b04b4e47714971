import { ActionIcon, CopyButton as MantineCopy } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { tui } from '../i18n.ts';

interface Props {
  value: string;
  label?: string;
}

/** A small button that copies a value. */
export function CopyButton({ value, label }: Props) {
  return (
    <MantineCopy value={value} timeout={2000}>
      {({ copied, copy }) => (
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          onClick={copy}
          title={copied ? tui('state.copied') : (label ?? tui('state.copy'))}
          aria-label={label ?? tui('state.copy')}
        >
          {copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
        </ActionIcon>
      )}
    </MantineCopy>
  );
}
