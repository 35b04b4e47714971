import { memo } from 'react';
import { Badge } from '@mantine/core';
import { FileSize, RelativeTime, ServiceLink, SharingBadge, t } from '@cairn/ui';
import { datasetHref } from '../addresses.ts';
import type { DatasetSummary } from '../client.ts';
import styles from './datasets.module.css';
import { amountOf, kindOf } from './kind.ts';
import { Thumbnail } from './thumbnail.tsx';

/** A dataset with its image. Memoised, so that selecting a card does not redraw the others. */
export const DatasetCard = memo(function DatasetCard({ row }: { row: DatasetSummary }) {
  const facts = [kindOf(row), amountOf(row)].filter(Boolean);
  return (
    <>
      <Thumbnail dataset={row} large />
      <div className={styles.cardBody}>
        <ServiceLink className={styles.cardTitle} href={datasetHref(row.name)}>
          {row.title}
        </ServiceLink>
        <span className={styles.cardFacts}>
          {facts.join(' · ')} ·{' '}
          {row.datasource_type === 'spatialdb' ? t('list.inDatabase') : <FileSize bytes={row.file_size} />}
        </span>
        {row.description ? <p className={styles.cardText}>{row.description}</p> : null}
        <div className={styles.cardFoot}>
          {row.sharing ? <SharingBadge state={row.sharing} size="xs" /> : null}
          {row.archived ? (
            <Badge size="xs" color="gray">
              {t('list.archived')}
            </Badge>
          ) : null}
          <RelativeTime value={row.updated_at} />
        </div>
      </div>
    </>
  );
});
