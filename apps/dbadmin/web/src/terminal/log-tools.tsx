import { Button, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconFilter, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { t } from '@cairn/ui';
import type { SocketState, TerminalSocket } from './terminal-socket.ts';
import styles from './terminal.module.css';

interface LogToolsProps {
  socket: TerminalSocket;
  state: SocketState;
}

/** The filter of the log, and the button that pauses it. */
export function LogTools({ socket, state }: LogToolsProps) {
  const [filter, setFilter] = useState('');
  const [isPaused, setPaused] = useState(false);
  const [debounced] = useDebouncedValue(filter, 300);
  useEffect(() => {
    if (state === 'open') socket.control({ type: 'filter', filter: debounced });
  }, [socket, state, debounced]);
  return (
    <>
      <TextInput
        size="xs"
        className={styles.filter}
        aria-label={t('terminal.filter')}
        placeholder={t('terminal.filter')}
        leftSection={<IconFilter size={14} aria-hidden />}
        value={filter}
        onChange={(event) => setFilter(event.currentTarget.value)}
      />
      <Button
        size="compact-sm"
        variant="default"
        disabled={state !== 'open'}
        leftSection={
          isPaused ? <IconPlayerPlay size={14} aria-hidden /> : <IconPlayerPause size={14} aria-hidden />
        }
        onClick={() => {
          socket.control({ type: isPaused ? 'resume' : 'pause' });
          setPaused(!isPaused);
        }}
      >
        {t(isPaused ? 'terminal.resume' : 'terminal.pause')}
      </Button>
    </>
  );
}
