import { Fragment } from 'react';
import { CloseButton } from '@mantine/core';
import { t } from '@cairn/ui';
import { useExplorer } from '../state/explorer-context.tsx';
import { moveFocus } from '../state/move-focus.ts';
import { ClausePopover } from './clause-popover.tsx';
import type { FilterPart } from './filter.ts';
import { clauseSentence, partSentence } from './sentence.ts';
import styles from './filter.module.css';

interface PartChipProps {
  part: FilterPart;
  onChange: (part: FilterPart) => void;
  onRemove: () => void;
}

/** One condition, or several of which one has to be true; each of them can be changed. */
export function FilterPartChip({ part, onChange, onRemove }: PartChipProps) {
  const { columns } = useExplorer().source.metadata;
  const sentence = partSentence(part, columns);
  return (
    <span className={styles.chip}>
      {'anyOf' in part ? (
        part.anyOf.map((clause, at) => (
          <Fragment key={`${at} ${JSON.stringify(clause)}`}>
            {at > 0 ? <span className={styles.word}>{t('filter.or')}</span> : null}
            <ClausePopover
              initial={clause}
              target={
                <button
                  type="button"
                  data-chip
                  className={styles.chipText}
                  title={t('filter.change')}
                  onKeyDown={(event) => {
                    moveFocus(event, { around: '[data-chips]', members: '[data-chip]' });
                    if (event.key !== 'Delete' && event.key !== 'Backspace') return;
                    event.preventDefault();
                    if (part.anyOf.length > 1) onChange({ anyOf: part.anyOf.toSpliced(at, 1) });
                    else onRemove();
                  }}
                >
                  {clauseSentence(clause, columns)}
                </button>
              }
              onSave={(next) => onChange({ anyOf: part.anyOf.with(at, next) })}
              onAlternative={(next) => onChange({ anyOf: [...part.anyOf, next] })}
            />
          </Fragment>
        ))
      ) : (
        <span className={styles.chipText} title={JSON.stringify(part.tree)}>
          {sentence}
        </span>
      )}
      <CloseButton
        size={24}
        iconSize={14}
        aria-label={t('filter.remove', { condition: sentence })}
        onClick={onRemove}
      />
    </span>
  );
}
