import { t } from '@cairn/ui';

/**
 * A sentence of the server about a field, with the name that the page gives the field. Names that are words, such as `email`, have their
 * usual meaning behind the beginning.
 */
export function nameField(field: string, sentence: string): string {
  const label = t(`scheduleForm.fields.${field}`);
  const words = sentence.replace(new RegExp(`^${field}:\\s*`), '');
  return words.replaceAll(new RegExp(field.includes('_') ? `\\b${field}\\b` : `^${field}\\b`, 'g'), label);
}

export function nameFields(errors: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(errors).map(([field, sentence]) => [field, nameField(field, sentence)]),
  );
}
