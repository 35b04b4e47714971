import { FileInput, PasswordInput, Stack, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { t } from '@cairn/ui';
import { FeatureServiceSource, loadableLayers } from '../import/feature-service-source.tsx';
import { LayerChoice } from '../import/layer-choice.tsx';
import { MapLayerChoice, WithMapServers } from '../import/map-layer-choice.tsx';
import { ACCEPTED } from '../upload/file-check.ts';
import styles from '../upload/upload.module.css';
import type { Values } from './source.ts';
import { TableChoice } from './table-choice.tsx';

interface SourceFieldsProps {
  form: UseFormReturnType<Values>;
}

/** What is loaded, by the kind of source. */
export function SourceFields({ form }: SourceFieldsProps) {
  switch (form.values.source) {
    case 'upload':
      return (
        <FileInput
          label={t('quick.file')}
          description={t('quick.fileHint')}
          placeholder={t('quick.chooseFile')}
          accept={ACCEPTED.join(',')}
          clearable
          required
          {...form.getInputProps('file')}
        />
      );
    case 'url':
      return (
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
      );
    case 's3':
      return <ObjectFields form={form} />;
    case 'featuresvc':
      return <ServiceFields form={form} />;
    case 'mapserver':
      return (
        <WithMapServers>
          {(servers) => (
            <div className={styles.fields}>
              <MapLayerChoice servers={servers} form={form} />
            </div>
          )}
        </WithMapServers>
      );
    default:
      return <TableChoice form={form} />;
  }
}

function ObjectFields({ form }: SourceFieldsProps) {
  const text = (name: 'bucket' | 'key' | 'endpoint' | 'accessKey') => ({
    autoComplete: 'off',
    spellCheck: false,
    ...form.getInputProps(name),
  });
  return (
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
  );
}

function ServiceFields({ form }: SourceFieldsProps) {
  const { service, layers } = form.values;
  return (
    <Stack gap="md">
      <FeatureServiceSource
        listed={service}
        onListed={(listed) => {
          form.setValues({ service: listed, layers: listed ? loadableLayers(listed) : [] });
        }}
        error={form.errors.service as string | undefined}
      />
      {service ? (
        <>
          <LayerChoice
            layers={service.service.layers}
            chosen={layers}
            onChange={(chosen) => form.setFieldValue('layers', chosen)}
            error={form.errors.layers as string | undefined}
          />
          <TextInput
            label={t('import.featuresvc.prefix')}
            description={t('quick.prefixHint')}
            maxLength={50}
            autoComplete="off"
            spellCheck={false}
            {...form.getInputProps('prefix')}
          />
        </>
      ) : null}
    </Stack>
  );
}
