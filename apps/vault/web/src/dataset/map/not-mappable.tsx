import { IconMapPinOff } from '@tabler/icons-react';
import { EmptyState, t } from '@cairn/ui';

/** Shown in place of the map for data without a location. */
export function NotMappable({ sentence }: { sentence: string }) {
  return (
    <div style={{ marginBottom: 20 }}>
      <EmptyState
        boxed
        icon={<IconMapPinOff size={22} stroke={1.6} />}
        title={t('dataset.noPlace')}
        text={sentence}
      />
    </div>
  );
}
