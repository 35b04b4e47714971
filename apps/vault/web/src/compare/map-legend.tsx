import { useComputedColorScheme } from '@mantine/core';
import { t } from '@cairn/ui';
import { COLORS, KINDS, SIGNS } from './difference-kinds.ts';
import styles from './compare.module.css';

/** What the marks on the two maps mean: a sign and a colour for each kind. */
export function MapLegend({ left, right }: { left: number; right: number }) {
  const scheme = useComputedColorScheme('light');
  return (
    <div className={styles.legend}>
      <ul aria-label={t('compare.legend.label')}>
        {KINDS.map((kind) => (
          <li key={kind}>
            <span className={styles.sign} style={{ background: COLORS[scheme][kind] }} aria-hidden>
              {SIGNS[kind]}
            </span>
            {t(`compare.legend.${kind}`, { left, right })}
          </li>
        ))}
      </ul>
      <p>{t('compare.legend.page')}</p>
    </div>
  );
}
