import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { ReactNode } from 'react';
import { tui } from '../i18n.ts';
import { ServiceLink } from '../shell/service-link.tsx';

/** Says that something was done. */
export function notifyDone(sentence: string): void {
  notifications.show({ message: sentence });
}

/** Says that something was done and offers to take it back. `undo` runs at most once. */
export function notifyUndo(sentence: string, undo: () => void): void {
  const id = notifications.show({
    autoClose: 10_000,
    message: (
      <Beside sentence={sentence}>
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
      </Beside>
    ),
  });
}

interface Outcome {
  sentence: string;
  failed?: boolean;
  /** The page that shows it. */
  href?: string | null;
  /** What the link to that page is called. */
  action?: string;
}

/** Says how something ended that took a while, with a link to the page that shows it. */
export function notifyOutcome({ sentence, failed = false, href, action = tui('jobs.open') }: Outcome): void {
  const id = notifications.show({
    autoClose: failed ? 20_000 : 10_000,
    ...(failed ? { color: 'red', role: 'alert' } : {}),
    message: href ? (
      <Beside sentence={sentence}>
        <Button
          size="compact-sm"
          variant="light"
          component={ServiceLink}
          href={href}
          onClick={() => notifications.hide(id)}
        >
          {action}
        </Button>
      </Beside>
    ) : (
      sentence
    ),
  });
}

function Beside({ sentence, children }: { sentence: string; children: ReactNode }) {
  return (
    <span style={{ alignItems: 'center', display: 'flex', gap: 12, justifyContent: 'space-between' }}>
      <span style={{ minWidth: 0, overflowWrap: 'anywhere' }}>{sentence}</span>
      <span style={{ flex: 'none' }}>{children}</span>
    </span>
  );
}
