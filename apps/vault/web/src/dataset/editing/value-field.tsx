import type { KeyboardEvent } from 'react';
import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { t } from '@cairn/ui';
import type { EditColumn } from '../../client.ts';

interface ValueFieldProps {
  column: EditColumn;
  text: string;
  label: string;
  invalid: boolean;
  /** Has the focus when its panel opens. */
  isFirst?: boolean | undefined;
  onChange: (text: string) => void;
  onEscape?: (() => void) | undefined;
}

const INPUTS: Partial<Record<EditColumn['type'], { type: string; step?: number }>> = {
  date: { type: 'date' },
  datetime: { type: 'datetime-local', step: 1 },
  time: { type: 'time', step: 1 },
};

/** The field for a value of a column's type. */
export function ValueField({ column, text, label, invalid, isFirst, onChange, onEscape }: ValueFieldProps) {
  const shared = {
    size: 'xs' as const,
    'aria-label': label,
    error: invalid,
    'data-autofocus': isFirst || undefined,
    onKeyDown: (event: KeyboardEvent<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>) => {
      if (event.key === 'Escape') onEscape?.();
      // Shift and Enter begin a new line where there can be one.
      else if (event.key === 'Enter' && !event.shiftKey) event.currentTarget.form?.requestSubmit();
      else return;
      event.preventDefault();
    },
  };
  if (column.type === 'boolean') {
    const choices = [
      { value: 'true', label: t('table.yes') },
      { value: 'false', label: t('table.no') },
    ];
    return (
      <NativeSelect
        {...shared}
        data={column.nullable ? [{ value: '', label: t('table.null') }, ...choices] : choices}
        value={text}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  }
  if (column.type === 'text' && /\n/.test(text)) {
    return (
      <Textarea
        {...shared}
        autosize
        minRows={2}
        maxRows={6}
        value={text}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  }
  const numeric = column.type === 'integer' || column.type === 'real';
  return (
    <TextInput
      {...shared}
      {...(INPUTS[column.type] ?? { type: 'text' })}
      inputMode={numeric ? 'decimal' : undefined}
      styles={numeric ? { input: { textAlign: 'right' } } : undefined}
      autoComplete="off"
      value={text}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
