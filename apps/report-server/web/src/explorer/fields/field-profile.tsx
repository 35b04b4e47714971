import { Skeleton } from '@mantine/core';
import { formatNumber, t } from '@cairn/ui';
import type { ChartSpec } from '../chart/spec.ts';
import type { ChartItem } from '../chart/types.ts';
import { useChart } from '../chart/use-chart.ts';
import { useExplorer } from '../state/explorer-context.tsx';
import { shortNumber } from '../state/format-value.ts';
import styles from './fields.module.css';

const TOP_VALUES = 3;

interface FieldProfileProps {
  /** The chart of the field, whose numbers are drawn tiny here. */
  spec: ChartSpec;
  isVisible: boolean;
}

/** What a field holds: its most frequent values, or a tiny histogram. */
export function FieldProfile({ spec, isVisible }: FieldProfileProps) {
  const { data, error } = useChart(spec, isVisible);
  if (error) return null;
  if (!data) return <Skeleton className={styles.waiting} aria-hidden />;
  if (data.items.length === 0) return <p className={styles.none}>{t('fields.noValues')}</p>;
  return spec.type === 'bar' || spec.type === 'pie' ? (
    <TopValues items={data.items} isCut={data.isCut} />
  ) : (
    <TinyBars items={data.items} />
  );
}

/** The most frequent values, each a filter. */
function TopValues({ items, isCut }: { items: ChartItem[]; isCut: boolean }) {
  const { narrow } = useExplorer();
  const shown = items.slice(0, TOP_VALUES);
  const most = Math.max(...shown.map(({ value }) => value ?? 0), 1);
  const further = items.length - shown.length;
  return (
    <ul className={styles.values}>
      {shown.map(({ label, value, clauses }) => (
        <li key={label}>
          <button
            type="button"
            className={styles.value}
            disabled={!clauses}
            title={t('fields.only', { value: label, number: formatNumber(value ?? 0) })}
            onClick={() => clauses && narrow(...clauses)}
          >
            <span className={styles.share} style={{ width: `${((value ?? 0) / most) * 100}%` }} aria-hidden />
            <span className={styles.label}>{label}</span>
            <span className={styles.count}>{shortNumber(value ?? 0)}</span>
          </button>
        </li>
      ))}
      {further > 0 ? (
        <li className={styles.further}>
          {t(isCut ? 'fields.manyMore' : 'fields.more', { count: further, number: formatNumber(further) })}
        </li>
      ) : null}
    </ul>
  );
}

const WIDTH = 240;
const HEIGHT = 26;

/** How the values are spread, from the least to the greatest. */
function TinyBars({ items }: { items: ChartItem[] }) {
  const ranges = items.filter(({ clauses }) => clauses?.[0] && clauses[0].op !== 'is_null');
  const most = Math.max(...ranges.map(({ value }) => value ?? 0), 1);
  const step = WIDTH / Math.max(ranges.length, 1);
  const first = ranges[0]?.label.split(' – ')[0];
  const last = ranges.at(-1)?.label.split(' – ').at(-1);
  return (
    <div className={styles.spread}>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden>
        {ranges.map(({ label, value }, at) => {
          const height = value ? Math.max(1, (value / most) * HEIGHT) : 0;
          return (
            <rect
              key={label}
              x={at * step}
              y={HEIGHT - height}
              width={Math.max(step - 1, 0.5)}
              height={height}
            />
          );
        })}
      </svg>
      <span className={styles.ends}>
        <span>{first}</span>
        <span>{last === first ? '' : last}</span>
      </span>
    </div>
  );
}
