import { Alert } from '@mantine/core';
import { formatNumber, t } from '@cairn/ui';
import type { OperationName, Preview } from './derivation.ts';
import { formatArea, formatLength } from './measures.ts';
import styles from './derive.module.css';

interface PreviewFactsProps {
  operation: OperationName;
  preview: Preview | undefined;
  counting: boolean;
  /** Why it cannot be tried out, unless the form says it at its place. */
  problem: string | null;
}

/** How many features the new version would have, and how large they are. */
export function PreviewFacts({ operation, preview, counting, problem }: PreviewFactsProps) {
  return (
    <div className={styles.facts} aria-busy={counting} data-preview>
      <h2>{t('derive.preview.title')}</h2>
      <div role="status" aria-live="polite">
        {problem ? (
          <Alert color="red" variant="light">
            {t('derive.preview.failed', { reason: problem })}
          </Alert>
        ) : preview ? (
          <Counts operation={operation} preview={preview} />
        ) : (
          <p className={styles.hint}>
            {t(counting ? 'derive.preview.counting' : `derive.preview.none.${operation}`)}
          </p>
        )}
      </div>
    </div>
  );
}

function Counts({ operation, preview }: { operation: OperationName; preview: Preview }) {
  const { feature_count: count, total, estimated } = preview;
  const amount = (text: string) => (estimated ? t('derive.preview.about', { amount: text }) : text);
  const isPart = operation === 'filter' || operation === 'clip';
  const key = isPart
    ? 'derive.preview.features'
    : operation === 'calculate'
      ? 'derive.preview.calculated'
      : 'derive.preview.dissolved';
  const measures = [
    preview.area_m2 === undefined
      ? null
      : `${t('derive.preview.area')} ${amount(formatArea(preview.area_m2))}`,
    preview.length_m === undefined
      ? null
      : `${t('derive.preview.length')} ${amount(formatLength(preview.length_m))}`,
  ].filter((each) => each !== null);
  return (
    <>
      <p className={styles.count}>
        {t(key, { count, number: formatNumber(count), total: formatNumber(total) })}
      </p>
      {measures.length > 0 ? <p>{measures.join(' · ')}</p> : null}
      {estimated && measures.length > 0 ? (
        <p className={styles.hint}>{t('derive.preview.estimated')}</p>
      ) : null}
      <p className={styles.hint}>{count === 0 ? t('derive.preview.nothing') : sampleSentence(preview)}</p>
    </>
  );
}

function sampleSentence({ sample, feature_count: total }: Preview): string {
  const marked = (sample as { features?: unknown[] }).features?.length ?? 0;
  if (marked >= total && total > 1) return t('derive.preview.sampleAll');
  return t('derive.preview.sample', { count: marked, number: formatNumber(marked) });
}
