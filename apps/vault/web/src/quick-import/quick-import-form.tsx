import { FileInput, PasswordInput, Progress, SegmentedControl, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { basePath, focusFirstError, FormActions, jobsKey, t, uploadFile, useSaveForm } from '@cairn/ui';
import { vault, type QuickImport } from '../client.ts';
import { isWebAddress } from '../import/source-name.ts';
import { ACCEPTED } from '../upload/file-check.ts';
import { SpatialDbFields } from '../upload/spatialdb-section.tsx';
import { useSpatialDb } from '../upload/use-spatialdb.ts';
import styles from '../upload/upload.module.css';
import { EMPTY, sourceFields, sourceProblems, SOURCES, type Values } from './source.ts';
import { TableChoice } from './table-choice.tsx';

const PREFER = { prefer: 'respond-async' };

/** Loads a file or tables into a database and creates no dataset. */
export function QuickImportForm() {
  const database = useSpatialDb({ enabled: true });
  const [sent, setSent] = useState<number | null>(null);
  const { form, bind, saving, problem, guard } = useSaveForm<Values, { id: string }>({
    initial: EMPTY,
    leaving: 'page',
    validate: (values) => sourceProblems(values, isWebAddress),
    save: (values) => send(values, database.quickFields(), setSent),
    refresh: [jobsKey],
    done: t('quick.started'),
    onSaved() {
      const next = { ...EMPTY, source: form.getValues().source };
      form.setValues(next);
      form.resetDirty(next);
      database.change({ newName: '' });
    },
  });
  const { source } = form.values;
  const onSubmit: typeof bind.onSubmit = (event) => {
    if (database.isReady()) return bind.onSubmit(event);
    event.preventDefault();
    form.validate();
    focusFirstError(bind.ref.current);
  };
  const text = (name: 'bucket' | 'key' | 'endpoint' | 'accessKey') => ({
    autoComplete: 'off',
    spellCheck: false,
    ...form.getInputProps(name),
  });
  return (
    <form {...bind} onSubmit={onSubmit}>
      <Stack gap="md">
        <SegmentedControl
          aria-label={t('quick.source')}
          data={SOURCES.map((value) => ({ value, label: t(`quick.sources.${value}`) }))}
          {...form.getInputProps('source')}
        />
        {source === 'upload' ? (
          <FileInput
            label={t('quick.file')}
            description={t('quick.fileHint')}
            placeholder={t('quick.chooseFile')}
            accept={ACCEPTED.join(',')}
            clearable
            required
            {...form.getInputProps('file')}
          />
        ) : null}
        {source === 'url' ? (
          <TextInput
            label={t('import.url.address')}
            description={t('quick.urlHint')}
            placeholder="https://"
            type="url"
            required
            maxLength={4_000}
            autoComplete="off"
            {...form.getInputProps('url')}
          />
        ) : null}
        {source === 's3' ? (
          <div className={styles.fields}>
            <TextInput label={t('import.s3.bucket')} required {...text('bucket')} />
            <TextInput label={t('import.s3.key')} required {...text('key')} />
            <TextInput
              label={t('import.s3.endpoint')}
              description={t('import.s3.endpointHint')}
              className={styles.wide}
              {...text('endpoint')}
            />
            <TextInput
              label={t('import.s3.access_key')}
              description={t('import.s3.accessHint')}
              {...text('accessKey')}
            />
            <PasswordInput
              label={t('import.s3.secret_key')}
              description={t('import.s3.secretHint')}
              autoComplete="new-password"
              {...form.getInputProps('secretKey')}
            />
          </div>
        ) : null}
        {source === 'spatialdb' ? <TableChoice form={form} /> : null}
        <h2 className={styles.heading}>{t('quick.into')}</h2>
        <SpatialDbFields database={database} />
        {saving && sent !== null ? <Progress value={sent} aria-label={t('quick.sending')} /> : null}
        <FormActions save={t('quick.start')} saving={saving} problem={problem} />
      </Stack>
      {guard}
    </form>
  );
}

/** Starts the job; a file reports how much of it has been sent. */
async function send(
  values: Values,
  target: Record<string, string>,
  onSent: (percent: number | null) => void,
): Promise<{ data?: { id: string }; error?: unknown; response: Response }> {
  if (values.source !== 'upload' || !values.file) {
    const body = { ...sourceFields(values), ...target } as QuickImport;
    const { data, ...rest } = await vault.POST('/api/quick-import', { headers: PREFER, body });
    return { ...(data ? { data: data as { id: string } } : {}), ...rest };
  }
  onSent(0);
  try {
    const data = await uploadFile<{ id: string }>({
      url: `${basePath()}/api/quick-import`,
      file: values.file,
      fields: { source_type: 'upload', ...target },
      headers: PREFER,
      onProgress: ({ sentBytes, totalBytes }) => onSent((100 * sentBytes) / Math.max(1, totalBytes)),
    });
    return { data, response: new Response() };
  } finally {
    onSent(null);
  }
}
