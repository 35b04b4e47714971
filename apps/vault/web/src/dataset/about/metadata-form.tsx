import { useRef } from 'react';
import { Button, Group, Stack, TagsInput, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import {
  fieldErrors,
  focusFirstError,
  notifyError,
  SidePanel,
  t,
  useChange,
  useUnsavedGuard,
} from '@cairn/ui';
import { vault, type DatasetMetadata, type DatasetMetadataInput } from '../../client.ts';
import { datasetKey, datasetsKey } from '../../query-keys.ts';

const FIELDS = ['title', 'description', 'tags', 'keywords', 'citation', 'attribution', 'notes'] as const;
/** The longest texts that the contract takes. */
const LONGEST = { title: 300, description: 20_000, citation: 5_000, attribution: 5_000, notes: 50_000 };

interface MetadataPanelProps {
  metadata: DatasetMetadata;
  opened: boolean;
  onClose: () => void;
}

/** What people write about a dataset, in a panel with an address of its own. */
export function MetadataPanel({ metadata, opened, onClose }: MetadataPanelProps) {
  return (
    <SidePanel opened={opened} title={t('edit.title')} onClose={onClose} size={520}>
      {opened ? <MetadataForm metadata={metadata} onClose={onClose} /> : null}
    </SidePanel>
  );
}

type Values = Required<Pick<DatasetMetadata, (typeof FIELDS)[number]>>;

function MetadataForm({ metadata, onClose }: Omit<MetadataPanelProps, 'opened'>) {
  const element = useRef<HTMLFormElement>(null);
  const form = useForm<Values>({
    initialValues: valuesOf(metadata),
    validateInputOnChange: true,
    validate: {
      title: atMost(LONGEST.title),
      description: atMost(LONGEST.description),
      citation: atMost(LONGEST.citation),
      attribution: atMost(LONGEST.attribution),
      notes: atMost(LONGEST.notes),
      tags: soundWords,
      keywords: soundWords,
    },
  });
  const saved = useRef(false);
  const save = useChange(
    (values: Values) =>
      vault.POST('/datasets/{name}/metadata', {
        params: { path: { name: metadata.name } },
        body: values as DatasetMetadataInput,
      }),
    {
      done: t('edit.saved'),
      quiet: true,
      refresh: [datasetKey(metadata.name), datasetsKey],
      onDone: () => {
        saved.current = true;
        form.resetDirty();
        // The guard sees the clean form at the next rendering; closing before would ask.
        setTimeout(onClose);
      },
    },
  );
  const guard = useUnsavedGuard(form.isDirty() && !saved.current);
  const submit = form.onSubmit(
    (values) =>
      save.mutate(values, {
        onError: (error) => {
          const fields = fieldErrors(error, FIELDS);
          if (fields) form.setErrors(fields);
          else notifyError(error);
          focusFirstError(element.current);
        },
      }),
    () => focusFirstError(element.current),
  );
  const area = { autosize: true, minRows: 2, maxRows: 10 };
  return (
    <form ref={element} onSubmit={submit} noValidate>
      <Stack gap="md">
        <TextInput
          data-autofocus
          label={t('edit.titleField')}
          description={t('edit.titleHint', { name: metadata.name })}
          {...form.getInputProps('title')}
        />
        <Textarea
          label={t('edit.description')}
          description={t('edit.descriptionHint')}
          {...area}
          minRows={4}
          {...form.getInputProps('description')}
        />
        <TagsInput label={t('edit.tags')} description={t('edit.tagsHint')} {...form.getInputProps('tags')} />
        <TagsInput
          label={t('edit.keywords')}
          description={t('edit.keywordsHint')}
          {...form.getInputProps('keywords')}
        />
        <Textarea
          label={t('edit.attribution')}
          description={t('edit.attributionHint')}
          {...area}
          {...form.getInputProps('attribution')}
        />
        <Textarea
          label={t('edit.citation')}
          description={t('edit.citationHint')}
          {...area}
          {...form.getInputProps('citation')}
        />
        <Textarea label={t('edit.notes')} {...area} {...form.getInputProps('notes')} />
        <Group justify="flex-end" gap={8}>
          <Button variant="default" onClick={onClose}>
            {t('edit.cancel')}
          </Button>
          <Button type="submit" loading={save.isPending}>
            {t('edit.save')}
          </Button>
        </Group>
      </Stack>
      {guard}
    </form>
  );
}

function valuesOf(metadata: DatasetMetadata): Values {
  return Object.fromEntries(FIELDS.map((field) => [field, metadata[field]])) as unknown as Values;
}

function atMost(count: number): (text: string) => string | null {
  return (text) => (text.length > count ? t('edit.tooLong', { count }) : null);
}

function soundWords(words: string[]): string | null {
  if (words.length > 100) return t('edit.tooMany');
  return words.some((word) => word.length > 100) ? t('edit.wordTooLong') : null;
}
