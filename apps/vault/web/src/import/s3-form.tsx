import { Checkbox, PasswordInput, Radio, Stack, TextInput } from '@mantine/core';
import { FormActions, t } from '@cairn/ui';
import { PROJECT_ID, vault, type S3Import } from '../client.ts';
import styles from '../upload/upload.module.css';
import type { SpatialDbForm } from '../upload/use-spatialdb.ts';
import { ImportOptions } from './import-options.tsx';
import { isWebAddress, nameFromAddress, s3Address } from './source-name.ts';
import { targetFields } from './target.ts';
import { useImportForm } from './use-import-form.ts';

const EMPTY = {
  mode: 'import',
  endpoint: '',
  region: '',
  path_style: true,
  bucket: '',
  key: '',
  access_key: '',
  secret_key: '',
  dataset_name: '',
  version_label: '',
};
export type S3Values = typeof EMPTY;

interface S3FormProps {
  database: SpatialDbForm;
  again: S3Values | null;
}

/** An object of an S3 store: copied into the vault, or read from its store. */
export function S3Form({ database, again }: S3FormProps) {
  const { form, bind, saving, problem, guard, target } = useImportForm<S3Values>({
    way: 's3',
    initial: EMPTY,
    secrets: ['access_key', 'secret_key'],
    validate: {
      bucket: (bucket) => (bucket.trim() === '' ? t('import.s3.bucketMissing') : null),
      key: (key) => (key.trim() === '' ? t('import.s3.keyMissing') : null),
      endpoint: (endpoint) =>
        endpoint.trim() === '' || isWebAddress(endpoint) ? null : t('import.s3.endpointWrong'),
      secret_key: (secret, { access_key: access }) =>
        (secret === '') === (access.trim() === '') ? null : t('import.s3.bothKeys'),
    },
    database,
    again,
    send: (values, { destination }) =>
      vault.POST('/import-s3', {
        headers: { prefer: 'respond-async' },
        body: {
          project_id: PROJECT_ID,
          mode: values.mode === 'remote' ? 'remote' : 'import',
          ...sourceFields(values),
          ...targetFields(destination, values.dataset_name),
          ...database.fields(),
        },
      }),
  });
  /** A whole `s3://` address in either field fills both; the name follows the key until the user types one. */
  const setObject = (part: { bucket?: string; key?: string }) => {
    const { key: former, dataset_name: name } = form.values;
    const next = { bucket: form.values.bucket, key: former, ...part };
    const { bucket, key } = s3Address(part.bucket ?? part.key ?? '') ?? next;
    form.setFieldValue('bucket', bucket);
    form.setFieldValue('key', key);
    if (name === nameFromAddress(former)) form.setFieldValue('dataset_name', nameFromAddress(key));
  };
  const text = (name: 'endpoint' | 'region' | 'bucket' | 'key' | 'access_key') => ({
    label: t(`import.s3.${name}`),
    autoComplete: 'off',
    spellCheck: false,
    ...form.getInputProps(name),
  });
  return (
    <form {...bind}>
      <Stack gap="md">
        <Radio.Group label={t('import.s3.mode')} {...form.getInputProps('mode')}>
          <Stack gap="xs" mt="xs">
            <Radio
              value="import"
              label={t('import.s3.modes.import')}
              description={t('import.s3.modes.importText')}
            />
            <Radio
              value="remote"
              label={t('import.s3.modes.remote')}
              description={t('import.s3.modes.remoteText')}
            />
          </Stack>
        </Radio.Group>
        <div className={styles.fields}>
          <TextInput
            {...text('bucket')}
            required
            maxLength={255}
            onChange={(event) => setObject({ bucket: event.currentTarget.value })}
          />
          <TextInput
            {...text('key')}
            description={t('import.s3.keyHint')}
            required
            maxLength={1024}
            onChange={(event) => setObject({ key: event.currentTarget.value })}
          />
          <TextInput {...text('endpoint')} description={t('import.s3.endpointHint')} placeholder="https://" />
          <TextInput {...text('region')} placeholder="us-east-1" maxLength={100} />
          <TextInput {...text('access_key')} description={t('import.s3.accessHint')} maxLength={500} />
          <PasswordInput
            label={t('import.s3.secret_key')}
            description={t('import.s3.secretHint')}
            autoComplete="new-password"
            maxLength={500}
            {...form.getInputProps('secret_key')}
          />
          {form.values.endpoint.trim() === '' ? null : (
            <Checkbox
              className={styles.wide}
              label={t('import.s3.path_style')}
              description={t('import.s3.pathHint')}
              {...form.getInputProps('path_style', { type: 'checkbox' })}
            />
          )}
        </div>
        <ImportOptions form={form} target={target} database={database} />
        <FormActions
          save={t(form.values.mode === 'remote' ? 'import.register' : 'import.start')}
          saving={saving}
          problem={problem}
        />
      </Stack>
      {guard}
    </form>
  );
}

type S3Source = Pick<
  S3Import,
  'endpoint' | 'region' | 'access_key' | 'secret_key' | 'path_style' | 'version_label'
>;

/** The object as the vault spells it; what is empty stays away. */
function sourceFields(values: S3Values): Pick<S3Import, 'bucket' | 'key'> & Partial<S3Source> {
  const { bucket, key, path_style, endpoint, region, access_key, secret_key, version_label } = values;
  const texts = { endpoint, region, access_key, secret_key, version_label };
  const given = Object.entries(texts)
    .map(([name, value]) => [name, value.trim()])
    .filter(([, value]) => value !== '');
  return {
    bucket: bucket.trim(),
    key: key.trim(),
    ...(endpoint.trim() === '' ? {} : { path_style }),
    ...(Object.fromEntries(given) as Partial<S3Source>),
  };
}
