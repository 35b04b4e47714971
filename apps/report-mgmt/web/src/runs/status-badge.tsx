import { Badge } from '@mantine/core';
import { t } from '@cairn/ui';
import type { RunStatus } from '../client.ts';

export const RUN_STATUSES: readonly RunStatus[] = [
  ...(['queued', 'running', 'succeeded', 'failed'] as const),
  ...(['skipped', 'missed', 'cancelled'] as const),
];

const COLORS: Record<RunStatus, string> = {
  ...{ queued: 'gray', running: 'blue', succeeded: 'pine', failed: 'red' },
  ...{ skipped: 'gray', missed: 'yellow', cancelled: 'gray' },
};

/** How a run ended, or where it is. */
export function StatusBadge({ status }: { status: RunStatus }) {
  return (
    <Badge color={COLORS[status]} variant="light">
      {t(`runs.status.${status}`)}
    </Badge>
  );
}
