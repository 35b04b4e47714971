import { ActionIcon, Group, Tooltip } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { DataTable, EmptyState, ErrorState, LoadingRows, Panel, RelativeTime, t, useApi } from '@cairn/ui';
import { portal, type Card } from '../client.ts';
import { compareWithCards, isImportable, orphans } from './compare-with-cards.ts';
import { ImportButton } from './import-button.tsx';
import { Orphans } from './orphans.tsx';
import { syncColumns } from './sync-columns.tsx';
import classes from './sync.module.css';

interface Props {
  service: { service_key: string; display_name: string };
  cards: Card[];
}

/** The current entries of one service, and their import. */
export function ServiceSync({ service, cards }: Props) {
  const key = service.service_key;
  const { data, error, isPending, isFetching, refetch } = useApi(
    ['discovery', key],
    (signal) =>
      portal.GET('/api/admin/portal/services/{service_key}/resources', {
        params: { path: { service_key: key } },
        signal,
      }),
    { staleTime: 0 },
  );
  const rows = data && compareWithCards(key, data.items, cards);
  const next = Math.max(-1, ...cards.map((card) => card.sort_order)) + 1;
  const place = { sortOrder: next, resourceType: data?.resource_type };
  const lead = data && (
    <>
      {t('sync.offers', { count: data.total })} · {t('sync.asked')} <RelativeTime value={data.fetched_at} />
    </>
  );
  const again = (
    <Tooltip label={t('sync.again')}>
      <ActionIcon
        variant="default"
        size={34}
        loading={isFetching}
        aria-label={t('sync.againNamed', { name: service.display_name })}
        onClick={() => void refetch()}
      >
        <IconRefresh size={16} />
      </ActionIcon>
    </Tooltip>
  );
  const unimported = rows?.filter(isImportable) ?? [];
  return (
    <Panel
      title={service.display_name}
      lead={lead}
      action={
        <Group gap={8}>
          {unimported.length > 0 && (
            <ImportButton service={key} items={unimported} place={place}>
              {t('sync.importAll', { count: unimported.length })}
            </ImportButton>
          )}
          {again}
        </Group>
      }
    >
      {isPending && <LoadingRows rows={3} />}
      {error && <ErrorState error={error} title={t('sync.failed')} retry={() => void refetch()} />}
      {rows && (
        <DataTable
          label={t('sync.table', { name: service.display_name })}
          rows={rows}
          stateKey={key}
          columns={syncColumns()}
          rowKey={(row) => row.id}
          rowName={(row) => row.title}
          bulk={(chosen, clear) => (
            <ImportButton service={key} items={chosen.filter(isImportable)} place={place} onDone={clear}>
              {t('sync.importChosen', { count: chosen.filter(isImportable).length })}
            </ImportButton>
          )}
          actions={(row) =>
            isImportable(row) && (
              <ImportButton service={key} items={[row]} place={place} quiet>
                {t(row.state === 'new' ? 'sync.import' : 'sync.update')}
              </ImportButton>
            )
          }
          empty={<EmptyState title={t('sync.nothingTitle')} text={t('sync.nothingText')} />}
        />
      )}
      {data && <Orphans cards={orphans(key, data.items, cards)} className={classes.orphans} />}
    </Panel>
  );
}
