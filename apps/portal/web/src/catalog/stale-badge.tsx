import { Badge, Tooltip } from '@mantine/core';
import { t } from '@cairn/ui';

/** Marks an entry of a service that is not responding. */
export function StaleBadge() {
  return (
    <Tooltip label={t('catalog.staleHint')} multiline w={240}>
      <Badge color="yellow" size="sm" style={{ position: 'relative', zIndex: 1 }}>
        {t('catalog.stale')}
      </Badge>
    </Tooltip>
  );
}
