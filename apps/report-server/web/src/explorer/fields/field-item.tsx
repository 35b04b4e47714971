import { useMemo } from 'react';
import { useInViewport } from '@mantine/hooks';
import {
  IconAbc,
  IconCalendar,
  IconClock,
  IconMapPin,
  IconNumber123,
  IconQuestionMark,
  IconToggleLeft,
} from '@tabler/icons-react';
import { t } from '@cairn/ui';
import type { TableColumn } from '../../client.ts';
import { suggestChart } from '../chart/suggest.ts';
import { useChartSpec } from '../chart/use-chart.ts';
import { kindOf } from '../state/column-kind.ts';
import { useExplorer } from '../state/explorer-context.tsx';
import { FieldProfile } from './field-profile.tsx';
import styles from './fields.module.css';

const ICONS = {
  number: IconNumber123,
  text: IconAbc,
  boolean: IconToggleLeft,
  date: IconCalendar,
  datetime: IconCalendar,
  time: IconClock,
  geometry: IconMapPin,
  other: IconQuestionMark,
} as const;

interface FieldItemProps {
  column: TableColumn;
  onChosen: (() => void) | undefined;
}

/** One column: its name makes a chart of it. */
export function FieldItem({ column, onChosen }: FieldItemProps) {
  const { setChart } = useExplorer();
  const spec = useChartSpec();
  const { ref, inViewport } = useInViewport<HTMLLIElement>();
  const kind = kindOf(column);
  const Icon = ICONS[kind];
  const suggested = useMemo(() => suggestChart(column), [column]);
  const name = (
    <>
      <Icon size={16} stroke={1.6} aria-hidden />
      <span className={styles.name}>{column.name}</span>
    </>
  );
  return (
    <li ref={ref} className={styles.item}>
      {suggested ? (
        <button
          type="button"
          className={styles.head}
          aria-pressed={spec?.x === column.name}
          title={[t('fields.chart', { column: column.name, type: column.type }), column.comment]
            .filter(Boolean)
            .join('. ')}
          onClick={() => {
            setChart(suggested);
            onChosen?.();
          }}
        >
          {name}
        </button>
      ) : (
        <span className={styles.head} title={column.type}>
          {name}
        </span>
      )}
      {suggested ? <FieldProfile spec={suggested} isVisible={inViewport} /> : null}
    </li>
  );
}
