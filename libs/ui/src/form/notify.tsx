import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { tui } from '../i18n.ts';

/** Says that something was done. */
export function notifyDone(sentence: string): void {
  notifications.show({ message: sentence });
}

/** Says that something was done and offers to take it back. `undo` runs at most once. */
export function notifyUndo(sentence: string, undo: () => void): void {
  const id = notifications.show({
    autoClose: 10_000,
    message: (
      <span style={{ alignItems: 'center', display: 'flex', gap: 12, justifyContent: 'space-between' }}>
        {sentence}
        <Button
          size="compact-sm"
          variant="light"
          onClick={() => {
            notifications.hide(id);
            undo();
          }}
        >
          {tui('undo.label')}
        </Button>
      </span>
    ),
  });
}
