import { useCallback, useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Page, t, unwrap, useUrlState, type ApiError } from '@cairn/ui';
import type { Bbox, MapFocus } from '@cairn/ui/map';
import { datasetsCrumb } from '../addresses.ts';
import { vault, type DatasetMetadata, type TechnicalMetadata, type Version } from '../client.ts';
import { DatasetDrop } from './dataset-drop.tsx';
import { DatasetTabs } from './dataset-tabs.tsx';
import { DatasetActions } from './header/dataset-actions.tsx';
import { DatasetBadges } from './header/dataset-badges.tsx';
import { DatasetNotes } from './header/dataset-notes.tsx';
import { retryUntilPrepared } from './retry-until-prepared.ts';
import { RasterMap } from './map/raster-map.tsx';
import { VectorMap } from './map/vector-map.tsx';
import { useLayout, useOpenTab } from './split/layout.ts';
import { SidePanels } from './side-panels.tsx';
import type { DatasetTabProps } from './types.ts';
import { TABLE_STATE, useAddress } from './use-address.ts';

interface DatasetViewProps {
  metadata: DatasetMetadata;
  versions: Version[];
}

type Shown = Pick<DatasetTabProps, 'version' | 'versions'>;

/** A dataset whose versions are known; what is looked at lives in the address. */
export function DatasetView({ metadata, versions: known }: DatasetViewProps) {
  const [versionText] = useUrlState('version');
  const change = useAddress();
  const [focus, setFocus] = useState<MapFocus | null>(null);
  const [held, setHeld] = useState<Shown | null>(null);
  const latest = known[0] as Version;
  const current = {
    version: known.find((each) => String(each.version) === versionText) ?? latest,
    versions: known,
  };
  const { version, versions } = held ?? current;
  const technical = useTechnical(version);
  const toHold = useRef(current);
  toHold.current = current;
  const onHoldVersion = useCallback((hold: boolean) => setHeld(hold ? toHold.current : null), []);
  const onShowVersion = useCallback(
    (next: number) => {
      setHeld(null);
      change({
        ...TABLE_STATE,
        layer: '',
        feature: '',
        color: '',
        version: next === latest.version ? '' : String(next),
      });
    },
    [change, latest.version],
  );
  const { open } = useOpenTab(version);
  const [layout, setLayout] = useLayout();
  const onLookAt = useCallback(
    (bounds: Bbox) => {
      setFocus({ bounds });
      if (layout === 'table') setLayout('split');
      document.querySelector('[data-cairn-map]')?.scrollIntoView({ block: 'nearest' });
    },
    [layout, setLayout],
  );
  const shown: DatasetTabProps = {
    metadata,
    version,
    versions,
    technical,
    onShowVersion,
    onHoldVersion,
    onLookAt,
  };
  return (
    <Page
      title={metadata.title}
      lead={metadata.description || t('dataset.noDescription')}
      mark={<DatasetBadges metadata={metadata} version={version} />}
      crumbs={[datasetsCrumb()]}
      action={<DatasetActions {...shown} />}
      width={open.wide ? 1400 : 'full'}
      fill={!open.wide}
    >
      <DatasetNotes {...shown} />
      <DatasetTabs
        key={`tabs-${version.id}`}
        {...shown}
        map={version.type === 'raster' ? <RasterMap {...shown} /> : <VectorMap {...shown} focus={focus} />}
      />
      <SidePanels {...shown} />
      <DatasetDrop metadata={metadata} />
    </Page>
  );
}

function useTechnical(version: Version): DatasetTabProps['technical'] {
  const query = { dataset: version.dataset, version: version.version };
  return useQuery<TechnicalMetadata, ApiError>({
    queryKey: ['technical', version.id],
    queryFn: ({ signal }) => unwrap(vault.GET('/metadata', { params: { query }, signal })),
    staleTime: Infinity,
    ...retryUntilPrepared,
  });
}
