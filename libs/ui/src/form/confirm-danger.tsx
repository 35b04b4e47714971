import { Button, Group, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { tui } from '../i18n.ts';
import { LazyModal } from './lazy-dialogs.tsx';

interface Props {
  opened: boolean;
  title: string;
  /** What will be lost. */
  children: ReactNode;
  /** Label of the button that does it: a verb and its object. */
  action: string;
  /** When set, it has to be typed first: for what cannot be undone. */
  typeName?: string;
  busy?: boolean;
  /** Something that the question holds has not been answered yet. */
  disabled?: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before something is destroyed. Where Undo is possible, offer that instead. */
export function ConfirmDanger({ opened, title, onClose, ...rest }: Props) {
  return (
    <LazyModal opened={opened} onClose={onClose} title={title}>
      <Question {...rest} onClose={onClose} />
    </LazyModal>
  );
}

type QuestionProps = Omit<Props, 'opened' | 'title'>;

function Question({
  children,
  action,
  typeName,
  busy = false,
  disabled = false,
  onConfirm,
  onClose,
}: QuestionProps) {
  const [typed, setTyped] = useState('');
  const ready = !disabled && (typeName === undefined || typed.trim() === typeName);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (ready) onConfirm();
      }}
    >
      <div>{children}</div>
      {typeName !== undefined && (
        <TextInput
          mt="md"
          data-autofocus
          autoComplete="off"
          spellCheck={false}
          label={tui('confirm.typeName', { name: typeName })}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
      <Group justify="flex-end" mt="lg" gap={8}>
        <Button variant="default" onClick={onClose}>
          {tui('confirm.cancel')}
        </Button>
        <Button type="submit" color="red" disabled={!ready} loading={busy}>
          {action}
        </Button>
      </Group>
    </form>
  );
}
