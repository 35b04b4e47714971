import { IconArrowRight } from '@tabler/icons-react';
import { useComputedColorScheme, VisuallyHidden } from '@mantine/core';
import { formatNumber, t } from '@cairn/ui';
import { displayValue } from '@cairn/ui/map';
import { COLORS, SIGNS, type Difference } from './difference-kinds.ts';
import styles from './compare.module.css';

interface DifferenceItemProps {
  difference: Difference;
  /** Of the feature, for people. */
  called: string;
  selected: boolean;
  onSelect: () => void;
}

/** Shown of a feature before it is picked. */
const FEW = 4;

/** One feature that differs: what it is, and what it was before. Choosing it shows it on both maps. */
export function DifferenceItem({ difference, called, selected, onSelect }: DifferenceItemProps) {
  const scheme = useComputedColorScheme('light');
  const { kind, key, name } = difference;
  const hasPlace = Boolean(difference.geometry_after ?? difference.geometry_before);
  return (
    <li className={styles.item} data-kind={kind} data-selected={selected || undefined}>
      <button
        type="button"
        aria-pressed={selected}
        aria-label={t('compare.show', { kind: t(`compare.kindOf.${kind}`), name: name ?? called })}
        onClick={onSelect}
      >
        <span className={styles.sign} style={{ background: COLORS[scheme][kind] }} aria-hidden>
          {SIGNS[kind]}
        </span>
        <strong>{name ?? called}</strong>
        {name && name !== key ? <span className={styles.key}>{called}</span> : null}
      </button>
      <Values difference={difference} whole={selected} />
      {selected && !hasPlace ? <p className={styles.note}>{t('compare.noPlace')}</p> : null}
    </li>
  );
}

function Values({ difference, whole }: { difference: Difference; whole: boolean }) {
  const { kind, name, before, after, geometry_changed: moved } = difference;
  const values = after ?? before ?? {};
  // The name of the feature is shown above already.
  const columns = Object.keys(values).filter((column) => kind === 'changed' || values[column] !== name);
  const shown = whole ? columns : columns.slice(0, FEW);
  const hidden = columns.length - shown.length;
  return (
    <dl className={styles.values}>
      {kind === 'changed' && moved ? (
        <div>
          <dt>{t('compare.geometry')}</dt>
          <dd>{t('compare.geometryMoved')}</dd>
        </div>
      ) : null}
      {shown.map((column) => (
        <div key={column}>
          <dt>{column}</dt>
          <dd>
            {kind === 'changed' ? (
              <Change before={before?.[column]} after={after?.[column]} />
            ) : (
              displayValue((after ?? before)?.[column])
            )}
          </dd>
        </div>
      ))}
      {hidden > 0 ? (
        <div className={styles.more}>
          {t('compare.more', { count: hidden, number: formatNumber(hidden) })}
        </div>
      ) : null}
    </dl>
  );
}

function Change({ before, after }: { before: unknown; after: unknown }) {
  return (
    <>
      <del>
        <VisuallyHidden>{t('compare.before')} </VisuallyHidden>
        {displayValue(before)}
      </del>
      <IconArrowRight size={14} aria-label={t('compare.becomes')} />
      <ins>
        <VisuallyHidden>{t('compare.after')} </VisuallyHidden>
        {displayValue(after)}
      </ins>
    </>
  );
}
