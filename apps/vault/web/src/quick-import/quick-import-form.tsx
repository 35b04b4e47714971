import { NativeSelect, Progress, SegmentedControl, Stack } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';
import { basePath, focusFirstError, FormActions, jobsKey, t, uploadFile, useSaveForm } from '@cairn/ui';
import { vault, type QuickImport } from '../client.ts';
import { isWebAddress } from '../import/source-name.ts';
import { SpatialDbFields } from '../upload/spatialdb-section.tsx';
import { useSpatialDb } from '../upload/use-spatialdb.ts';
import styles from '../upload/upload.module.css';
import { SourceFields } from './source-fields.tsx';
import { EMPTY, sourceFields, sourceProblems, SOURCES, type Values } from './source.ts';

const PREFER = { prefer: 'respond-async' };

/** Loads a file, layers or tables into a database and creates no dataset. */
export function QuickImportForm() {
  const database = useSpatialDb({ enabled: true });
  const [sent, setSent] = useState<number | null>(null);
  const { form, bind, saving, problem, guard } = useSaveForm<Values, { id: string }>({
    initial: EMPTY,
    leaving: 'page',
    validate: (values) => sourceProblems(values, isWebAddress),
    save: (values) =>
      send(values, database.quickFields({ newTablesOnly: values.source === 'featuresvc' }), setSent),
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
  const narrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  const sources = SOURCES.map((value) => ({ value, label: t(`quick.sources.${value}`) }));
  const onSubmit: typeof bind.onSubmit = (event) => {
    if (database.isReady()) return bind.onSubmit(event);
    event.preventDefault();
    form.validate();
    focusFirstError(bind.ref.current);
  };
  return (
    <form {...bind} onSubmit={onSubmit}>
      <Stack gap="md">
        {narrow ? (
          <NativeSelect label={t('quick.source')} data={sources} {...form.getInputProps('source')} />
        ) : (
          <SegmentedControl aria-label={t('quick.source')} data={sources} {...form.getInputProps('source')} />
        )}
        <SourceFields form={form} />
        <h2 className={styles.heading}>{t('quick.into')}</h2>
        <SpatialDbFields database={database} newTablesOnly={source === 'featuresvc'} />
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
