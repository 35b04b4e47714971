import { Alert, Button, Select } from '@mantine/core';
import { useMemo, useState } from 'react';
import { portalPath, requestJson, t, useChange } from '@cairn/ui';
import type { PortalSchemas } from '@cairn/contracts/client';
import { useQuery } from '@tanstack/react-query';
import { dbadmin, type DatabaseDetail, type UploadedFile } from '../../client.ts';
import text from '../../layout/text.module.css';
import styles from './import.module.css';

interface DatasetPickerProps {
  database: DatabaseDetail;
  onStart: () => void;
  onFetched: (file: UploadedFile) => void;
}

/** Fetches one of the vector datasets in the catalog that the person may view. */
export function DatasetPicker({ database, onStart, onFetched }: DatasetPickerProps) {
  const [dataset, setDataset] = useState<string | null>(null);
  const catalog = useQuery({
    queryKey: ['catalog'],
    queryFn: ({ signal }) => requestJson<PortalSchemas['Catalog']>(`${portalPath()}/api/catalog`, { signal }),
    staleTime: 30_000,
  });
  const options = useMemo(
    () =>
      (catalog.data?.datasets ?? [])
        .filter(({ service, category }) => service === 'vault' && category === 'vector')
        .map(({ url, title }) => {
          const name = datasetName(url);
          return { value: name, label: title === name ? name : `${title} (${name})` };
        }),
    [catalog.data],
  );
  const fetching = useChange(
    (name: string) =>
      dbadmin.POST('/api/databases/{id}/import/dataset', {
        params: { path: { id: database.id } },
        body: { dataset: name },
      }),
    { quiet: true, onDone: onFetched },
  );
  const use = () => {
    if (dataset === null) return;
    onStart();
    fetching.mutate(dataset);
  };
  return (
    <div className={styles.dataset}>
      <Select
        label={t('import.dataset')}
        placeholder={t('import.chooseDataset')}
        nothingFoundMessage={t('import.noDataset')}
        searchable
        limit={60}
        data={options}
        value={dataset}
        onChange={setDataset}
      />
      <Button variant="default" disabled={dataset === null} loading={fetching.isPending} onClick={use}>
        {t('import.useDataset')}
      </Button>
      <p className={text.quiet}>{t('import.datasetHint')}</p>
      {fetching.error ? (
        <Alert color="red" role="alert" className={styles.bar}>
          {fetching.error.message}
        </Alert>
      ) : null}
    </div>
  );
}

/** The last part of the address of a dataset's page. The catalog's id is not its name. */
function datasetName(url: string): string {
  return decodeURIComponent(url.split('/').at(-1) ?? '');
}
