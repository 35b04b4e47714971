import { Checkbox, TextInput } from '@mantine/core';
import { SaveForm, SidePanel, t, useSaveForm } from '@cairn/ui';
import { vault } from '../client.ts';
import { nameProblem } from './name-check.ts';
import { datasetsKey, foldersKey } from '../query-keys.ts';

interface NamePanelProps {
  /** Name of the dataset; null when the panel is closed. */
  name: string | null;
  onClose: () => void;
  /** Called with the name of the result. */
  onSaved?: ((name: string) => void) | undefined;
}

/** Gives a dataset another name. */
export function RenamePanel({ name, ...rest }: NamePanelProps) {
  return (
    <SidePanel opened={name !== null} title={t('rename.title')} onClose={rest.onClose}>
      {name === null ? null : <RenameForm key={name} name={name} {...rest} />}
    </SidePanel>
  );
}

/** Makes a dataset of its own out of another; no byte is copied. */
export function ClonePanel({ name, ...rest }: NamePanelProps) {
  return (
    <SidePanel opened={name !== null} title={t('clone.title')} onClose={rest.onClose}>
      {name === null ? null : <CloneForm key={name} name={name} {...rest} />}
    </SidePanel>
  );
}

interface FormProps extends NamePanelProps {
  name: string;
}

function RenameForm({ name, onClose, onSaved }: FormProps) {
  const state = useSaveForm({
    initial: { name },
    validate: { name: sentenceOfProblem },
    save: (values) =>
      vault.POST('/datasets/{name}/rename', {
        params: { path: { name } },
        body: { name: values.name.trim() },
      }),
    refresh: [datasetsKey, ['dataset']],
    done: (answer) => t('rename.done', { former: name, name: answer.name }),
    onSaved: (answer) => {
      onClose();
      onSaved?.(answer.name);
    },
  });
  const { form } = state;
  return (
    <SaveForm state={state} save={t('rename.save')} disabled={!form.isDirty()} onCancel={onClose}>
      <p style={{ margin: 0 }}>{t('rename.text')}</p>
      <TextInput
        label={t('rename.name')}
        required
        data-autofocus
        autoComplete="off"
        spellCheck={false}
        {...form.getInputProps('name')}
      />
    </SaveForm>
  );
}

function CloneForm({ name, onClose, onSaved }: FormProps) {
  const state = useSaveForm({
    initial: { name: t('clone.nameOf', { name }), clone_metadata: true, clone_versions: false },
    validate: { name: sentenceOfProblem },
    save: (values) =>
      vault.POST('/datasets/{name}/clone', {
        params: { path: { name } },
        body: { ...values, name: values.name.trim() },
      }),
    refresh: [datasetsKey, foldersKey],
    done: (answer) => t('clone.done', { name: answer.name }),
    onSaved: (answer) => {
      onClose();
      onSaved?.(answer.name);
    },
  });
  const { form } = state;
  return (
    <SaveForm state={state} save={t('clone.save')} onCancel={onClose}>
      <p style={{ margin: 0 }}>{t('clone.text', { name })}</p>
      <TextInput
        label={t('clone.name')}
        required
        data-autofocus
        autoComplete="off"
        spellCheck={false}
        {...form.getInputProps('name')}
      />
      <Checkbox label={t('clone.metadata')} {...form.getInputProps('clone_metadata', { type: 'checkbox' })} />
      <Checkbox
        label={t('clone.versions')}
        description={t('clone.versionsHint')}
        {...form.getInputProps('clone_versions', { type: 'checkbox' })}
      />
    </SaveForm>
  );
}

function sentenceOfProblem(name: string): string | null {
  const problem = nameProblem(name);
  return problem ? t(`nameProblem.${problem}`) : null;
}
