import { Button, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconFilter, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { t } from '@cairn/ui';
import type { Link, LinkState } from './link.ts';
import styles from './terminal.module.css';

/** What of the log is shown, and whether it goes on. */
export function LogTools({ link, state }: { link: Link; state: LinkState }) {
  const [filter, setFilter] = useState('');
  const [isPaused, setPaused] = useState(false);
  const [wanted] = useDebouncedValue(filter, 300);
  useEffect(() => {
    if (state === 'open') link.control({ type: 'filter', filter: wanted });
  }, [link, state, wanted]);
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
          link.control({ type: isPaused ? 'resume' : 'pause' });
          setPaused(!isPaused);
        }}
      >
        {t(isPaused ? 'terminal.resume' : 'terminal.pause')}
      </Button>
    </>
  );
}
