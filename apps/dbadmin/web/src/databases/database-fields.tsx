import { Textarea, TextInput, type TextareaProps, type TextInputProps } from '@mantine/core';
import { t } from '@cairn/ui';

/** The name of a database that is to be created. */
export function DatabaseNameField(props: TextInputProps) {
  return (
    <TextInput label={t('databases.newName')} required autoComplete="off" spellCheck={false} {...props} />
  );
}

export function PurposeField(props: TextareaProps) {
  return (
    <Textarea
      label={t('databases.purpose')}
      description={t('databases.purposeHint')}
      autosize
      minRows={2}
      maxLength={2000}
      {...props}
    />
  );
}
