import { Alert, Button, Code, CopyButton, Group } from '@mantine/core';
import { IconCheck, IconCopy, IconKey } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { tui } from '../i18n.ts';

interface Props {
  /** The secret, shown this once. */
  value: string;
  title: ReactNode;
  /** Said after it has been copied, e.g. to let a panel close without asking. */
  onCopied?: () => void;
}

/** A secret that the server shows once, with a button to copy it. */
export function CopyOnce({ value, title, onCopied }: Props) {
  return (
    <Alert color="pine" icon={<IconKey size={18} />} title={title} role="status">
      <p style={{ margin: '0 0 10px' }}>{tui('copyOnce.warning')}</p>
      <Group gap={8} wrap="wrap" align="stretch">
        <Code style={{ flex: '1 1 240px', fontSize: 13, overflowWrap: 'anywhere', padding: '7px 10px' }}>
          {value}
        </Code>
        <CopyButton value={value} timeout={4000}>
          {({ copied, copy }) => (
            <Button
              onClick={() => {
                copy();
                onCopied?.();
              }}
              leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
            >
              {copied ? tui('copyOnce.copied') : tui('copyOnce.label')}
            </Button>
          )}
        </CopyButton>
      </Group>
    </Alert>
  );
}
