import { useEffect, useMemo, useRef } from 'react';
import { t, useApi } from '@cairn/ui';
import { boundsOf, type Bbox, type MapFocus } from '@cairn/ui/map';
import type { Feature } from 'geojson';
import { vault, type Version } from '../client.ts';
import { ComparisonChoice } from './comparison-choice.tsx';
import { differenceId, type Difference } from './difference-kinds.ts';
import { Differences } from './differences.tsx';
import { MapLegend } from './map-legend.tsx';
import { MapPair } from './map-pair.tsx';
import { useCompareState } from './use-compare-state.ts';
import { useDiff } from './use-diff.ts';
import styles from './compare.module.css';

/** The two maps, and below them what differs. */
export function CompareView({ versions }: { versions: Version[] }) {
  const state = useCompareState(versions);
  const { left, right } = state;
  const isVector = left.type === 'vector' && right.type === 'vector';
  const facts = { left: useTechnical(left), right: useTechnical(right) };
  const diff = useDiff({
    ...state,
    dataset: left.dataset,
    left: left.version,
    right: right.version,
    enabled: isVector,
  });
  const differences = useMemo(() => diff.data?.differences ?? [], [diff.data]);
  const selected = differences.find((difference) => differenceId(difference) === state.feature) ?? null;
  // A new place, and with it a move of the maps, only when another one is picked.
  const focus = useMemo<MapFocus | null>(() => {
    const bounds = selected && boundsOfDifference(selected);
    return bounds && { bounds };
  }, [selected]);
  const maps = useRef<HTMLDivElement>(null);
  // On a narrow window the list may have pushed the maps out of sight.
  useEffect(() => {
    if (focus) maps.current?.scrollIntoView({ block: 'nearest' });
  }, [focus]);
  return (
    <>
      <ComparisonChoice state={state} versions={versions} facts={facts} diff={diff.data} />
      <div className={isVector ? styles.work : undefined}>
        <div className={styles.maps} ref={maps}>
          <MapPair
            state={state}
            facts={facts}
            differences={differences}
            selected={selected ? differences.indexOf(selected) : -1}
            focus={focus}
          />
          {isVector ? (
            <MapLegend left={left.version} right={right.version} />
          ) : (
            <p className={styles.note}>{t('compare.rasters')}</p>
          )}
        </div>
        {isVector ? <Differences state={state} facts={facts} diff={diff} /> : null}
      </div>
    </>
  );
}

function useTechnical({ id, dataset, version }: Version) {
  return useApi(
    ['technical', id],
    (signal) => vault.GET('/metadata', { params: { query: { dataset, version } }, signal }),
    { staleTime: Infinity },
  );
}

/** Around both shapes, with a margin for what has no size. */
function boundsOfDifference({ geometry_before: before, geometry_after: after }: Difference): Bbox | null {
  const shapes = [before, after].filter((shape) => shape !== null && shape !== undefined);
  const features = shapes.map(
    (geometry) => ({ type: 'Feature', geometry, properties: null }) as unknown as Feature,
  );
  const box = boundsOf(features);
  if (!box) return null;
  const margin = box[0] === box[2] && box[1] === box[3] ? 0.05 : 0;
  return [box[0] - margin, box[1] - margin, box[2] + margin, box[3] + margin];
}
