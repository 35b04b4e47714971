import { t } from '@cairn/ui';
import type { Clause } from '../filter/filter.ts';
import { measureText, numberText } from '../state/format-value.ts';
import { chartTitle, measureName } from './summary.ts';
import type { ChartData } from './types.ts';
import styles from './chart.module.css';

interface ChartTableProps {
  data: ChartData;
  onPick?: ((clauses: Clause[]) => void) | undefined;
}

const MAX_POINTS_SHOWN = 200;

/** The numbers of a chart; each of its rows can be picked like a mark of the chart. */
export function ChartTable({ data, onPick }: ChartTableProps) {
  const { spec, items, points } = data;
  if (spec.type === 'scatter')
    return (
      <Frame title={chartTitle(spec)} heads={[spec.x, spec.y]}>
        {points.slice(0, MAX_POINTS_SHOWN).map(({ x, y }, at) => (
          <tr key={at}>
            <td className={styles.number}>{numberText(x)}</td>
            <td className={styles.number}>{numberText(y)}</td>
          </tr>
        ))}
      </Frame>
    );
  return (
    <Frame title={chartTitle(spec)} heads={[spec.x, measureName(spec)]}>
      {items.map(({ label, value, clauses }, at) => (
        <tr key={`${at} ${label}`}>
          <th scope="row">
            {clauses && onPick ? (
              <button
                type="button"
                className={styles.pick}
                title={t('chart.pick')}
                onClick={() => onPick(clauses)}
              >
                {label}
              </button>
            ) : (
              label
            )}
          </th>
          <td className={styles.number}>{value === null ? '–' : measureText(value)}</td>
        </tr>
      ))}
    </Frame>
  );
}

function Frame({
  title,
  heads,
  children,
}: {
  title: string;
  heads: [string, string];
  children: React.ReactNode;
}) {
  return (
    // It scrolls, so the keyboard must be able to reach it.
    <div className={styles.tableFrame} tabIndex={0} role="group" aria-label={title}>
      <table className={styles.table}>
        <caption className={styles.unseen}>{title}</caption>
        <thead>
          <tr>
            <th scope="col">{heads[0]}</th>
            <th scope="col" className={styles.number}>
              {heads[1]}
            </th>
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
