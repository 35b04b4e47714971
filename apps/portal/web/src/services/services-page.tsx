import { Badge, Button, Stack } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { IconPlugConnected } from '@tabler/icons-react';
import {
  DataTable,
  EmptyState,
  Page,
  portalPath,
  requestJson,
  ServiceLink,
  t,
  useServices,
  type Column,
} from '@cairn/ui';
import { DatabasesSection } from './databases-section.tsx';
import { RestartsPanel } from './restarts-panel.tsx';

interface Row {
  key: string;
  name: string;
  href: string;
  state: 'up' | 'down' | 'asking';
  milliseconds: number | null;
}

/** Status of the services; for administrators also their databases and restarts. */
export function ServicesPage() {
  const source = useServices();
  const registered = source.data?.map(({ service_key, display_name }) => ({
    key: service_key,
    name: display_name,
    href: `${portalPath()}/${service_key}/`,
    probe: `${portalPath()}/${service_key}/api/health`,
  }));
  const portalItself = {
    key: 'portal',
    name: t('services.portal'),
    href: `${portalPath()}/`,
    probe: `${portalPath()}/api/health`,
  };
  const services = registered && [portalItself, ...registered.filter(({ key }) => key !== 'portal')];
  const probes = useQueries({
    queries: (services ?? []).map(({ key, probe }) => ({
      queryKey: ['health', key],
      queryFn: () => timed(probe),
      retry: false,
      refetchInterval: 30_000,
    })),
  });
  const rows = services?.map(({ key, name, href }, index): Row => {
    const probe = probes[index];
    const state = probe?.isError ? 'down' : probe?.data === undefined ? 'asking' : 'up';
    return { key, name, href, state, milliseconds: probe?.data ?? null };
  });
  const refresh = () => probes.forEach((probe) => void probe.refetch());
  return (
    <Page
      title={t('services.title')}
      lead={t('services.lead')}
      action={
        <Button variant="default" onClick={refresh}>
          {t('services.refresh')}
        </Button>
      }
    >
      <DataTable
        label={t('services.title')}
        rows={rows}
        source={source}
        columns={columns()}
        rowKey={(row) => row.key}
        rowName={(row) => row.name}
        empty={
          <EmptyState
            boxed
            icon={<IconPlugConnected size={22} stroke={1.6} />}
            title={t('services.empty.title')}
            text={t('services.empty.text')}
          />
        }
      />
      <Stack gap="xl" mt="xl">
        <DatabasesSection />
        <RestartsPanel />
      </Stack>
    </Page>
  );
}

function columns(): Column<Row>[] {
  return [
    {
      key: 'name',
      header: t('services.name'),
      value: (row) => row.name,
      cell: (row) => <ServiceLink href={row.href}>{row.name}</ServiceLink>,
      always: true,
    },
    { key: 'key', header: t('services.key'), value: (row) => row.key, from: 'sm' },
    {
      key: 'state',
      header: t('services.state'),
      value: (row) => row.state,
      cell: (row) => <State state={row.state} />,
    },
    {
      key: 'time',
      header: t('services.time'),
      value: (row) => row.milliseconds,
      cell: (row) => (row.milliseconds === null ? '–' : `${row.milliseconds} ms`),
      align: 'right',
    },
  ];
}

function State({ state }: { state: Row['state'] }) {
  const color = { up: 'green', down: 'red', asking: 'gray' }[state];
  return <Badge color={color}>{t(`services.${state}`)}</Badge>;
}

async function timed(address: string): Promise<number> {
  const start = performance.now();
  await requestJson(address, { signal: AbortSignal.timeout(5000) });
  return Math.max(1, Math.round(performance.now() - start));
}
