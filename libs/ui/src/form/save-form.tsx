import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { FormActions } from './form-actions.tsx';
import type { useSaveForm } from './use-save-form.ts';

interface SaveFormProps {
  /** What `useSaveForm` returned. */
  state: Pick<ReturnType<typeof useSaveForm>, 'bind' | 'saving' | 'problem' | 'guard'>;
  /** Label of the button that saves. */
  save: string;
  disabled?: boolean;
  /** Shows the fields without the buttons. */
  readOnly?: boolean;
  onCancel?: () => void;
  danger?: ReactNode;
  children: ReactNode;
}

/** A form over `useSaveForm`: its fields, its buttons, and the guard of unsaved changes. */
export function SaveForm({ state, readOnly = false, children, ...actions }: SaveFormProps) {
  const { bind, saving, problem, guard } = state;
  return (
    <form {...bind} autoComplete="off">
      <Stack gap="md">
        {children}
        {readOnly ? null : <FormActions {...actions} saving={saving} problem={problem} />}
      </Stack>
      {guard}
    </form>
  );
}
