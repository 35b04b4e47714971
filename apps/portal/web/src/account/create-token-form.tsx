import { Select, TextInput } from '@mantine/core';
import { SaveForm, t, useSaveForm } from '@cairn/ui';
import { portal } from '../client.ts';
import { tokensKey } from '../query-keys.ts';
import { dayAfter, expiryOf, lifetimes, type Lifetime } from './token-expiry.ts';

interface Props {
  onCreated: (created: { name: string; secret: string }) => void;
  onCancel: () => void;
}

/** Name and lifetime of a new token. */
export function CreateTokenForm({ onCreated, onCancel }: Props) {
  const today = dayAfter(new Date(), 0);
  const state = useSaveForm({
    initial: { name: '', lifetime: '90' as string, expires_at: dayAfter(new Date(), 30) },
    validate: {
      name: (name) => (name.trim() === '' ? t('account.tokens.nameMissing') : null),
      expires_at: (day, { lifetime }) =>
        lifetime === 'date' && (day === '' || day < today) ? t('account.tokens.datePast') : null,
    },
    save: ({ name, lifetime, expires_at }) =>
      portal.POST('/api/me/tokens', {
        body: { name: name.trim(), expires_at: expiryOf(lifetime as Lifetime, expires_at) },
      }),
    refresh: [tokensKey],
    onSaved: ({ token, secret }) => onCreated({ name: token.name, secret }),
  });
  const { form } = state;
  return (
    <SaveForm state={state} save={t('account.tokens.save')} onCancel={onCancel}>
      <TextInput
        label={t('account.tokens.name')}
        description={t('account.tokens.nameHint')}
        required
        maxLength={200}
        data-autofocus
        autoComplete="off"
        {...form.getInputProps('name')}
      />
      <Select
        label={t('account.tokens.lifetime')}
        data={lifetimes.map((value) => ({ value, label: t(`account.tokens.lifetime_${value}`) }))}
        allowDeselect={false}
        {...form.getInputProps('lifetime')}
      />
      {form.values.lifetime === 'date' && (
        <TextInput
          type="date"
          label={t('account.tokens.date')}
          description={t('account.tokens.dateHint')}
          min={today}
          {...form.getInputProps('expires_at')}
        />
      )}
      {form.values.lifetime === 'never' && (
        <p style={{ color: 'var(--cairn-muted)', margin: 0 }}>{t('account.tokens.neverHint')}</p>
      )}
    </SaveForm>
  );
}
