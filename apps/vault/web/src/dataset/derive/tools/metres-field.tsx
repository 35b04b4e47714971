import { TextInput } from '@mantine/core';
import { t } from '@cairn/ui';
import { readMetres } from '../drafts.ts';

interface MetresFieldProps {
  label: string;
  description: string;
  value: string;
  onValue: (value: string) => void;
}

/** A length in metres. */
export function MetresField({ label, description, value, onValue }: MetresFieldProps) {
  const isWrong = value.trim() !== '' && readMetres(value) === null;
  return (
    <TextInput
      label={label}
      description={description}
      inputMode="decimal"
      autoComplete="off"
      required
      value={value}
      error={isWrong ? t('derive.metres.wrong') : null}
      onChange={(event) => onValue(event.currentTarget.value)}
    />
  );
}
