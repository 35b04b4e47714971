import { useState, type ReactNode } from 'react';
import { CloseButton, Popover } from '@mantine/core';
import { t } from '@cairn/ui';
import styles from './show.module.css';

interface ValueChipProps {
  /** What is set, and to what. */
  sentence: string;
  isSet: boolean;
  onClear: () => void;
  /** The form, which closes once it is saved. */
  form: (close: () => void) => ReactNode;
}

/** One filter or parameter of a dashboard in the bar: what it is set to, with the form that changes it below. */
export function ValueChip({ sentence, isSet, onClear, form }: ValueChipProps) {
  const [opened, setOpened] = useState(false);
  return (
    <span className={styles.chip} data-set={isSet || undefined}>
      <Popover
        opened={opened}
        onChange={setOpened}
        position="bottom-start"
        trapFocus
        returnFocus
        shadow="md"
        width={280}
      >
        <Popover.Target>
          <button type="button" className={styles.chipText} onClick={() => setOpened(!opened)}>
            {sentence}
          </button>
        </Popover.Target>
        <Popover.Dropdown>{form(() => setOpened(false))}</Popover.Dropdown>
      </Popover>
      {isSet ? (
        <CloseButton
          size={24}
          iconSize={14}
          aria-label={t('filter.remove', { condition: sentence })}
          onClick={onClear}
        />
      ) : null}
    </span>
  );
}
