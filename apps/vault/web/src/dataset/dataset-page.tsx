import { useParams } from 'react-router';
import { Skeleton } from '@mantine/core';
import { ApiError, ErrorState, NotFound, Page, useApi } from '@cairn/ui';
import { vault } from '../client.ts';
import { vaultCrumb } from '../crumbs.ts';
import { DatasetView } from './dataset-view.tsx';
import styles from './dataset.module.css';

/** One dataset: its map, its attributes, what is known about it, its versions. */
export function DatasetPage() {
  const { name = '' } = useParams();
  const path = { params: { path: { name } } };
  const metadata = useApi(['dataset', name, 'metadata'], (signal) =>
    vault.GET('/datasets/{name}/metadata', { ...path, signal }),
  );
  const versions = useApi(['dataset', name, 'versions'], (signal) =>
    vault.GET('/datasets/{name}/versions', { ...path, signal }),
  );
  const error = metadata.error ?? versions.error;
  if (error instanceof ApiError && error.status === 404) return <NotFound />;
  if (error) {
    const retry = () => void Promise.all([metadata.refetch(), versions.refetch()]);
    return (
      <Page title={name} crumbs={[vaultCrumb()]}>
        <ErrorState error={error} retry={retry} />
      </Page>
    );
  }
  if (!metadata.data || !versions.data) {
    return (
      <Page title={name} crumbs={[vaultCrumb()]} width={1400}>
        <Skeleton className={styles.mapSkeleton} />
      </Page>
    );
  }
  if (versions.data.versions.length === 0) return <NotFound />;
  return <DatasetView key={name} metadata={metadata.data} versions={versions.data.versions} />;
}
