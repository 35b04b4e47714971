import { ActionIcon, CopyButton as MantineCopy, Tooltip } from '@mantine/core';
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
        <Tooltip label={copied ? tui('state.copied') : (label ?? tui('state.copy'))}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            onClick={copy}
            aria-label={label ?? tui('state.copy')}
          >
            {copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
          </ActionIcon>
        </Tooltip>
      )}
    </MantineCopy>
  );
}
