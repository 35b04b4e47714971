import { Button, Checkbox, Group, PasswordInput, Stack } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { CopyOnce, t } from '@cairn/ui';
import { generatePassword } from './generate-password.ts';

interface Props {
  label: string;
  description: string;
  required?: boolean;
  password: { value?: string; onChange: (value: string) => void; error?: ReactNode };
  mustChange: { value?: boolean; onChange: (value: boolean) => void };
}

/** A password that an administrator types or generates, and whether the user must change it. */
export function NewPasswordField({ label, description, required, password, mustChange }: Props) {
  const [generated, setGenerated] = useState<string | null>(null);
  function generate() {
    const created = generatePassword();
    setGenerated(created);
    password.onChange(created);
    mustChange.onChange(true);
  }
  return (
    <Stack gap="xs">
      <Group align="flex-start" gap="xs" wrap="nowrap">
        <PasswordInput
          style={{ flex: 1 }}
          label={label}
          description={description}
          required={required ?? false}
          autoComplete="new-password"
          visibilityToggleButtonProps={{ 'aria-label': t('account.password.toggle') }}
          value={password.value ?? ''}
          onChange={(event) => password.onChange(event.currentTarget.value)}
          error={password.error}
        />
        <Button variant="default" mt="1.5rem" leftSection={<IconRefresh size={15} />} onClick={generate}>
          {t('users.generate')}
        </Button>
      </Group>
      {generated !== null && generated === password.value && (
        <CopyOnce value={generated} title={t('users.generated')} />
      )}
      <Checkbox
        label={t('users.mustChange')}
        description={t('users.mustChangeHint')}
        checked={mustChange.value ?? false}
        onChange={(event) => mustChange.onChange(event.currentTarget.checked)}
      />
    </Stack>
  );
}
