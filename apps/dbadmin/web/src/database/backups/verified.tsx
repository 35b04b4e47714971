import { Badge, Tooltip } from '@mantine/core';
import { formatExact, formatRelative, t } from '@cairn/ui';

/** When a backup was last read through and found whole. */
export function Verified({ at }: { at: string | null }) {
  if (!at) return <Badge color="gray">{t('backups.notVerified')}</Badge>;
  const date = new Date(at);
  return (
    <Tooltip label={formatExact(date)}>
      <Badge color="green" tabIndex={0}>
        {formatRelative(date)}
      </Badge>
    </Tooltip>
  );
}
