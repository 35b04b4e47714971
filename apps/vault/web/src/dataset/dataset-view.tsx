import { useCallback, type ReactNode } from 'react';
import { Alert, Badge, Button, Tabs } from '@mantine/core';
import { Page, t, useApi, useUrlState } from '@cairn/ui';
import { vault, type DatasetMetadata, type Version } from '../client.ts';
import { vaultCrumb } from '../crumbs.ts';
import { About } from './about.tsx';
import { AttributeTable } from './attribute-table.tsx';
import { DatasetActions } from './dataset-actions.tsx';
import { MetadataPanel } from './metadata-form.tsx';
import { RasterMap } from './raster-map.tsx';
import { TABLE_STATE, useAddress } from './use-address.ts';
import { useFeatures } from './use-features.ts';
import { VectorMap } from './vector-map.tsx';
import { Versions } from './versions.tsx';
import styles from './dataset.module.css';

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
  const showVersion = useCallback(
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
  const Body = version.type === 'raster' ? RasterBody : VectorBody;
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
          <Button size="compact-xs" variant="subtle" onClick={() => showVersion(latest.version)}>
            {t('dataset.toLatest')}
          </Button>
        </Alert>
      )}
      <Body
        key={version.id}
        metadata={metadata}
        version={version}
        versions={versions}
        onShowVersion={showVersion}
        onEdit={() => setPanel('edit')}
      />
      <MetadataPanel
        metadata={metadata}
        opened={panel === 'edit' && metadata.permissions?.edit === true}
        onClose={() => setPanel('')}
      />
    </Page>
  );
}

interface BodyProps extends DatasetViewProps {
  version: Version;
  onShowVersion: (version: number) => void;
  onEdit: () => void;
}

function useTechnical(version: Version) {
  const query = { dataset: version.dataset, version: version.version };
  return useApi(
    ['technical', version.id],
    (signal) => vault.GET('/metadata', { params: { query }, signal }),
    { staleTime: Infinity },
  );
}

function VectorBody(props: BodyProps) {
  const { metadata, version } = props;
  const [layer] = useUrlState('layer');
  const [selected, setSelected] = useUrlState('feature');
  const shown = useFeatures({ dataset: version.dataset, version: version.version, layer });
  return (
    <>
      <VectorMap title={metadata.title} shown={shown} selected={selected} onSelect={setSelected} />
      <DetailTabs {...props} first="attributes">
        {shown.features ? (
          <AttributeTable
            title={metadata.title}
            features={shown.features}
            selected={selected}
            onSelect={(id) => {
              setSelected(id);
              if (id) document.querySelector('[data-cairn-map]')?.scrollIntoView({ block: 'nearest' });
            }}
          />
        ) : null}
      </DetailTabs>
    </>
  );
}

function RasterBody(props: BodyProps) {
  const { metadata, version } = props;
  const technical = useTechnical(version);
  const subject = { dataset: version.dataset, version: version.version };
  return (
    <>
      <RasterMap title={metadata.title} subject={subject} technical={technical.data} />
      <DetailTabs {...props} first="about" />
    </>
  );
}

interface DetailTabsProps extends BodyProps {
  first: 'attributes' | 'about';
  children?: ReactNode;
}

function DetailTabs({
  metadata,
  version,
  versions,
  onShowVersion,
  onEdit,
  first,
  children,
}: DetailTabsProps) {
  const [tab] = useUrlState('tab', first);
  const change = useAddress();
  const technical = useTechnical(version);
  return (
    <Tabs
      value={tab}
      onChange={(next) => change({ ...TABLE_STATE, tab: next === first ? '' : (next ?? '') })}
      keepMounted={false}
    >
      <Tabs.List>
        {first === 'attributes' ? (
          <Tabs.Tab value="attributes">{t('dataset.tabs.attributes')}</Tabs.Tab>
        ) : null}
        <Tabs.Tab value="about">{t('dataset.tabs.about')}</Tabs.Tab>
        <Tabs.Tab value="versions">
          {t('dataset.tabs.versions')} <span className="numeric">{versions.length}</span>
        </Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="attributes" className={styles.panel}>
        {children}
      </Tabs.Panel>
      <Tabs.Panel value="about" className={styles.panel}>
        <About metadata={metadata} version={version} technical={technical} onEdit={onEdit} />
      </Tabs.Panel>
      <Tabs.Panel value="versions" className={styles.panel}>
        <Versions
          title={metadata.title}
          versions={versions}
          current={version.version}
          onShow={onShowVersion}
        />
      </Tabs.Panel>
    </Tabs>
  );
}
