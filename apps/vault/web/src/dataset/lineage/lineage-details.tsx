import { Button, Group } from '@mantine/core';
import { Link } from 'react-router';
import { Facts, RelativeTime, formatNumber, t } from '@cairn/ui';
import { compareRoute, datasetRoute } from '../../addresses.ts';
import type { DatasetTabProps } from '../types.ts';
import type { Lineage, LineageNode } from './layout.ts';
import { describeVersion, parameterFacts } from './describe-version.ts';
import styles from './lineage.module.css';

interface LineageDetailsProps extends Pick<DatasetTabProps, 'version' | 'onShowVersion'> {
  lineage: Lineage;
  node: LineageNode;
}

/** How a version was created, and links to it. */
export function LineageDetails({ lineage, node, version, onShowVersion }: LineageDetailsProps) {
  const { dataset, version: number, created_by: by, feature_count: count } = node;
  const isHere = dataset === version.dataset;
  const edge = lineage.edges.find(({ to, role }) => to === node.version_id && role === 'parent');
  const parent = lineage.nodes.find((each) => each.version_id === edge?.from && each.dataset === dataset);
  return (
    <section className={styles.details}>
      <h2>{t('lineage.details.title', { version: number, dataset })}</h2>
      <Facts
        entries={[
          [t('lineage.details.what'), describeVersion(node, lineage)],
          [t('lineage.details.label'), node.label],
          ...parameterFacts(node),
          [t('lineage.details.features'), count === undefined ? null : formatNumber(count)],
          [t('lineage.details.by'), by],
          [t('lineage.details.when'), <RelativeTime key="when" value={node.created_at} />],
        ]}
      />
      <Group gap={8} mt="sm">
        {isHere && node.version_id !== version.id ? (
          <Button size="compact-sm" variant="default" onClick={() => onShowVersion(number)}>
            {t('lineage.details.show')}
          </Button>
        ) : null}
        {isHere ? null : (
          <Button
            size="compact-sm"
            variant="default"
            component={Link}
            to={`${datasetRoute(dataset)}?version=${number}`}
          >
            {t('lineage.details.open', { dataset })}
          </Button>
        )}
        {parent ? (
          <Button
            size="compact-sm"
            variant="default"
            component={Link}
            to={compareRoute(dataset, parent.version, number)}
          >
            {t('lineage.details.compare', { version: parent.version })}
          </Button>
        ) : null}
      </Group>
    </section>
  );
}
