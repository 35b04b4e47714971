import { Badge } from '@mantine/core';
import { t } from '@cairn/ui';

const COLOURS: Record<string, string> = { running: 'green', stopped: 'orange', missing: 'red' };

/** Whether a project is drawn; states that only other publish services know are shown as they are. */
export function RuntimeState({ status }: { status: string }) {
  return <Badge color={COLOURS[status] ?? 'gray'}>{stateName(status)}</Badge>;
}

export function stateName(status: string): string {
  return status in COLOURS || status === 'unknown' ? t(`gisProjects.states.${status}`) : status;
}

/** What to do about a state; null where all is well. */
export function stateHint(status: string): string | null {
  return status === 'stopped' || status === 'missing' ? t(`gisProjects.stateHints.${status}`) : null;
}
