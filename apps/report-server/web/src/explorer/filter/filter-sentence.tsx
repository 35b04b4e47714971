import { useEffect, useRef } from 'react';
import { Button } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { t } from '@cairn/ui';
import { useExplorer } from '../state/explorer-context.tsx';
import { ClausePopover } from './clause-popover.tsx';
import { FilterPartChip } from './part-chip.tsx';
import styles from './filter.module.css';

/** The conditions of the filter, each to be changed or removed, and the way to one more. */
export function FilterSentence() {
  const { state, setFilter } = useExplorer();
  const { filter } = state;
  const sentence = useRef<HTMLDivElement>(null);
  const removed = useRef<number | null>(null);
  const remove = (at: number) => {
    removed.current = at;
    setFilter(filter.toSpliced(at, 1));
  };
  // The keyboard goes on from the neighbour of what is gone, once the address has changed.
  useEffect(() => {
    const at = removed.current;
    if (at === null) return;
    removed.current = null;
    const chips = [...(sentence.current?.querySelectorAll<HTMLElement>('[data-chip]') ?? [])];
    const add = sentence.current?.querySelector<HTMLElement>('[data-add-filter]');
    (chips[Math.min(at, chips.length - 1)] ?? add)?.focus();
  }, [filter]);
  return (
    <div ref={sentence} data-chips className={styles.sentence}>
      {filter.length > 0 ? <span className={styles.word}>{t('filter.rowsWhere')}</span> : null}
      {filter.map((part, at) => (
        <span key={`${at} ${JSON.stringify(part)}`} className={styles.part}>
          {at > 0 ? <span className={styles.word}>{t('filter.and')}</span> : null}
          <FilterPartChip
            part={part}
            onChange={(next) => setFilter(filter.with(at, next))}
            onRemove={() => remove(at)}
          />
        </span>
      ))}
      <ClausePopover
        target={
          <Button
            size="xs"
            data-add-filter
            variant={filter.length > 0 ? 'subtle' : 'default'}
            leftSection={<IconFilter size={15} aria-hidden />}
          >
            {t(filter.length > 0 ? 'filter.more' : 'filter.add')}
          </Button>
        }
        onSave={(clause) => setFilter([...filter, { anyOf: [clause] }])}
      />
      {filter.length > 1 ? (
        <Button size="xs" variant="subtle" color="gray" onClick={() => setFilter([])}>
          {t('filter.clear')}
        </Button>
      ) : null}
    </div>
  );
}
