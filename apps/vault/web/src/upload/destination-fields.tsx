import { SegmentedControl, Select } from '@mantine/core';
import { useMemo, type ReactNode } from 'react';
import { t } from '@cairn/ui';
import type { DatasetSummary } from '../client.ts';
import { useDatasets } from '../datasets/use-datasets.ts';
import { useFolders } from '../folders/use-folders.ts';
import type { Destination } from './use-destination.ts';
import styles from './upload.module.css';

interface DestinationFieldsProps {
  destination: Destination;
  onChange: (change: Partial<Destination>) => void;
  /** What is wrong with the chosen dataset. */
  error?: string | undefined;
  /** What a new dataset needs besides its folder: its name. */
  children: ReactNode;
}

/** What the data become: datasets of their own, or the next version of one that exists. */
export function DestinationFields({ destination, onChange, error, children }: DestinationFieldsProps) {
  return (
    <div className={styles.fields}>
      <div className={styles.wide}>
        <SegmentedControl
          size="xs"
          aria-label={t('upload.to.label')}
          value={destination.isVersion ? 'version' : 'new'}
          onChange={(value) => onChange({ isVersion: value === 'version' })}
          data={[
            { value: 'new', label: t('upload.to.new') },
            { value: 'version', label: t('upload.to.version') },
          ]}
        />
      </div>
      {destination.isVersion ? (
        <DatasetChoice
          name={destination.dataset}
          onChange={(dataset) => onChange({ dataset })}
          error={error}
        />
      ) : (
        <>
          {children}
          <FolderChoice id={destination.folder} onChange={(folder) => onChange({ folder })} />
        </>
      )}
    </div>
  );
}

interface DatasetChoiceProps {
  name: string;
  onChange: (name: string) => void;
  error: string | undefined;
}

/** The datasets that the person may change; thousands of them are narrowed down by typing. */
function DatasetChoice({ name, onChange, error }: DatasetChoiceProps) {
  const { data } = useDatasets('active');
  const options = useMemo(() => optionsOf(data ?? [], name), [data, name]);
  return (
    <Select
      className={styles.wide}
      label={t('upload.to.dataset')}
      description={t('upload.to.datasetHint')}
      placeholder={t('upload.to.choose')}
      required
      searchable
      allowDeselect={false}
      limit={60}
      data={options}
      value={name === '' ? null : name}
      onChange={(next) => onChange(next ?? '')}
      nothingFoundMessage={t('upload.to.noDataset')}
      error={error}
    />
  );
}

function optionsOf(datasets: DatasetSummary[], chosen: string): { value: string; label: string }[] {
  const options = datasets
    .filter(({ permissions }) => permissions.edit)
    .map(({ name, title }) => ({ value: name, label: title === name ? name : `${title} (${name})` }));
  const isThere = chosen === '' || options.some(({ value }) => value === chosen);
  return isThere ? options : [{ value: chosen, label: chosen }, ...options];
}

export function FolderChoice({ id, onChange }: { id: number | null; onChange: (id: number | null) => void }) {
  const { data: folders = [] } = useFolders();
  return (
    <Select
      label={t('upload.to.folder')}
      description={t('upload.to.folderHint')}
      searchable={folders.length > 8}
      allowDeselect={false}
      data={[
        { value: '', label: t('folders.location.unfiled') },
        ...folders.map((folder) => ({ value: String(folder.id), label: folder.name })),
      ]}
      value={id === null ? '' : String(id)}
      onChange={(next) => onChange(next ? Number(next) : null)}
    />
  );
}
