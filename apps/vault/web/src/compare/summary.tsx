import { useComputedColorScheme } from '@mantine/core';
import { formatNumber, t } from '@cairn/ui';
import { COLORS, KINDS, SIGNS, type Diff } from './difference-kinds.ts';
import styles from './compare.module.css';

/** The counts, and what changed about the layer as a whole. */
export function Summary({ diff }: { diff: Diff }) {
  const scheme = useComputedColorScheme('light');
  const notes = notesOf(diff);
  return (
    <div className={styles.summary}>
      <dl aria-label={t('compare.summary.label')}>
        {KINDS.map((kind) => (
          <div key={kind} data-count={kind}>
            <dt>
              <span className={styles.sign} style={{ background: COLORS[scheme][kind] }} aria-hidden>
                {SIGNS[kind]}
              </span>
              {t(`compare.summary.${kind}`)}
            </dt>
            <dd>{formatNumber(diff[kind])}</dd>
          </div>
        ))}
        <div data-count="unchanged">
          <dt>{t('compare.summary.unchanged')}</dt>
          <dd>{formatNumber(diff.unchanged)}</dd>
        </div>
      </dl>
      {notes.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </div>
  );
}

function notesOf(diff: Diff): string[] {
  const { geometry_changed: moved = 0, columns_added: added = [], columns_removed: removed = [] } = diff;
  const notes: string[] = [];
  if (diff.crs_changed) notes.push(t('compare.summary.crsChanged'));
  else if (moved > 0)
    notes.push(`${t('compare.summary.moved', { count: moved, number: formatNumber(moved) })}.`);
  if (added.length > 0) notes.push(t('compare.summary.columnsAdded', { names: added.join(', ') }));
  if (removed.length > 0) notes.push(t('compare.summary.columnsRemoved', { names: removed.join(', ') }));
  if (diff.added + diff.removed + diff.changed === 0) notes.push(t('compare.summary.same'));
  return notes;
}
