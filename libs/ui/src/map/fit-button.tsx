import { ActionIcon, Tooltip } from '@mantine/core';
import { IconArrowsMaximize } from '@tabler/icons-react';
import { tui } from '../i18n.ts';
import styles from './map.module.css';

/** The way back to the data, below the zoom buttons. */
export function FitButton({ onClick }: { onClick: () => void }) {
  return (
    <Tooltip label={tui('map.fit')} position="left">
      <ActionIcon
        className={styles.fit}
        variant="transparent"
        color="gray"
        c="var(--mantine-color-text)"
        radius="sm"
        aria-label={tui('map.fit')}
        onClick={onClick}
      >
        <IconArrowsMaximize size={16} stroke={1.8} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
