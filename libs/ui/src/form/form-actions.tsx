import { Alert, Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { tui } from '../i18n.ts';

interface Props {
  /** Label of the button that saves: a verb and its object. */
  save: string;
  saving?: boolean;
  disabled?: boolean;
  onCancel?: () => void;
  /** What the server refused, when it belongs to no field. */
  problem?: string | null;
  /** A destructive action, set apart at the left. */
  danger?: ReactNode;
}

/** The end of a form: what went wrong, cancel, save. */
export function FormActions({ save, saving = false, disabled = false, onCancel, problem, danger }: Props) {
  return (
    <>
      {problem && (
        <Alert color="red" role="alert">
          {problem}
        </Alert>
      )}
      <Group justify="flex-end" gap={8}>
        {danger && <span style={{ marginRight: 'auto' }}>{danger}</span>}
        {onCancel && (
          <Button variant="default" onClick={onCancel}>
            {tui('confirm.cancel')}
          </Button>
        )}
        <Button type="submit" loading={saving} disabled={disabled}>
          {save}
        </Button>
      </Group>
    </>
  );
}
