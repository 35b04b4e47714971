import { Button } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { DataTable, EmptyState, Page, SidePanel, t, unwrap, useUrlState, type ApiError } from '@cairn/ui';
import { portal, type AuditEventPage } from '../client.ts';
import { adminCrumbs } from '../addresses.ts';
import { auditColumns } from './audit-columns.tsx';
import { eventName } from './event-sentence.ts';
import { AuditDetails } from './audit-details.tsx';
import { AuditFilterBar } from './audit-filter-bar.tsx';
import { auditQuery, useAuditFilters } from './audit-filters.ts';

/** What happened on the platform, newest first. */
export function AuditPage() {
  const [search] = useUrlState('q');
  const filters = useAuditFilters();
  const [openId, setOpenId] = useUrlState('entry');
  const query = auditQuery(filters);
  const source = useAudit(search, query);
  const rows = source.data?.pages.flatMap(({ items }) => items);
  const events = source.data?.pages[0]?.events ?? [];
  const current = rows?.find(({ id }) => String(id) === openId);
  return (
    <Page title={t('audit.title')} lead={t('audit.lead')} crumbs={adminCrumbs()}>
      <DataTable
        label={t('audit.title')}
        rows={rows}
        source={source}
        serverSearch
        pageSize={Infinity}
        searchPlaceholder={t('audit.search')}
        filtered={Object.keys(query).length > 0}
        onResetFilters={() => {
          for (const clear of [filters.setEvent, filters.setActor, filters.setFrom, filters.setTo]) clear('');
        }}
        filters={<AuditFilterBar filters={filters} events={events} />}
        columns={auditColumns((id) => setOpenId(String(id)))}
        rowKey={(entry) => entry.id}
        rowName={(entry) => entry.event}
        currentKey={current?.id}
        empty={
          <EmptyState
            boxed
            icon={<IconHistory size={22} stroke={1.6} />}
            title={t('audit.emptyTitle')}
            text={t('audit.emptyText')}
          />
        }
      />
      {source.hasNextPage && (
        <Button
          variant="default"
          mt="md"
          loading={source.isFetchingNextPage}
          onClick={() => void source.fetchNextPage()}
        >
          {t('audit.older')}
        </Button>
      )}
      <SidePanel
        opened={current !== undefined}
        title={current && eventName(current.event)}
        onClose={() => setOpenId('')}
      >
        {current && <AuditDetails entry={current} />}
      </SidePanel>
    </Page>
  );
}

function useAudit(search: string, filters: ReturnType<typeof auditQuery>) {
  return useInfiniteQuery<
    AuditEventPage,
    ApiError,
    { pages: AuditEventPage[] },
    readonly unknown[],
    string | undefined
  >({
    queryKey: ['audit', search, filters],
    initialPageParam: undefined,
    queryFn: ({ pageParam, signal }) => {
      const query = {
        ...(search && { search }),
        ...filters,
        ...(pageParam && { cursor: pageParam }),
      };
      return unwrap(portal.GET('/api/admin/audit', { params: { query }, signal }));
    },
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  });
}
