import { Checkbox, Radio, Select, TagsInput, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { t } from '@cairn/ui';
import { useEmailTemplates } from '../email-templates/use-email-templates.ts';
import { useRecipients } from '../recipients/use-recipients.ts';
import { ATTACH_MODES, type ScheduleValues } from './fields.ts';
import styles from './schedule-form.module.css';

interface MailFieldsProps {
  form: UseFormReturnType<ScheduleValues>;
}

/** Who gets the document, and in which mail. */
export function MailFields({ form }: MailFieldsProps) {
  const { noemail } = form.values;
  return (
    <div className={styles.fields}>
      <Checkbox
        {...form.getInputProps('noemail', { type: 'checkbox' })}
        name="noemail"
        label={t('scheduleForm.fields.noemail')}
        description={t('scheduleForm.noemailHint')}
      />
      {noemail ? null : (
        <>
          <AddressField form={form} />
          <TemplateField form={form} />
          <TextInput
            {...form.getInputProps('email_subject')}
            name="email_subject"
            label={t('scheduleForm.fields.email_subject')}
            description={t('scheduleForm.subjectHint')}
          />
          <Textarea
            {...form.getInputProps('email_body')}
            name="email_body"
            label={t('scheduleForm.fields.email_body')}
            description={t('scheduleForm.bodyHint')}
            autosize
            minRows={3}
            maxRows={14}
          />
          <Radio.Group
            {...form.getInputProps('attach')}
            name="attach"
            label={t('scheduleForm.fields.attach')}
          >
            <div className={styles.choices}>
              {ATTACH_MODES.map((mode) => (
                <Radio key={mode} value={mode} label={t(`scheduleForm.attach.${mode}`)} />
              ))}
            </div>
          </Radio.Group>
        </>
      )}
    </div>
  );
}

function AddressField({ form }: MailFieldsProps) {
  const recipients = useRecipients().data?.recipients ?? [];
  return (
    <TagsInput
      {...form.getInputProps('email')}
      name="email"
      label={t('scheduleForm.fields.email')}
      description={t('scheduleForm.emailHint')}
      data={recipients.map(({ email }) => email)}
      splitChars={[',', ';', ' ']}
      acceptValueOnBlur
      isDuplicate={(address, all) => all.some((other) => other.toLowerCase() === address.toLowerCase())}
      renderOption={({ option }) => {
        const name = recipients.find(({ email }) => email === option.value)?.name;
        return name ? `${name} <${option.value}>` : option.value;
      }}
      maxTags={50}
      withAsterisk
    />
  );
}

function TemplateField({ form }: MailFieldsProps) {
  const templates = useEmailTemplates().data?.templates ?? [];
  const { email_template: chosen } = form.values;
  const options = templates.map(({ id, name }) => ({ value: String(id), label: name }));
  const isKnown = chosen === '' || options.some(({ value }) => value === chosen);
  return (
    <Select
      {...form.getInputProps('email_template')}
      name="email_template"
      label={t('scheduleForm.fields.email_template')}
      description={t('scheduleForm.templateHint')}
      placeholder={t('scheduleForm.standardMail')}
      data={isKnown ? options : [...options, { value: chosen, label: `#${chosen}` }]}
      value={chosen || null}
      onChange={(id) => form.setFieldValue('email_template', id ?? '')}
      clearable
    />
  );
}
