import type { UseQueryResult } from '@tanstack/react-query';
import { SegmentedControl, Select } from '@mantine/core';
import { ErrorState, formatNumber, LoadingRows, Pager, t, type ApiError } from '@cairn/ui';
import { displayValue } from '@cairn/ui/map';
import { KINDS, differenceId, type Diff, type Difference } from './difference-kinds.ts';
import { DifferenceItem } from './difference-item.tsx';
import { commonFields, type PairFacts } from './compared-layers.ts';
import { Summary } from './summary.tsx';
import { LIST_STATE, type CompareState } from './use-compare-state.ts';
import { PAGE_SIZE } from './use-diff.ts';
import styles from './compare.module.css';

interface DifferencesProps {
  state: CompareState;
  facts: PairFacts;
  diff: UseQueryResult<Diff, ApiError>;
}

/** How many features differ, and which, page by page. */
export function Differences({ state, facts, diff }: DifferencesProps) {
  if (diff.error) {
    return (
      <div>
        <ErrorState error={diff.error} title={t('compare.failed')} retry={() => void diff.refetch()} />
        {diff.error.status === 409 ? (
          <OtherKey state={state} fields={commonFields(facts, state.layer)} />
        ) : null}
      </div>
    );
  }
  if (!diff.data) {
    return (
      <div role="status" aria-label={t('compare.loading')} className={styles.differences}>
        <LoadingRows rows={5} />
      </div>
    );
  }
  return (
    <section className={styles.differences} aria-busy={diff.isPlaceholderData}>
      <h2>{t('compare.differences')}</h2>
      <Summary diff={diff.data} />
      <List state={state} diff={diff.data} />
    </section>
  );
}

function List({ state, diff }: { state: CompareState; diff: Diff }) {
  const { kind, page, feature, change } = state;
  const counts = { all: diff.added + diff.removed + diff.changed, ...diff };
  if (counts.all === 0) return null;
  const total = counts[kind || 'all'];
  const toggle = (id: string) => change({ feature: id === feature ? '' : id });
  return (
    <>
      <SegmentedControl
        className={styles.kinds}
        aria-label={t('compare.filter')}
        data={(['all', ...KINDS] as const).map((value) => ({
          value: value === 'all' ? '' : value,
          label: `${t(`compare.kinds.${value}`)} ${formatNumber(counts[value])}`,
        }))}
        value={kind}
        onChange={(value) => change({ ...LIST_STATE, kind: value })}
      />
      {total === 0 ? <p className={styles.note}>{t('compare.none')}</p> : null}
      <ul className={styles.list}>
        {diff.differences.map((difference) => {
          const id = differenceId(difference);
          return (
            <DifferenceItem
              key={id}
              difference={difference}
              called={keyOf(difference, diff)}
              selected={id === feature}
              onSelect={() => toggle(id)}
            />
          );
        })}
      </ul>
      {total > PAGE_SIZE ? (
        <div className={styles.pager}>
          <span role="status">
            {t('compare.position', {
              from: formatNumber(diff.offset + 1),
              to: formatNumber(diff.offset + diff.differences.length),
              total: formatNumber(total),
            })}
          </span>
          <Pager
            page={page}
            pages={Math.ceil(total / PAGE_SIZE)}
            onChange={(next) => change({ page: next === 1 ? '' : String(next), feature: '' })}
          />
        </div>
      ) : null}
    </>
  );
}

/** A feature by its key: rows by their number, else by the field. */
function keyOf({ key }: Difference, diff: Diff): string {
  return diff.row_key ? `#${key}` : `${diff.key} ${displayValue(key)}`;
}

/** Offers another field when the key is not unique. */
function OtherKey({ state, fields }: { state: CompareState; fields: string[] }) {
  return (
    <Select
      className={styles.otherKey}
      label={t('compare.chooseKey')}
      data={fields}
      value={fields.includes(state.key) ? state.key : null}
      searchable={fields.length > 10}
      onChange={(value) => state.change({ ...LIST_STATE, key: value ?? '' })}
    />
  );
}
