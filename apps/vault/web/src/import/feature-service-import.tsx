import { Stack, TextInput } from '@mantine/core';
import { EmptyState, ErrorState, FormActions, jobsKey, LoadingRows, t, useSaveForm } from '@cairn/ui';
import { vault } from '../client.ts';
import { useDatabases } from '../databases/use-databases.ts';
import { FolderChoice } from '../upload/destination-fields.tsx';
import styles from '../upload/upload.module.css';
import { useDestination } from '../upload/use-destination.ts';
import { DatabaseTarget, targetBody, useDatabaseTargets, type TargetOption } from './database-target.tsx';
import { loadableLayers, type ListedService } from './feature-service-source.tsx';
import { LayerChoice } from './layer-choice.tsx';

interface Props {
  listed: ListedService;
}

interface Values extends Record<string, unknown> {
  layers: number[];
  target: string;
  newName: string;
  schema: string;
  dataset_prefix: string;
}

/** Which layers are imported, and where to. */
export function FeatureServiceImport(props: Props) {
  const { error, retry } = useDatabases();
  const targets = useDatabaseTargets();
  if (!targets && error) return <ErrorState error={error} retry={retry} />;
  if (!targets) return <LoadingRows rows={4} />;
  if (targets.length === 0)
    return <EmptyState boxed title={t('databases.none')} text={t('databases.noneText')} />;
  return <Fields {...props} targets={targets} />;
}

function Fields({ listed, targets }: Props & { targets: TargetOption[] }) {
  const [{ folder }, setDestination] = useDestination();
  const initial: Values = {
    layers: loadableLayers(listed),
    target: targets.length === 1 ? targets[0]!.value : '',
    newName: '',
    schema: 'public',
    dataset_prefix: '',
  };
  const { form, bind, saving, problem, guard } = useSaveForm<Values, { id: string }>({
    initial,
    leaving: 'page',
    validate: {
      layers: (chosen) => (chosen.length === 0 ? t('import.featuresvc.noLayers') : null),
      target: (target) => (target === '' ? t('databases.missing') : null),
      newName: (name, { target }) =>
        target.startsWith('new:') && name.trim() === '' ? t('import.featuresvc.nameMissing') : null,
    },
    save: ({ layers: chosen, target, newName, schema, dataset_prefix: prefix }) =>
      vault.POST('/api/featuresvc/import', {
        body: {
          ...listed.source,
          layer_ids: chosen,
          run_as_background_job: true,
          ...targetBody(target, newName.trim()),
          schema: schema.trim(),
          dataset_prefix: prefix.trimStart(),
          ...(folder === null ? {} : { folder_id: folder }),
        },
      }),
    refresh: [jobsKey],
    done: t('import.started'),
  });
  return (
    <form {...bind}>
      <Stack gap="md">
        <LayerChoice
          layers={listed.service.layers}
          chosen={form.values.layers}
          onChange={(chosen) => form.setFieldValue('layers', chosen)}
          error={form.errors['layers'] as string | undefined}
        />
        <div className={styles.fields}>
          <DatabaseTarget targets={targets} form={form} />
          <TextInput
            label={t('import.featuresvc.schema')}
            maxLength={63}
            autoComplete="off"
            spellCheck={false}
            {...form.getInputProps('schema')}
          />
          <TextInput
            label={t('import.featuresvc.prefix')}
            description={t('import.featuresvc.prefixHint')}
            maxLength={50}
            autoComplete="off"
            spellCheck={false}
            {...form.getInputProps('dataset_prefix')}
          />
          <FolderChoice id={folder} onChange={(next) => setDestination({ folder: next })} />
        </div>
        <FormActions
          save={t('import.featuresvc.start', { count: form.values.layers.length })}
          saving={saving}
          problem={problem}
        />
      </Stack>
      {guard}
    </form>
  );
}
