import { Stack, TextInput } from '@mantine/core';
import { FormActions, t } from '@cairn/ui';
import { PROJECT_ID, vault } from '../client.ts';
import type { SpatialDbForm } from '../upload/use-spatialdb.ts';
import { ImportOptions } from './import-options.tsx';
import { isWebAddress, nameFromAddress } from './source-name.ts';
import { targetFields } from './target.ts';
import { useImportForm } from './use-import-form.ts';

const EMPTY = { url: '', dataset_name: '', version_label: '' };
export type UrlValues = typeof EMPTY;

interface UrlFormProps {
  database: SpatialDbForm;
  again: UrlValues | null;
}

/** The server fetches a file from the web. */
export function UrlForm({ database, again }: UrlFormProps) {
  const { form, bind, saving, problem, guard, target } = useImportForm<UrlValues>({
    way: 'url',
    initial: EMPTY,
    secrets: [],
    validate: { url: (url) => (isWebAddress(url) ? null : t('import.url.wrong')) },
    database,
    again,
    send: ({ url, dataset_name: name, version_label: label }, { destination }) =>
      vault.POST('/import-url', {
        headers: { prefer: 'respond-async' },
        body: {
          project_id: PROJECT_ID,
          url: url.trim(),
          ...targetFields(destination, name),
          ...(label.trim() ? { version_label: label.trim() } : {}),
          ...database.fields(),
        },
      }),
  });
  const setAddress = (url: string) => {
    const follows = form.values.dataset_name === nameFromAddress(form.values.url);
    form.setFieldValue('url', url);
    if (follows) form.setFieldValue('dataset_name', nameFromAddress(url));
  };
  return (
    <form {...bind}>
      <Stack gap="md">
        <TextInput
          label={t('import.url.address')}
          description={t('import.url.hint')}
          placeholder="https://"
          type="url"
          required
          maxLength={4_000}
          autoComplete="off"
          {...form.getInputProps('url')}
          onChange={(event) => setAddress(event.currentTarget.value)}
        />
        <ImportOptions form={form} target={target} database={database} />
        <FormActions save={t('import.start')} saving={saving} problem={problem} />
      </Stack>
      {guard}
    </form>
  );
}
