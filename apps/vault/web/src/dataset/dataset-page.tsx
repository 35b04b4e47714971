import { useParams } from 'react-router';
import { Skeleton } from '@mantine/core';
import { ApiError, ErrorState, isRefused, NotFound, Page, useApi } from '@cairn/ui';
import { datasetsCrumb } from '../addresses.ts';
import { datasetKey } from '../query-keys.ts';
import { vault, type Version } from '../client.ts';
import { DatasetGone } from './dataset-gone.tsx';
import { DatasetView } from './dataset-view.tsx';
import { useGone } from './use-gone.ts';
import styles from './dataset.module.css';

/** How often the versions are read again until the newest file was examined. */
const PROFILE_MS = 3_000;

/** One dataset: map, attributes, metadata and versions. */
export function DatasetPage() {
  const { name = '' } = useParams();
  return useGone(name) ? <DatasetGone name={name} /> : <LoadedDataset name={name} />;
}

function LoadedDataset({ name }: { name: string }) {
  const path = { params: { path: { name } } };
  const metadata = useApi([...datasetKey(name), 'metadata'], (signal) =>
    vault.GET('/datasets/{name}/metadata', { ...path, signal }),
  );
  const versions = useApi(
    [...datasetKey(name), 'versions'],
    (signal) => vault.GET('/datasets/{name}/versions', { ...path, signal }),
    { refetchInterval: (data) => isBeingProfiled(data?.versions[0]) && PROFILE_MS },
  );
  const error = metadata.error ?? versions.error;
  if (error instanceof ApiError && error.status === 404) return <NotFound />;
  const isLoaded = metadata.data !== undefined && versions.data !== undefined;
  // An open page stays while the server does not answer.
  if (error && (!isLoaded || isRefused(error))) {
    const retry = () => void Promise.all([metadata.refetch(), versions.refetch()]);
    return (
      <Page title={name} crumbs={[datasetsCrumb()]}>
        <ErrorState error={error} retry={retry} />
      </Page>
    );
  }
  if (!metadata.data || !versions.data) {
    return (
      <Page title={name} crumbs={[datasetsCrumb()]} width="full">
        <Skeleton className={styles.mapSkeleton} />
      </Page>
    );
  }
  if (versions.data.versions.length === 0) return <NotFound />;
  return <DatasetView key={name} metadata={metadata.data} versions={versions.data.versions} />;
}

/** A new file whose feature count is not known yet. */
function isBeingProfiled(version: Version | undefined): boolean {
  if (version?.type !== 'vector' || version.datasource_type !== 'file') return false;
  return version.feature_count === undefined && Date.now() - Date.parse(version.created_at) < 600_000;
}
