import { Checkbox, PasswordInput } from '@mantine/core';
import { FormActions, Panel, t, useSaveForm } from '@cairn/ui';
import { portal } from '../client.ts';
import { MIN_PASSWORD_LENGTH, passwordTooShort } from './password-too-short.ts';
import { sessionsKey, tokensKey } from '../query-keys.ts';
import classes from './account.module.css';

interface Props {
  username: string;
}

/** Changes the user's own password, which ends all other sessions. */
export function PasswordSection({ username }: Props) {
  const { form, bind, saving, problem, guard } = useSaveForm({
    initial: { current_password: '', new_password: '', again: '', keep_tokens: false },
    validate: {
      current_password: (value) => (value === '' ? t('account.password.currentMissing') : null),
      new_password: passwordTooShort,
      again: (value, values) => (value === values.new_password ? null : t('account.password.different')),
    },
    save: ({ current_password, new_password, keep_tokens }) =>
      portal.POST('/api/me/password', { body: { current_password, new_password, keep_tokens } }),
    refresh: [sessionsKey, tokensKey],
    done: t('account.password.done'),
    onSaved: () => form.reset(),
  });
  const toggle = { visibilityToggleButtonProps: { 'aria-label': t('account.password.toggle') } };
  return (
    <Panel title={t('account.password.title')} lead={t('account.password.lead')}>
      <form {...bind} className={classes.form}>
        <input type="text" name="username" value={username} autoComplete="username" readOnly hidden />
        <PasswordInput
          label={t('account.password.current')}
          autoComplete="current-password"
          {...toggle}
          {...form.getInputProps('current_password')}
        />
        <PasswordInput
          label={t('account.password.new')}
          description={t('account.password.hint', { least: MIN_PASSWORD_LENGTH })}
          autoComplete="new-password"
          {...toggle}
          {...form.getInputProps('new_password')}
        />
        <PasswordInput
          label={t('account.password.again')}
          autoComplete="new-password"
          {...toggle}
          {...form.getInputProps('again')}
        />
        <Checkbox
          label={t('account.password.keepTokens')}
          description={t('account.password.keepTokensHint')}
          {...form.getInputProps('keep_tokens', { type: 'checkbox' })}
        />
        <FormActions save={t('account.password.save')} saving={saving} problem={problem} />
        {guard}
      </form>
    </Panel>
  );
}
