import { IconMapPinOff } from '@tabler/icons-react';
import { EmptyState, t } from '@cairn/ui';

/** Stands where the map would be, for data that do not say where on Earth they lie. */
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
