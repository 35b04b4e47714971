import { t } from '@cairn/ui';
import type { DatabaseAccess } from '../../client.ts';
import styles from './access.module.css';

/** The access levels that were granted here, to the role itself or to a group that it is in. */
export function LevelMarks({ levels }: { levels: DatabaseAccess['levels'] }) {
  if (levels.length === 0) return <span className={styles.none}>–</span>;
  return (
    <span className={styles.cell}>
      {levels.map(({ level, kind, via }) => (
        <span key={`${level} ${kind} ${via}`} className={styles.chip} data-source={kind}>
          {t(`access.level.${level}`)}
          {kind === 'direct' ? '' : ` · ${via ?? t(`matrix.source.${kind}`)}`}
        </span>
      ))}
    </span>
  );
}
