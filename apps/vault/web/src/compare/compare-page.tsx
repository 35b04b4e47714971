import { Button } from '@mantine/core';
import { IconArrowsLeftRight } from '@tabler/icons-react';
import { Link, useParams } from 'react-router';
import { ApiError, EmptyState, ErrorState, LoadingRows, NotFound, Page, t, useApi } from '@cairn/ui';
import { datasetHref, datasetRoute, datasetsCrumb } from '../addresses.ts';
import { datasetKey } from '../query-keys.ts';
import { vault, type Version } from '../client.ts';
import { CompareView } from './compare-view.tsx';

/** Two versions of a dataset side by side. */
export function ComparePage() {
  const { name = '' } = useParams();
  const path = { params: { path: { name } } };
  const metadata = useApi([...datasetKey(name), 'metadata'], (signal) =>
    vault.GET('/datasets/{name}/metadata', { ...path, signal }),
  );
  const versions = useApi([...datasetKey(name), 'versions'], (signal) =>
    vault.GET('/datasets/{name}/versions', { ...path, signal }),
  );
  const error = metadata.error ?? versions.error;
  if (error instanceof ApiError && error.status === 404) return <NotFound />;
  const retry = () => void Promise.all([metadata.refetch(), versions.refetch()]);
  const title = metadata.data?.title ?? name;
  return (
    <Page
      title={t('compare.title', { title })}
      lead={t('compare.lead')}
      crumbs={[datasetsCrumb(), { label: title, href: `${datasetHref(name)}?tab=versions` }]}
      action={
        <Button component={Link} to={`${datasetRoute(name)}?tab=versions`} variant="default">
          {t('compare.back')}
        </Button>
      }
      width={1600}
    >
      {error ? <ErrorState error={error} retry={retry} /> : null}
      {!error && !(metadata.data && versions.data) ? <LoadingRows /> : null}
      {metadata.data && versions.data ? <Content name={name} versions={versions.data.versions} /> : null}
    </Page>
  );
}

function Content({ name, versions }: { name: string; versions: Version[] }) {
  if (versions.length > 1) return <CompareView versions={versions} />;
  return (
    <EmptyState
      boxed
      icon={<IconArrowsLeftRight size={22} stroke={1.6} />}
      title={t('compare.one')}
      action={
        <Button component={Link} to={`/upload?dataset=${encodeURIComponent(name)}`}>
          {t('compare.oneAction')}
        </Button>
      }
    />
  );
}
