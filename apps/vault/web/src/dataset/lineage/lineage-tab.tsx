import { SegmentedControl } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconGitBranch } from '@tabler/icons-react';
import { EmptyState, ErrorState, LoadingRows, t, useApi, useUrlState } from '@cairn/ui';
import { vault } from '../../client.ts';
import { datasetKey } from '../../query-keys.ts';
import type { DatasetTabProps } from '../types.ts';
import { LineageDetails } from './lineage-details.tsx';
import { LineageGraph } from './lineage-graph.tsx';
import { LineageList } from './lineage-list.tsx';
import styles from './lineage.module.css';

/** The lineage of the shown version, as a graph or a list. */
export function LineageTab(props: DatasetTabProps) {
  const { version } = props;
  const narrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  const usual = narrow ? 'list' : 'graph';
  const [view, setView] = useUrlState('lineage', usual);
  const [nodeId, choose] = useUrlState('node');
  const lineage = useApi([...datasetKey(version.dataset), 'lineage', version.id], (signal) =>
    vault.GET('/versions/{id}/lineage', { params: { path: { id: String(version.id) } }, signal }),
  );
  if (lineage.error) return <ErrorState error={lineage.error} retry={() => void lineage.refetch()} />;
  if (!lineage.data) return <LoadingRows rows={4} />;
  const { nodes } = lineage.data;
  const id = Number(nodeId || version.id);
  const chosen = nodes.find((node) => node.version_id === id) ?? nodes[0];
  const parts = {
    lineage: lineage.data,
    shown: version.id,
    chosen: id,
    onChoose: (next: number) => choose(String(next)),
  };
  return (
    <section aria-label={t('lineage.label', { version: version.version })}>
      {nodes.length > 1 ? (
        <>
          <div className={styles.head}>
            <p>{t('lineage.intro')}</p>
            <SegmentedControl
              size="xs"
              aria-label={t('lineage.view')}
              data={(['graph', 'list'] as const).map((value) => ({
                value,
                label: t(`lineage.views.${value}`),
              }))}
              value={view === 'list' ? 'list' : 'graph'}
              onChange={setView}
            />
          </div>
          {view === 'list' ? <LineageList {...parts} /> : <LineageGraph {...parts} />}
        </>
      ) : (
        <EmptyState
          boxed
          icon={<IconGitBranch size={22} stroke={1.6} />}
          title={t('lineage.alone')}
          text={t('lineage.aloneText')}
        />
      )}
      {chosen ? <LineageDetails {...props} lineage={lineage.data} node={chosen} /> : null}
    </section>
  );
}
