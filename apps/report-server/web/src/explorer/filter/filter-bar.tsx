import { useRef } from 'react';
import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconArrowBackUp, IconArrowForwardUp, IconFilter } from '@tabler/icons-react';
import { t } from '@cairn/ui';
import { FieldDrawer } from '../fields/field-drawer.tsx';
import { useExplorer } from '../state/explorer-context.tsx';
import { ClausePopover } from './clause-popover.tsx';
import type { Filter } from './filter.ts';
import { FilterPartChip } from './part-chip.tsx';
import { RowCount } from './row-count.tsx';
import styles from './filter.module.css';

/** The one filter over table, map and chart, as a sentence of conditions that can be changed. */
export function FilterBar() {
  const { state, setFilter } = useExplorer();
  const { filter } = state;
  const bar = useRef<HTMLDivElement>(null);
  const change = (next: Filter) => setFilter(next);
  const remove = (at: number) => {
    change(filter.toSpliced(at, 1));
    // The keyboard goes on from the neighbour of what is gone.
    requestAnimationFrame(() => {
      const chips = chipsIn(bar.current);
      (chips[Math.min(at, chips.length - 1)] ?? bar.current?.querySelector('button'))?.focus();
    });
  };
  return (
    <section className={styles.bar} aria-label={t('filter.label')}>
      <FieldDrawer />
      <div ref={bar} data-chips className={styles.sentence}>
        {filter.length > 0 ? <span className={styles.word}>{t('filter.rowsWhere')}</span> : null}
        {filter.map((part, at) => (
          <span key={`${at} ${JSON.stringify(part)}`} className={styles.part}>
            {at > 0 ? <span className={styles.word}>{t('filter.and')}</span> : null}
            <FilterPartChip
              part={part}
              onChange={(next) => change(filter.with(at, next))}
              onRemove={() => remove(at)}
            />
          </span>
        ))}
        <ClausePopover
          target={
            <Button
              size="xs"
              variant={filter.length > 0 ? 'subtle' : 'default'}
              leftSection={<IconFilter size={15} aria-hidden />}
            >
              {t(filter.length > 0 ? 'filter.more' : 'filter.add')}
            </Button>
          }
          onSave={(clause) => change([...filter, { anyOf: [clause] }])}
        />
        {filter.length > 1 ? (
          <Button size="xs" variant="subtle" color="gray" onClick={() => change([])}>
            {t('filter.clear')}
          </Button>
        ) : null}
      </div>
      <div className={styles.end}>
        <RowCount />
        <UndoButtons />
      </div>
    </section>
  );
}

function UndoButtons() {
  const { undo, redo, canUndo, canRedo } = useExplorer();
  return (
    <span className={styles.undo}>
      <Tooltip label={t('filter.undoHint')}>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconArrowBackUp size={16} aria-hidden />}
          disabled={!canUndo}
          onClick={undo}
        >
          {t('filter.undo')}
        </Button>
      </Tooltip>
      <Tooltip label={t('filter.redoHint')}>
        <ActionIcon
          size={30}
          variant="default"
          aria-label={t('filter.redo')}
          disabled={!canRedo}
          onClick={redo}
        >
          <IconArrowForwardUp size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </span>
  );
}

function chipsIn(element: Element | null): HTMLElement[] {
  return [...(element?.querySelectorAll<HTMLElement>('[data-chip]') ?? [])];
}
