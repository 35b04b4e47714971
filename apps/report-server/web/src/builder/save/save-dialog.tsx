import { Button, Group, Stack, Textarea, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import type { Template } from '@cairn/report-engine/browser';
import { LazyModal, sentenceOf, t } from '@cairn/ui';
import { isKey, keyOfTitle } from '../../library/report-key.ts';
import type { Report } from '../../library/types.ts';
import { createReport } from './save-report.ts';

interface Props {
  opened: boolean;
  template: Template;
  datasource: string | null;
  onClose: () => void;
  onSaved: (report: Report) => void;
  onFailed: (error: unknown) => void;
}

/** Title and address of a report that is saved for the first time. */
export function SaveDialog(props: Props) {
  const { opened, onClose, template } = props;
  return (
    <LazyModal opened={opened} onClose={onClose} title={t('save.title')}>
      {opened ? <SaveFields key={template.title} {...props} /> : null}
    </LazyModal>
  );
}

function SaveFields({ template, datasource, onClose, onSaved, onFailed }: Props) {
  const [title, setTitle] = useState(template.title);
  const [ownKey, setOwnKey] = useState<string | null>(null);
  const [description, setDescription] = useState(template.description ?? '');
  const [problem, setProblem] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);
  const key = ownKey ?? keyOfTitle(title);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (title.trim() === '' || !isKey(key)) {
      setProblem(t(title.trim() === '' ? 'save.noTitle' : 'save.badKey'));
      return;
    }
    setSaving(true);
    setProblem(null);
    try {
      const named = { ...template, title: title.trim() };
      onSaved(await createReport({ key: key.toLowerCase(), description, template: named, datasource }));
    } catch (error) {
      setProblem(sentenceOf(error));
      onFailed(error);
    } finally {
      setSaving(false);
    }
  }

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="sm">
        <TextInput
          data-autofocus
          label={t('properties.title')}
          required
          value={title}
          error={problem}
          onChange={(event) => setTitle(event.currentTarget.value)}
        />
        <TextInput
          label={t('save.key')}
          description={t('save.keyHint')}
          required
          value={key}
          onChange={(event) => setOwnKey(event.currentTarget.value)}
        />
        <Textarea
          label={t('properties.description')}
          autosize
          minRows={2}
          value={description}
          onChange={(event) => setDescription(event.currentTarget.value)}
        />
        <Group justify="flex-end" gap={8}>
          <Button variant="subtle" color="gray" onClick={onClose}>
            {t('save.cancel')}
          </Button>
          <Button type="submit" loading={isSaving}>
            {t('save.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
