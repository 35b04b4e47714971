import { Select, Stack, UnstyledButton } from '@mantine/core';
import { t } from '@cairn/ui';
import { isCode, kindOf } from '../state/column-kind.ts';
import { useExplorer } from '../state/explorer-context.tsx';
import { moveFocus } from '../state/move-focus.ts';
import { CHART_ICONS } from './chart-icons.ts';
import { AGGREGATES, CHART_TYPES, TIME_UNITS, type ChartSpec, type ChartType } from './spec.ts';
import { readerZone, suggestChart, typesFor } from './suggest.ts';
import styles from './chart.module.css';

/** The kind of chart, what it groups by and what it measures. */
export function ChartForm({ spec }: { spec: ChartSpec }) {
  const { source, setChart } = useExplorer();
  const { columns } = source.metadata;
  const drawable = columns.filter((column) => typesFor(kindOf(column)).length > 0);
  const numbers = columns.filter((column) => kindOf(column) === 'number');
  const measured = spec.fn === 'count_distinct' ? drawable : numbers;
  const column = columns.find(({ name }) => name === spec.x);
  const types = column ? typesFor(kindOf(column)) : [];
  const firstNumber = numbers.find(({ name }) => name !== spec.x && !isCode(name)) ?? numbers[0];
  const isGrouped = spec.type !== 'histogram' && spec.type !== 'scatter';
  const change = (next: Partial<ChartSpec>) =>
    setChart(complete({ ...spec, ...next }, firstNumber?.name ?? ''));
  return (
    <Stack gap="sm">
      <div role="radiogroup" aria-label={t('chart.type')} className={styles.types}>
        {CHART_TYPES.map((type) => (
          <TypeButton
            key={type}
            type={type}
            isChosen={type === spec.type}
            isPossible={types.includes(type)}
            onChoose={() => change({ type })}
          />
        ))}
      </div>
      <Select
        label={t(`chart.axis.${spec.type === 'scatter' ? 'x' : isGrouped ? 'groupBy' : 'column'}`)}
        data={drawable.map(({ name }) => name)}
        value={spec.x}
        allowDeselect={false}
        searchable={drawable.length > 10}
        comboboxProps={{ withinPortal: false }}
        onChange={(name) => {
          const next = columns.find((each) => each.name === name);
          const suggested = next && suggestChart(next);
          if (!next || !suggested) return;
          const keeps = typesFor(kindOf(next)).includes(spec.type);
          change(keeps ? { x: next.name } : { ...suggested, fn: spec.fn, y: spec.y });
        }}
      />
      {spec.type === 'time' ? (
        <Select
          label={t('chart.unit')}
          description={t('chart.zone', { zone: spec.zone })}
          data={['', ...TIME_UNITS].map((value) => ({ value, label: t(`chart.units.${value || 'auto'}`) }))}
          value={spec.unit}
          allowDeselect={false}
          comboboxProps={{ withinPortal: false }}
          onChange={(unit) => change({ unit: (unit ?? '') as ChartSpec['unit'] })}
        />
      ) : null}
      {isGrouped ? (
        <Select
          label={t('chart.measure')}
          data={AGGREGATES.filter((fn) => spec.type !== 'pie' || fn === 'count' || fn === 'sum').map(
            (value) => ({
              value,
              label: t(`chart.fns.${value}`),
            }),
          )}
          value={spec.fn}
          allowDeselect={false}
          comboboxProps={{ withinPortal: false }}
          onChange={(fn) => change({ fn: (fn ?? 'count') as ChartSpec['fn'], y: spec.y })}
        />
      ) : null}
      {spec.type === 'scatter' || (isGrouped && spec.fn !== 'count') ? (
        <Select
          label={t(spec.type === 'scatter' ? 'chart.axis.y' : 'chart.measured')}
          data={measured.map(({ name }) => name)}
          value={spec.y || null}
          allowDeselect={false}
          searchable={measured.length > 10}
          comboboxProps={{ withinPortal: false }}
          onChange={(y) => change({ y: y ?? '' })}
        />
      ) : null}
    </Stack>
  );
}

const TYPES = { around: '[role="radiogroup"]', members: '[role="radio"]:not([aria-disabled="true"])' };

interface TypeButtonProps {
  type: ChartType;
  isChosen: boolean;
  /** The chosen column can be drawn so. */
  isPossible: boolean;
  onChoose: () => void;
}

function TypeButton({ type, isChosen, isPossible, onChoose }: TypeButtonProps) {
  const Icon = CHART_ICONS[type];
  return (
    <UnstyledButton
      role="radio"
      aria-checked={isChosen}
      aria-disabled={!isPossible}
      tabIndex={isChosen ? 0 : -1}
      data-autofocus={isChosen || undefined}
      className={styles.type}
      title={isPossible ? undefined : t('chart.notForColumn')}
      onClick={isPossible ? onChoose : undefined}
      // Arrow keys choose, as in any group of radio buttons.
      onKeyDown={(event) => moveFocus(event, TYPES)?.click()}
    >
      <Icon size={20} stroke={1.6} aria-hidden />
      {t(`chart.types.${type}`)}
    </UnstyledButton>
  );
}

/** A choice that needs another one gets it: a measure its column, a time series its zone. */
function complete(spec: ChartSpec, number: string): ChartSpec {
  const isPie = spec.type === 'pie' && spec.fn !== 'count' && spec.fn !== 'sum';
  const fn = isPie ? 'count' : spec.fn;
  const needsY = spec.type === 'scatter' || fn !== 'count';
  return {
    ...spec,
    fn,
    y: needsY ? spec.y || number : '',
    zone: spec.type === 'time' ? spec.zone || readerZone() : '',
  };
}
