import { Button, Textarea, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { EmptyState, Loaded, Page, SaveForm, t, useSaveForm } from '@cairn/ui';
import { hrefOf, TEMPLATES_ROUTE } from '../addresses.ts';
import type { EmailTemplate, EmailTemplateList } from '../client.ts';
import { emailTemplatesKey } from '../query-keys.ts';
import { DeleteTemplate } from './delete-template.tsx';
import { MailPreview } from './mail-preview.tsx';
import {
  saveTemplate,
  useDeleteTemplate,
  useEmailTemplates,
  type TemplateFields,
} from './use-email-templates.ts';
import { useInsertion } from './use-insertion.ts';
import styles from './email-templates.module.css';

/** A new template, or the one with the id in the address, with the mail beside the form. */
export function EditTemplatePage() {
  const [address] = useSearchParams();
  const id = address.get('id');
  const query = useEmailTemplates();
  return (
    <Loaded query={query}>
      {(list) => {
        const template = list.templates.find((each) => String(each.id) === id);
        if (id === null) return <Editor key="new" list={list} template={null} />;
        return template ? <Editor key={id} list={list} template={template} /> : <NoTemplate />;
      }}
    </Loaded>
  );
}

const crumbs = () => [{ label: t('emailTemplates.title'), href: hrefOf(TEMPLATES_ROUTE) }];

function NoTemplate() {
  return (
    <Page title={t('emailTemplates.noTemplate')} crumbs={crumbs()}>
      <EmptyState boxed title={t('emailTemplates.noTemplate')} />
    </Page>
  );
}

interface EditorProps {
  list: EmailTemplateList;
  template: EmailTemplate | null;
}

function Editor({ list, template }: EditorProps) {
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  const toList = () => void navigate(TEMPLATES_ROUTE);
  const remove = useDeleteTemplate(toList);
  return (
    <Page
      title={template ? t('emailTemplates.editTitle', { name: template.name }) : t('emailTemplates.newTitle')}
      lead={t('emailTemplates.editLead')}
      width="full"
      crumbs={crumbs()}
      action={
        template ? (
          <Button
            variant="subtle"
            color="red"
            leftSection={<IconTrash size={16} aria-hidden />}
            loading={remove.isPending}
            onClick={() => (template.schedules > 0 ? setAsking(true) : remove.mutate(template))}
          >
            {t('emailTemplates.delete')}
          </Button>
        ) : undefined
      }
    >
      <TemplateForm list={list} template={template} onLeave={toList} />
      <DeleteTemplate
        template={isAsking ? template : null}
        busy={remove.isPending}
        onConfirm={remove.mutate}
        onClose={() => setAsking(false)}
      />
    </Page>
  );
}

function TemplateForm({ list, template, onLeave }: EditorProps & { onLeave: () => void }) {
  const { name = '', subject = '', body = '' } = template ?? {};
  const state = useSaveForm<TemplateFields, { success: boolean; message: string }>({
    initial: { name, subject, body },
    validate: { name: (value) => (value.trim() === '' ? t('emailTemplates.required') : null) },
    save: (fields) => saveTemplate(fields, template?.id),
    refresh: [[...emailTemplatesKey]],
    done: ({ message }) => message,
    onSaved: onLeave,
  });
  const { form } = state;
  const { insert, fieldProps } = useInsertion<'subject' | 'body'>('body', (field, value) =>
    form.setFieldValue(field, value),
  );
  const { values } = form;
  const isEmpty = values.subject.trim() === '' && values.body.trim() === '';
  return (
    <div className={styles.layout}>
      <SaveForm
        state={state}
        save={t(template ? 'emailTemplates.save' : 'emailTemplates.create')}
        onCancel={onLeave}
      >
        <TextInput
          {...form.getInputProps('name')}
          name="name"
          label={t('emailTemplates.name')}
          maxLength={200}
          withAsterisk
        />
        <TextInput
          {...form.getInputProps('subject')}
          {...fieldProps('subject')}
          name="subject"
          label={t('emailTemplates.subject')}
          description={t('emailTemplates.standardSubject')}
          placeholder={list.default.subject}
        />
        <Textarea
          {...form.getInputProps('body')}
          {...fieldProps('body')}
          name="body"
          label={t('emailTemplates.body')}
          description={t('emailTemplates.bodyHint')}
          autosize
          minRows={12}
          maxRows={28}
          spellCheck
          classNames={{ input: styles.body }}
        />
        {isEmpty ? (
          <div>
            <Button variant="default" size="compact-sm" onClick={() => form.setValues(list.default)}>
              {t('emailTemplates.useStandard')}
            </Button>
          </div>
        ) : null}
        <Placeholders names={list.placeholders} onInsert={(each) => insert(`{{${each}}}`)} />
      </SaveForm>
      <MailPreview subject={values.subject} body={values.body} />
    </div>
  );
}

function Placeholders({ names, onInsert }: { names: string[]; onInsert: (name: string) => void }) {
  return (
    <fieldset className={styles.placeholders}>
      <legend>{t('emailTemplates.placeholders')}</legend>
      <p className={styles.hint}>{t('emailTemplates.placeholdersHint')}</p>
      <div className={styles.names}>
        {names.map((name) => (
          <Button
            key={name}
            variant="default"
            size="compact-xs"
            title={t(`emailTemplates.meanings.${name}`)}
            aria-label={t('emailTemplates.insert', { name })}
            onClick={() => onInsert(name)}
          >
            {name}
          </Button>
        ))}
      </div>
    </fieldset>
  );
}
