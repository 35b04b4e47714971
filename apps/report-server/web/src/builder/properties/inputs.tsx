import { Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { t } from '@cairn/ui';

interface NumberFieldProps {
  label: string;
  value: number | undefined;
  onChange: (value: number | undefined) => void;
  min?: number;
  step?: number;
  placeholder?: string;
}

/** A number; what is being typed stays as it is until it is a number again. */
export function NumberField({ label, value, onChange, min = 0, step = 1, placeholder }: NumberFieldProps) {
  const [draft, setDraft] = useState<string | null>(null);
  return (
    <TextInput
      label={label}
      type="number"
      size="xs"
      min={min}
      step={step}
      placeholder={placeholder}
      value={draft ?? value ?? ''}
      onBlur={() => setDraft(null)}
      onChange={(event) => {
        const text = event.currentTarget.value;
        setDraft(text);
        const number = Number(text);
        if (text === '') onChange(undefined);
        else if (Number.isFinite(number) && number >= min) onChange(number);
      }}
    />
  );
}

interface ColorFieldProps {
  label: string;
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

/** A colour, by picker or as `#rrggbb`. */
export function ColorField({ label, value, onChange }: ColorFieldProps) {
  const [draft, setDraft] = useState<string | null>(null);
  return (
    <TextInput
      label={label}
      size="xs"
      placeholder={t('properties.inherited')}
      value={draft ?? value ?? ''}
      error={draft !== null && draft !== '' && !isColor(draft) ? t('properties.badColor') : undefined}
      onBlur={() => setDraft(null)}
      onChange={(event) => {
        const text = event.currentTarget.value.trim();
        setDraft(text);
        if (text === '') onChange(undefined);
        else if (isColor(text)) onChange(text.toLowerCase());
      }}
      leftSection={
        <input
          type="color"
          aria-label={t('properties.pick', { label })}
          value={value !== undefined && isColor(value) ? value : '#000000'}
          style={{ width: 20, height: 20, padding: 0, border: 0, background: 'none' }}
          onChange={(event) => {
            setDraft(null);
            onChange(event.currentTarget.value);
          }}
        />
      }
    />
  );
}

function isColor(text: string): boolean {
  return /^#[0-9a-f]{6}$/i.test(text);
}

interface ChoiceFieldProps<Value extends string> {
  label: string;
  description?: string;
  value: Value | undefined;
  choices: readonly { value: Value; label: string }[];
  onChange: (value: Value | undefined) => void;
  /** Shown for no value, which can then be chosen. */
  none?: string;
}

/** One of a few values. */
export function ChoiceField<Value extends string>(props: ChoiceFieldProps<Value>) {
  const { label, description, value, choices, onChange, none } = props;
  return (
    <Select
      label={label}
      description={description}
      size="xs"
      data={[...choices]}
      value={value ?? null}
      placeholder={none}
      clearable={none !== undefined}
      allowDeselect={false}
      onChange={(next) => onChange((next as Value | null) ?? undefined)}
    />
  );
}
