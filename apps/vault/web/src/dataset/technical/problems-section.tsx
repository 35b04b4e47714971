import { Badge } from '@mantine/core';
import { formatNumber, t } from '@cairn/ui';
import type { TechnicalMetadata, Version } from '../../client.ts';
import { useAddress } from '../use-address.ts';
import styles from '../dataset.module.css';

interface ProblemsSectionProps {
  technical: TechnicalMetadata;
  version: Version;
}

/** Geometries that need repair, with the cure of each and the way to the feature. */
export function ProblemsSection({ technical, version }: ProblemsSectionProps) {
  const change = useAddress();
  const { problems = [], problem_count: count = problems.length } = technical;
  if (count === 0) return null;
  const first = version.type === 'vector' ? technical.layers?.[0]?.name : undefined;
  const show = (layer: string, feature: string | number) => {
    change({ layer: layer === first ? '' : layer, feature: String(feature) });
    document.querySelector('[data-cairn-map]')?.scrollIntoView({ block: 'nearest' });
  };
  return (
    <section className={styles.section}>
      <h2>
        {t('about.problems')} <Badge color="yellow">{formatNumber(count)}</Badge>
      </h2>
      {count > problems.length ? (
        <p className={styles.note}>{t('about.firstProblems', { count: problems.length })}</p>
      ) : null}
      <ul className={styles.problems}>
        {problems.map(({ layer, feature, problem, cure }) => (
          <li key={`${layer} ${feature} ${problem}`}>
            {feature === undefined ? (
              <strong>{layer}</strong>
            ) : (
              <button type="button" className={styles.select} onClick={() => show(layer, feature)}>
                {t('about.problemAt', { layer, feature })}
              </button>
            )}
            <p>{problem}</p>
            <p className={styles.cure}>{cure}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
