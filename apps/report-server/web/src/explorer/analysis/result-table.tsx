import { useMemo, useState } from 'react';
import type { Feature } from 'geojson';
import { formatNumber, t } from '@cairn/ui';
import { numberText } from '../state/format-value.ts';
import { useAnalysisOnMap } from './analysis-context.tsx';
import styles from './analysis.module.css';

const MAX_ROWS = 100;

interface ResultTableProps {
  features: Feature[];
  /** The property by which the map is coloured: the greatest values are first. */
  measured: string | undefined;
}

interface Order {
  column: string;
  descending: boolean;
}

/** The properties of the results. A press on the number of a result picks it on the map. */
export function ResultTable({ features, measured }: ResultTableProps) {
  const { pickedId, pick } = useAnalysisOnMap();
  const [order, setOrder] = useState<Order | null>(
    measured === undefined ? null : { column: measured, descending: true },
  );
  const columns = useMemo(
    () => [
      ...new Set(features.slice(0, MAX_ROWS).flatMap(({ properties }) => Object.keys(properties ?? {}))),
    ],
    [features],
  );
  const rows = useMemo(() => sorted(features, order).slice(0, MAX_ROWS), [features, order]);
  if (features.length === 0 || columns.length === 0) return null;
  const title = t('analysis.result.table');
  return (
    <>
      {/* It scrolls, so the keyboard must be able to reach it. */}
      <div className={styles.tableFrame} tabIndex={0} role="group" aria-label={title}>
        <table className={styles.table} aria-label={title}>
          <thead>
            <tr>
              <th scope="col">{t('analysis.result.key')}</th>
              {columns.map((column) => (
                <th
                  key={column}
                  scope="col"
                  aria-sort={sortOf(column, order)}
                  className={isNumeric(features, column) ? styles.number : undefined}
                >
                  <button
                    type="button"
                    title={t('analysis.result.sortBy', { column })}
                    onClick={() => setOrder(nextOrder(column, order))}
                  >
                    {column}
                    {order?.column === column ? (order.descending ? ' ↓' : ' ↑') : ''}
                  </button>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ feature, number }) => {
              const name = formatNumber(number);
              const isPicked = pickedId === String(feature.id);
              return (
                <tr key={number} aria-selected={isPicked} data-picked={isPicked || undefined}>
                  <th scope="row">
                    <button
                      type="button"
                      aria-label={t('analysis.result.onMap', { name })}
                      onClick={() => pick(isPicked ? null : String(feature.id))}
                    >
                      {name}
                    </button>
                  </th>
                  {columns.map((column) => (
                    <Cell key={column} value={feature.properties?.[column]} />
                  ))}
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      {features.length > MAX_ROWS ? (
        <p className={styles.note}>
          {t('analysis.result.first', { count: MAX_ROWS, all: formatNumber(features.length) })}
        </p>
      ) : null}
    </>
  );
}

function isNumeric(features: Feature[], column: string): boolean {
  return features.slice(0, MAX_ROWS).some(({ properties }) => typeof properties?.[column] === 'number');
}

function Cell({ value }: { value: unknown }) {
  if (typeof value === 'number') return <td className={styles.number}>{measureText(value)}</td>;
  return <td>{value === null || value === undefined ? '–' : String(value)}</td>;
}

/** Three digits after the point; what would vanish by that in powers of ten. */
function measureText(value: number): string {
  const isTiny = value !== 0 && Math.abs(value) < 0.001;
  return isTiny ? value.toExponential(2).replace('e', 'E') : numberText(value, false, 3);
}

function sorted(features: Feature[], order: Order | null): { feature: Feature; number: number }[] {
  const numbered = features.map((feature, at) => ({ feature, number: at + 1 }));
  if (!order) return numbered;
  const sign = order.descending ? -1 : 1;
  const valueOf = (feature: Feature) => feature.properties?.[order.column] as unknown;
  return numbered.toSorted((a, b) => sign * compare(valueOf(a.feature), valueOf(b.feature)));
}

function compare(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return String(a ?? '').localeCompare(String(b ?? ''));
}

/** The greatest values first: they are what people look for. */
function nextOrder(column: string, order: Order | null): Order {
  return { column, descending: order?.column === column ? !order.descending : true };
}

function sortOf(column: string, order: Order | null): 'ascending' | 'descending' | 'none' {
  if (order?.column !== column) return 'none';
  return order.descending ? 'descending' : 'ascending';
}
