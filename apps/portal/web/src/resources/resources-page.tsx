import { Select } from '@mantine/core';
import { IconShieldLock } from '@tabler/icons-react';
import { DataTable, EmptyState, Page, SidePanel, t, useApi, useUrlState } from '@cairn/ui';
import { useResources, useServiceName } from '../administration/use-admin-lists.ts';
import { portal } from '../client.ts';
import { adminCrumbs } from '../addresses.ts';
import { usePanelRoute } from '../administration/use-panel-route.ts';
import { accessOverviewKey } from '../query-keys.ts';
import { AccessPanel } from './access-panel.tsx';
import { resourceColumns } from './resource-columns.tsx';
import { resourceTypeName } from './resource-type-name.ts';

export function ResourcesPage() {
  const [search] = useUrlState('q');
  const [service, setService] = useUrlState('service');
  const [type, setType] = useUrlState('type');
  const [visibility, setVisibility] = useUrlState('visibility');
  const panel = usePanelRoute('/admin/resources');
  const serviceName = useServiceName();
  const query = { search, service, resource_type: type, visibility };
  const source = useApi(
    [...accessOverviewKey, query],
    (signal) =>
      portal.GET('/api/admin/resource-access-overview', { params: { query: withoutEmpty(query) }, signal }),
    { keepPrevious: true },
  );
  const all = useResources().data?.items ?? [];
  const typeName = (each: string) =>
    resourceTypeName(each, all.find(({ resource_type }) => resource_type === each)?.service);
  const current = source.data?.items.find((item) => item.resource_id === panel.id);
  const filters = (
    <>
      <Filter
        name="service"
        value={service}
        values={all.map((each) => each.service)}
        labelOf={serviceName}
        onChange={setService}
      />
      <Filter
        name="type"
        value={type}
        values={all.map((each) => each.resource_type)}
        labelOf={typeName}
        onChange={setType}
      />
      <Filter
        name="visibility"
        value={visibility}
        values={['public', 'restricted']}
        labelOf={(each) => t(`visibility.${each}`)}
        onChange={setVisibility}
      />
    </>
  );
  return (
    <Page title={t('resources.title')} lead={t('resources.lead')} crumbs={adminCrumbs()}>
      <DataTable
        label={t('resources.title')}
        rows={source.data?.items}
        source={source}
        serverSearch
        filters={filters}
        filtered={service !== '' || type !== '' || visibility !== ''}
        onResetFilters={() => [setService, setType, setVisibility].forEach((clear) => clear(''))}
        searchPlaceholder={t('resources.search')}
        columns={resourceColumns(serviceName)}
        rowKey={(item) => item.resource_id}
        rowName={(item) => item.display_name}
        defaultSort={{ key: 'name', descending: false }}
        currentKey={panel.id ?? undefined}
        empty={
          <EmptyState
            boxed
            icon={<IconShieldLock size={22} stroke={1.6} />}
            title={t('resources.emptyTitle')}
            text={t('resources.emptyText')}
          />
        }
      />
      <SidePanel
        opened={panel.id !== null || panel.unknown}
        title={current?.display_name ?? t('resources.one')}
        size={560}
        onClose={panel.close}
      >
        <AccessPanel id={panel.id} onClose={panel.close} />
      </SidePanel>
    </Page>
  );
}

interface FilterProps {
  name: 'service' | 'type' | 'visibility';
  value: string;
  values: string[];
  labelOf?: (value: string) => string;
  onChange: (value: string) => void;
}

function Filter({ name, value, values, labelOf = String, onChange }: FilterProps) {
  const options = [...new Set([...values, ...(value ? [value] : [])])].sort();
  return (
    <Select
      style={{ flex: '0 1 150px' }}
      aria-label={t(`resources.${name}`)}
      placeholder={t(`resources.any_${name}`)}
      data={options.map((each) => ({ value: each, label: labelOf(each) }))}
      value={value || null}
      clearable
      clearButtonProps={{ 'aria-label': t('resources.clearFilter') }}
      onChange={(next) => onChange(next ?? '')}
    />
  );
}

function withoutEmpty(query: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''));
}
