import { Anchor, NativeSelect, Tabs } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import {
  IconBucket,
  IconDatabase,
  IconDatabaseImport,
  IconDeviceLaptop,
  IconServer2,
  IconStack2,
  IconWorldDownload,
} from '@tabler/icons-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { Link } from 'react-router';
import { EmptyState, LoadingRows, Page, t, useRights, useServices, useUrlState } from '@cairn/ui';
import { datasetsCrumb } from '../addresses.ts';
import { useDatasets } from '../datasets/use-datasets.ts';
import type { RememberedImport } from '../import/remembered-imports.ts';
import type { S3Values } from '../import/s3-form.tsx';
import type { UrlValues } from '../import/url-form.tsx';
import { FilesTab } from './files-tab.tsx';
import { useDestination } from './use-destination.ts';
import { useSpatialDb } from './use-spatialdb.ts';
import styles from './upload.module.css';

const UrlForm = lazy(() => import('../import/url-form.tsx').then((module) => ({ default: module.UrlForm })));
const S3Form = lazy(() => import('../import/s3-form.tsx').then((module) => ({ default: module.S3Form })));
const FeatureServiceForm = lazy(() =>
  import('../import/feature-service-form.tsx').then((module) => ({ default: module.FeatureServiceForm })),
);
const TableForm = lazy(() =>
  import('../databases/table-form.tsx').then((module) => ({ default: module.TableForm })),
);
const QuickImportForm = lazy(() =>
  import('../quick-import/quick-import-form.tsx').then((module) => ({ default: module.QuickImportForm })),
);
const MapLayerForm = lazy(() =>
  import('../import/map-layer-form.tsx').then((module) => ({ default: module.MapLayerForm })),
);
const Imports = lazy(() => import('../import/imports.tsx').then((module) => ({ default: module.Imports })));

const WAYS = [
  { way: 'files', icon: IconDeviceLaptop },
  { way: 'url', icon: IconWorldDownload },
  { way: 's3', icon: IconBucket },
  { way: 'featuresvc', icon: IconStack2 },
  { way: 'table', icon: IconDatabase },
  { way: 'quick', icon: IconDatabaseImport },
  { way: 'mapserver', icon: IconServer2 },
] as const;

/** Adds data to the vault: files from this computer, the web or an object store, or a table that stays in its database. */
export function UploadPage() {
  const services = useServices();
  const mayUpload = useRights('vault').edit;
  const [{ dataset }] = useDestination();
  const [way] = useUrlState('from', 'files');
  const { data: datasets } = useDatasets('active', dataset !== '');
  const title = datasets?.find(({ name }) => name === dataset)?.title ?? dataset;
  return (
    <Page
      title={dataset === '' ? t('upload.title') : t('upload.titleVersion', { title })}
      lead={t(way === 'quick' ? 'quick.lead' : dataset === '' ? 'upload.lead' : 'upload.leadVersion')}
      crumbs={[datasetsCrumb()]}
      width={920}
    >
      {mayUpload ? (
        <Ways />
      ) : services.isPending ? (
        <LoadingRows />
      ) : (
        <EmptyState boxed title={t('upload.closedTitle')} text={t('upload.closedText')} />
      )}
    </Page>
  );
}

/** Each loads when it is first opened and stays from then on, so that changing between them loses nothing. */
function Ways() {
  const mayConnect = useRights('vault').admin;
  const [way, setWay] = useUrlState('from', 'files');
  // One line of tabs does not fit beside the navigation.
  const narrow = useMediaQuery('(max-width: 75em)', false, { getInitialValueInEffect: false });
  const panel = narrow ? { role: undefined, 'aria-labelledby': undefined } : {};
  const database = useSpatialDb();
  const opened = useRef(new Set<string>());
  opened.current.add(way);
  const [again, setAgain] = useState<RememberedImport | null>(null);
  const tryAgain = (request: RememberedImport) => {
    setAgain(request);
    setWay(request.way);
    document.getElementById('content')?.scrollIntoView();
  };
  const valuesFor = (which: string) => (again?.way === which ? again.values : null);
  return (
    <Tabs value={way} onChange={(next) => setWay(next ?? '')}>
      {narrow ? (
        <NativeSelect
          className={styles.ways}
          label={t('upload.ways.label')}
          data={WAYS.map(({ way: value }) => ({ value, label: t(`upload.ways.${value}`) }))}
          value={way}
          onChange={(event) => setWay(event.currentTarget.value)}
        />
      ) : (
        <Tabs.List className={styles.ways} aria-label={t('upload.ways.label')}>
          {WAYS.map(({ way: each, icon: Symbol }) => (
            <Tabs.Tab key={each} value={each} leftSection={<Symbol size={16} stroke={1.7} aria-hidden />}>
              {t(`upload.ways.${each}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
      )}
      <Tabs.Panel value="files" {...panel}>
        <FilesTab database={database} isOpen={way === 'files'} />
      </Tabs.Panel>
      <Tabs.Panel value="url" {...panel}>
        <p className={styles.lead}>{t('import.url.lead')}</p>
        <Suspense fallback={<LoadingRows rows={4} />}>
          {opened.current.has('url') ? (
            <UrlForm database={database} again={valuesFor('url') as UrlValues | null} />
          ) : null}
        </Suspense>
      </Tabs.Panel>
      <Tabs.Panel value="s3" {...panel}>
        <p className={styles.lead}>{t('import.s3.lead')}</p>
        <Suspense fallback={<LoadingRows rows={6} />}>
          {opened.current.has('s3') ? (
            <S3Form database={database} again={valuesFor('s3') as S3Values | null} />
          ) : null}
        </Suspense>
      </Tabs.Panel>
      <Tabs.Panel value="featuresvc" {...panel}>
        <p className={styles.lead}>{t('import.featuresvc.lead')}</p>
        <Suspense fallback={<LoadingRows rows={4} />}>
          {opened.current.has('featuresvc') ? <FeatureServiceForm /> : null}
        </Suspense>
      </Tabs.Panel>
      <Tabs.Panel value="table" {...panel}>
        <p className={styles.lead}>
          {t('databases.lead')}{' '}
          {mayConnect ? (
            <Anchor component={Link} to="/connections" underline="always" inherit>
              {t('databases.connections')}
            </Anchor>
          ) : null}
        </p>
        <Suspense fallback={<LoadingRows rows={4} />}>
          {opened.current.has('table') ? <TableForm /> : null}
        </Suspense>
      </Tabs.Panel>
      <Tabs.Panel value="quick" {...panel}>
        <Suspense fallback={<LoadingRows rows={6} />}>
          {opened.current.has('quick') ? <QuickImportForm /> : null}
        </Suspense>
      </Tabs.Panel>
      <Tabs.Panel value="mapserver" {...panel}>
        <p className={styles.lead}>{t('import.mapserver.lead')}</p>
        <Suspense fallback={<LoadingRows rows={4} />}>
          {opened.current.has('mapserver') ? <MapLayerForm /> : null}
        </Suspense>
      </Tabs.Panel>
      <Suspense>{way === 'files' || way === 'table' ? null : <Imports onAgain={tryAgain} />}</Suspense>
    </Tabs>
  );
}
