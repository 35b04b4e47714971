import { lazy, Suspense, useCallback } from 'react';
import { Alert, Badge, Button } from '@mantine/core';
import { Page, t, useApi, useUrlState } from '@cairn/ui';
import { vault, type DatasetMetadata, type Version } from '../client.ts';
import { vaultCrumb } from '../crumbs.ts';
import { DatasetTabs } from './dataset-tabs.tsx';
import { DatasetActions } from './header/dataset-actions.tsx';
import { RasterMap } from './map/raster-map.tsx';
import { VectorMap } from './map/vector-map.tsx';
import type { DatasetTabProps } from './tab.ts';
import { TABLE_STATE, useAddress } from './use-address.ts';

const MetadataPanel = lazy(async () => ({
  default: (await import('./about/metadata-form.tsx')).MetadataPanel,
}));

interface DatasetViewProps {
  metadata: DatasetMetadata;
  versions: Version[];
}

/** A dataset whose versions are known; what is looked at lives in the address. */
export function DatasetView({ metadata, versions }: DatasetViewProps) {
  const [versionText] = useUrlState('version');
  const change = useAddress();
  const [panel, setPanel] = useUrlState('panel');
  const latest = versions[0] as Version;
  const version = versions.find((each) => String(each.version) === versionText) ?? latest;
  const technical = useTechnical(version);
  const onShowVersion = useCallback(
    (next: number) =>
      change({
        ...TABLE_STATE,
        layer: '',
        feature: '',
        color: '',
        version: next === latest.version ? '' : String(next),
      }),
    [change, latest.version],
  );
  const shown: DatasetTabProps = { metadata, version, versions, technical, onShowVersion };
  const Map = version.type === 'raster' ? RasterMap : VectorMap;
  return (
    <Page
      title={metadata.title}
      lead={metadata.description || t('dataset.noDescription')}
      mark={<Badge color="gray">{t('dataset.version', { version: version.version })}</Badge>}
      crumbs={[vaultCrumb()]}
      action={<DatasetActions metadata={metadata} version={version} />}
      width={1400}
    >
      {version.version === latest.version ? null : (
        <Alert color="yellow" variant="light" mb="md">
          {t('dataset.notLatest', { version: version.version, latest: latest.version })}{' '}
          <Button size="compact-xs" variant="subtle" onClick={() => onShowVersion(latest.version)}>
            {t('dataset.toLatest')}
          </Button>
        </Alert>
      )}
      <Map key={`map-${version.id}`} {...shown} />
      <DatasetTabs key={`tabs-${version.id}`} {...shown} />
      {panel === 'edit' && metadata.permissions?.edit ? (
        <Suspense>
          <MetadataPanel metadata={metadata} opened onClose={() => setPanel('')} />
        </Suspense>
      ) : null}
    </Page>
  );
}

function useTechnical(version: Version): DatasetTabProps['technical'] {
  const query = { dataset: version.dataset, version: version.version };
  return useApi(
    ['technical', version.id],
    (signal) => vault.GET('/metadata', { params: { query }, signal }),
    { staleTime: Infinity },
  );
}
