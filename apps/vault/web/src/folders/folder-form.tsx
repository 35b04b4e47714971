import { Button, Select, Textarea, TextInput } from '@mantine/core';
import { IconArchive } from '@tabler/icons-react';
import { SaveForm, t, useSaveForm } from '@cairn/ui';
import { vault, type Folder } from '../client.ts';
import { useGroupNames } from './use-group-names.ts';
import { foldersKey } from '../query-keys.ts';

interface FolderFormProps {
  /** The folder to change; a new one when left out. */
  folder?: Folder;
  onSaved: (folder: Folder) => void;
  onClose: () => void;
  onArchive?: () => void;
}

/** Name, description and, when it is new, the group of a folder. */
export function FolderForm({ folder, onSaved, onClose, onArchive }: FolderFormProps) {
  const state = useSaveForm({
    initial: {
      name: folder?.name ?? '',
      description: folder?.description ?? '',
      group_name: folder?.group_name ?? '',
    },
    validate: { name: (name) => (name.trim() === '' ? t('folders.nameMissing') : null) },
    save: ({ name, description, group_name: group }) => {
      const body = { name: name.trim(), description: description.trim() };
      return folder
        ? vault.PUT('/api/folders/{id}', { params: { path: { id: folder.id } }, body })
        : vault.POST('/api/folders', { body: { ...body, group_name: group === '' ? null : group } });
    },
    refresh: [foldersKey],
    done: ({ name }) => t(folder ? 'folders.saved' : 'folders.created', { name }),
    onSaved,
  });
  const { form } = state;
  return (
    <SaveForm
      state={state}
      save={t(folder ? 'folders.save' : 'folders.create')}
      disabled={folder !== undefined && !form.isDirty()}
      {...(folder ? {} : { onCancel: onClose })}
      danger={
        onArchive ? (
          <Button variant="default" leftSection={<IconArchive size={16} aria-hidden />} onClick={onArchive}>
            {t('folders.archive')}
          </Button>
        ) : undefined
      }
    >
      <TextInput
        label={t('folders.name')}
        required
        maxLength={200}
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('name')}
      />
      <Textarea
        label={t('folders.description')}
        description={t('folders.descriptionHint')}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={5_000}
        {...form.getInputProps('description')}
      />
      {folder ? null : <GroupChoice {...form.getInputProps('group_name')} />}
    </SaveForm>
  );
}

interface GroupChoiceProps {
  value?: string;
  onChange?: (value: string) => void;
  error?: string;
}

function GroupChoice({ value, onChange, error }: GroupChoiceProps) {
  const names = useGroupNames();
  return (
    <Select
      label={t('folders.group')}
      description={t('folders.groupHint')}
      data={[{ value: '', label: t('folders.everybody') }, ...names]}
      value={value ?? ''}
      allowDeselect={false}
      searchable={names.length > 8}
      onChange={(next) => onChange?.(next ?? '')}
      error={error}
    />
  );
}
