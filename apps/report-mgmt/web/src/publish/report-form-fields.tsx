import { Select, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { Panel, t } from '@cairn/ui';
import { useDatasourceNames } from '../datasources/use-datasource-names.ts';
import { FORMATS } from '../formats.ts';
import { ThumbnailField } from './thumbnail-field.tsx';
import type { ReportFields } from './types.ts';
import styles from './publish.module.css';

interface Props {
  form: UseFormReturnType<ReportFields>;
  /** Whether the key is fixed. */
  isEdited: boolean;
  /** Address of the picture that the report has already. */
  currentThumbnail?: string | null;
  /** The title proposes a key, until one is typed. */
  onTitle?: (title: string) => void;
  onName?: () => void;
}

/** What the catalog shows of a report, and what it reads. */
export function ReportFormFields({ form, isEdited, currentThumbnail = null, onTitle, onName }: Props) {
  const names = useDatasourceNames().data ?? [];
  const { datasource } = form.values;
  // A datasource that is away for now stays what it is.
  const datasources = [...new Set([...names, ...(datasource ? [datasource] : [])])].toSorted();
  const title = form.getInputProps('title');
  const name = form.getInputProps('name');
  return (
    <Panel title={t('publish.about')}>
      <div style={{ display: 'grid', gap: 16 }}>
        <TextInput
          {...title}
          label={t('publish.titleField')}
          withAsterisk
          maxLength={200}
          onChange={(event) => {
            title.onChange(event);
            onTitle?.(event.currentTarget.value);
          }}
        />
        <TextInput
          {...name}
          name="name"
          label={t('publish.name')}
          description={t('publish.nameHint')}
          withAsterisk={!isEdited}
          readOnly={isEdited}
          spellCheck={false}
          autoCapitalize="off"
          onChange={(event) => {
            onName?.();
            form.setFieldValue('name', event.currentTarget.value.toLowerCase());
            form.validateField('name');
          }}
        />
        <Textarea
          {...form.getInputProps('description')}
          label={t('publish.description')}
          description={t('publish.descriptionHint')}
          autosize
          minRows={2}
        />
        <div className={styles.pair}>
          <Select
            {...form.getInputProps('datasource')}
            label={t('publish.datasource')}
            description={t('publish.datasourceHint')}
            placeholder={t('publish.datasourceNone')}
            data={datasources}
            searchable
            clearable
            onChange={(value) => form.setFieldValue('datasource', value ?? '')}
          />
          <Select
            {...form.getInputProps('format')}
            label={t('publish.format')}
            description={t('publish.formatHint')}
            data={FORMATS.map((format) => ({ value: format, label: format.toUpperCase() }))}
            allowDeselect={false}
          />
        </div>
        <ThumbnailField
          file={form.values.thumbnail}
          current={currentThumbnail}
          error={form.errors.thumbnail}
          onChange={(file) => form.setFieldValue('thumbnail', file)}
        />
      </div>
    </Panel>
  );
}
