import { t } from '@cairn/ui';
import { SourceChip } from './privilege-cell.tsx';
import styles from './access.module.css';

const SOURCES = ['direct', 'group', 'public', 'set_role', 'owner', 'superuser'] as const;

/** What the marks in the grid mean. */
export function Legend() {
  return (
    <dl className={styles.legend} aria-label={t('matrix.legend')}>
      {SOURCES.map((kind) => (
        <div key={kind}>
          <dt>
            <SourceChip kind={kind} />
          </dt>
          <dd>{t(`matrix.sourceHint.${kind}`)}</dd>
        </div>
      ))}
    </dl>
  );
}
