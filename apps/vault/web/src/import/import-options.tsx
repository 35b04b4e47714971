import { TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { t } from '@cairn/ui';
import { DestinationFields } from '../upload/destination-fields.tsx';
import { SpatialDbSection } from '../upload/spatialdb-section.tsx';
import styles from '../upload/upload.module.css';
import type { SpatialDbForm } from '../upload/use-spatialdb.ts';
import type { ImportTarget } from './use-import-target.ts';

/** What both kinds of imports ask for besides their source. */
export interface TargetValues extends Record<string, unknown> {
  dataset_name: string;
  version_label: string;
}

interface ImportOptionsProps<Values extends TargetValues> {
  form: UseFormReturnType<Values>;
  target: ImportTarget;
  database: SpatialDbForm;
}

/** Where the data go: a dataset of their own or the next version of one, and PostGIS if wanted. */
export function ImportOptions<Values extends TargetValues>({
  form,
  target,
  database,
}: ImportOptionsProps<Values>) {
  return (
    <>
      <DestinationFields
        destination={target.destination}
        onChange={target.setDestination}
        error={target.datasetError}
      >
        <TextInput
          label={t('upload.to.name')}
          required
          autoComplete="off"
          spellCheck={false}
          {...form.getInputProps('dataset_name')}
        />
      </DestinationFields>
      <div className={styles.fields}>
        <TextInput
          label={t('upload.comment')}
          description={t('upload.commentHint')}
          maxLength={300}
          autoComplete="off"
          {...form.getInputProps('version_label')}
        />
      </div>
      <SpatialDbSection database={database} />
    </>
  );
}
