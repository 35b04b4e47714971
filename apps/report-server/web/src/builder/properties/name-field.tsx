import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { t } from '@cairn/ui';

interface Props {
  value: string;
  taken: readonly string[];
  onChange: (name: string) => void;
  /** Whether expressions refer to it, so that it must be a word. */
  word?: boolean;
}

/** The name of an entry. It is taken over when it is complete, because references to it change with it. */
export function NameField({ value, taken, onChange, word = true }: Props) {
  const [draft, setDraft] = useState<string | null>(null);
  const name = (draft ?? value).trim();
  const problem =
    word && !/^[A-Za-z_]\w{0,62}$/.test(name)
      ? t('properties.badName')
      : name === ''
        ? t('properties.noName')
        : name !== value && taken.includes(name)
          ? t('properties.takenName')
          : undefined;
  function finish(): void {
    if (draft !== null && problem === undefined && name !== value) onChange(name);
    setDraft(null);
  }
  return (
    <TextInput
      label={t('properties.name')}
      size="xs"
      value={draft ?? value}
      error={draft === null ? undefined : problem}
      onChange={(event) => setDraft(event.currentTarget.value)}
      onBlur={finish}
      onKeyDown={(event) => event.key === 'Enter' && finish()}
    />
  );
}
