import { ActionIcon, SegmentedControl, Select, Tooltip } from '@mantine/core';
import { IconArrowsLeftRight } from '@tabler/icons-react';
import { t } from '@cairn/ui';
import type { Version } from '../client.ts';
import { describeOperation } from '../dataset/versions/describe-operation.ts';
import { numberOf } from '../dataset/versions/version-columns.tsx';
import type { Diff } from './difference-kinds.ts';
import { rowKeyOf, type PairFacts } from './compared-layers.ts';
import { LIST_STATE, type CompareState } from './use-compare-state.ts';
import styles from './compare.module.css';

interface ComparisonChoiceProps {
  state: CompareState;
  versions: Version[];
  facts: PairFacts;
  diff: Diff | undefined;
}

/** Chooses versions, layer, key and map layout. */
export function ComparisonChoice({ state, versions, facts, diff }: ComparisonChoiceProps) {
  const { left, right, change } = state;
  const options = versions.map((version) => ({
    value: String(version.version),
    label: t('compare.versionOption', {
      version: version.version,
      words: describeOperation({ ...version, from: numberOf(versions, version.parent_id) }),
    }),
  }));
  const choose = (side: 'left' | 'right') => (value: string | null) =>
    change({ ...LIST_STATE, key: '', [side]: value ?? '' });
  const layers = diff?.layers ?? [];
  return (
    <div className={styles.choices}>
      <Select
        className={styles.version}
        label={t('compare.left')}
        data={options}
        value={String(left.version)}
        allowDeselect={false}
        searchable={options.length > 10}
        onChange={choose('left')}
      />
      <Tooltip label={t('compare.swap')}>
        <ActionIcon
          variant="default"
          size={34}
          aria-label={t('compare.swap')}
          onClick={() => change({ ...LIST_STATE, left: String(right.version), right: String(left.version) })}
        >
          <IconArrowsLeftRight size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <Select
        className={styles.version}
        label={t('compare.right')}
        data={options}
        value={String(right.version)}
        allowDeselect={false}
        searchable={options.length > 10}
        onChange={choose('right')}
      />
      {layers.length > 1 ? (
        <Select
          className={styles.layer}
          label={t('compare.layer')}
          data={layers}
          value={diff?.layer ?? null}
          allowDeselect={false}
          onChange={(value) => change({ ...LIST_STATE, key: '', layer: value ?? '' })}
        />
      ) : null}
      {diff ? <KeyChoice state={state} facts={facts} diff={diff} /> : null}
      <SegmentedControl
        className={styles.layout}
        aria-label={t('compare.layout')}
        data={(['swipe', 'side'] as const).map((value) => ({ value, label: t(`compare.layouts.${value}`) }))}
        value={state.layout}
        onChange={(value) => change({ layout: value })}
      />
    </div>
  );
}

function KeyChoice({ state, facts, diff }: { state: CompareState; facts: PairFacts; diff: Diff }) {
  const rowKey = rowKeyOf(facts, state.layer);
  const fields = new Set([...(diff.keys ?? []), ...(diff.row_key ? [] : [diff.key])]);
  const own = diff.row_key || rowKey !== '' ? [{ value: rowKey, label: t('compare.rowKey') }] : [];
  if (own.length + fields.size < 2) return null;
  return (
    <Select
      className={styles.key}
      label={t('compare.key')}
      data={[...own, ...[...fields].map((name) => ({ value: name, label: name }))]}
      value={diff.row_key ? rowKey : diff.key}
      allowDeselect={false}
      onChange={(value) => state.change({ ...LIST_STATE, key: value ?? '' })}
    />
  );
}
