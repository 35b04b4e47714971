import { Button, Stack } from '@mantine/core';
import { IconPlugConnected } from '@tabler/icons-react';
import { EmptyState, ErrorState, LoadingRows, Page, portalPath, ServiceLink, t } from '@cairn/ui';
import { useAllCards, useRegisteredServices } from '../administration/use-admin-lists.ts';
import { adminCrumbs } from '../addresses.ts';
import { ServiceSync } from './service-sync.tsx';

export function SyncPage() {
  const services = useRegisteredServices();
  const cards = useAllCards();
  const error = services.error ?? cards.error;
  const retry = () => void Promise.all([services.refetch(), cards.refetch()]);
  return (
    <Page
      title={t('sync.title')}
      lead={t('sync.lead')}
      crumbs={adminCrumbs()}
      action={
        <Button component={ServiceLink} variant="default" href={`${portalPath()}/admin/portal`}>
          {t('sync.toCards')}
        </Button>
      }
    >
      {error && <ErrorState error={error} retry={retry} />}
      {!error && (services.isPending || cards.isPending) && <LoadingRows />}
      {services.data?.items.length === 0 && (
        <EmptyState
          boxed
          icon={<IconPlugConnected size={22} stroke={1.6} />}
          title={t('sync.emptyTitle')}
          text={t('sync.emptyText')}
        />
      )}
      {services.data && cards.data && (
        <Stack gap="lg">
          {services.data.items.map((service) => (
            <ServiceSync key={service.service_key} service={service} cards={cards.data.items} />
          ))}
        </Stack>
      )}
    </Page>
  );
}
