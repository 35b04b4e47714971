import { useEffect, useState } from 'react';
import { Button } from '@mantine/core';
import { IconShare, IconTrash } from '@tabler/icons-react';
import { EmptyState, Facts, LoadingRows, RelativeTime, ShareDialog, SidePanel, t, tui } from '@cairn/ui';
import type { RegisteredDatasource } from '../client.ts';
import { AdoptForm } from './adopt-form.tsx';
import { addressOf } from './columns.tsx';
import { PoliciesSection } from './policies/policies-section.tsx';
import { DatasourceForm } from './datasource-form.tsx';
import { DeleteDatasource } from './delete-datasource.tsx';
import { TestResult } from './test-result.tsx';
import { useDatasourceTest, useRegisteredDatasources } from './use-datasources.ts';
import styles from './datasources.module.css';

interface DatasourcePanelProps {
  /** `new`, `adopt`, or the key of a datasource; empty when the panel is closed. */
  panel: string;
  onPanel: (panel: string) => void;
}

/** A datasource beside the list: what it is, its test, its form. */
export function DatasourcePanel({ panel, onPanel }: DatasourcePanelProps) {
  const { datasources } = useRegisteredDatasources();
  const [addedKey, setAddedKey] = useState<string | null>(null);
  const datasource = datasources?.find(({ key }) => key === panel);
  const close = () => onPanel('');
  const open = (key: string) => {
    setAddedKey(key);
    onPanel(key);
  };
  const title =
    panel === 'new' || panel === 'adopt'
      ? t(panel === 'new' ? 'datasources.add' : 'datasources.adopt')
      : (datasource?.title ?? t('datasources.title'));
  return (
    <SidePanel opened={panel !== ''} title={title} size={520} onClose={close}>
      {panel === 'new' ? (
        <DatasourceForm onSaved={open} onCancel={close} />
      ) : panel === 'adopt' ? (
        <AdoptForm onAdopted={open} onCancel={close} />
      ) : datasource ? (
        <Details
          key={datasource.key}
          datasource={datasource}
          isNew={addedKey === datasource.key}
          onClose={close}
        />
      ) : panel === '' ? null : datasources ? (
        <EmptyState title={t('datasources.notFound')} text={t('datasources.notFoundText')} />
      ) : (
        <LoadingRows />
      )}
    </SidePanel>
  );
}

interface DetailsProps {
  datasource: RegisteredDatasource;
  /** It has just been added, so its connection is tested at once. */
  isNew: boolean;
  onClose: () => void;
}

function Details({ datasource, isNew, onClose }: DetailsProps) {
  const [isDeleting, setDeleting] = useState(false);
  const [isSharing, setSharing] = useState(false);
  const test = useDatasourceTest(datasource.key);
  const { mutate: runTest } = test;
  useEffect(() => {
    if (isNew) runTest();
  }, [isNew, runTest]);
  return (
    <>
      <Facts
        entries={[
          [t('datasources.key'), datasource.key],
          [t('datasources.address'), addressOf(datasource)],
          [t('datasources.postgis'), datasource.postgis ?? t('datasources.noPostgis')],
          [t('datasources.origin'), t(`datasources.origins.${datasource.origin}`)],
          [t('datasources.updated'), <RelativeTime key="updated" value={datasource.updated_at} />],
        ]}
      />
      <section className={styles.block}>
        <h3>{t('datasources.accessTitle')}</h3>
        <p>{t('datasources.accessText')}</p>
        <div>
          <Button
            variant="default"
            leftSection={<IconShare size={16} aria-hidden />}
            onClick={() => setSharing(true)}
          >
            {tui('sharing.action')}
          </Button>
        </div>
      </section>
      <section className={styles.block}>
        <h3>{t('datasources.testTitle')}</h3>
        <p>{t('datasources.testText')}</p>
        <div>
          <Button variant="default" loading={test.isPending} onClick={() => runTest()}>
            {t('datasources.test')}
          </Button>
        </div>
        {test.data ? <TestResult result={test.data} /> : null}
      </section>
      <section className={styles.block}>
        <h3>{t('datasources.change')}</h3>
        <DatasourceForm datasource={datasource} onSaved={() => runTest()} />
      </section>
      <PoliciesSection datasource={datasource.key} />
      <section className={styles.block}>
        <h3>{t('datasources.deleteTitle')}</h3>
        <p>{t('datasources.deleteText')}</p>
        <div>
          <Button
            color="red"
            variant="light"
            leftSection={<IconTrash size={16} aria-hidden />}
            onClick={() => setDeleting(true)}
          >
            {t('datasources.delete')}
          </Button>
        </div>
      </section>
      <ShareDialog
        resource={{ type: 'datasource', key: datasource.key }}
        name={datasource.title}
        opened={isSharing}
        onClose={() => setSharing(false)}
        onSaved={() => undefined}
      />
      <DeleteDatasource
        datasource={isDeleting ? datasource : null}
        onClose={() => setDeleting(false)}
        onDeleted={onClose}
      />
    </>
  );
}
