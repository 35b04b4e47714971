import { ActionIcon, Badge, Text, Title } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { ConfirmDanger, DataTable, RelativeTime, t, useApi, useChange, useMe, type Column } from '@cairn/ui';
import { portal, type ServiceDatabase } from '../client.ts';

const databasesKey = ['service-databases'];

/** The databases that services use or used; administrators can remove those that are no longer used. */
export function DatabasesSection() {
  const me = useMe();
  const source = useApi(
    databasesKey,
    (signal) => portal.GET('/api/admin/portal/service-databases', { signal }),
    { enabled: me.data?.admin === true },
  );
  const [removing, setRemoving] = useState<ServiceDatabase | null>(null);
  const remove = useChange(
    ({ id }: ServiceDatabase) =>
      portal.DELETE('/api/admin/portal/service-databases/{id}', { params: { path: { id } } }),
    {
      refresh: [databasesKey],
      onDone: () => setRemoving(null),
      done: t('services.databases.removed', names(removing)),
    },
  );
  if (!source.data) return null;
  return (
    <section>
      <Title order={2} size="h4">
        {t('services.databases.title')}
      </Title>
      <Text c="dimmed" size="sm" mb="sm">
        {t('services.databases.lead')}
      </Text>
      <DataTable
        label={t('services.databases.title')}
        rows={source.data.items}
        source={source}
        columns={columns()}
        rowKey={(row) => row.id}
        rowName={(row) => `${row.service_key} ${row.name} ${row.server_identifier}`}
        stateKey="databases"
        actions={(row) =>
          row.in_use ? null : (
            <ActionIcon
              variant="subtle"
              color="gray"
              size={28}
              aria-label={t('services.databases.removeNamed', names(row))}
              onClick={() => setRemoving(row)}
            >
              <IconTrash size={15} />
            </ActionIcon>
          )
        }
        empty={null}
      />
      <ConfirmDanger
        opened={removing !== null}
        title={t('services.databases.removeTitle', names(removing))}
        action={t('services.databases.remove')}
        busy={remove.isPending}
        onClose={() => setRemoving(null)}
        onConfirm={() => removing && remove.mutate(removing)}
      >
        {t('services.databases.removeText', names(removing))}
      </ConfirmDanger>
    </section>
  );
}

function columns(): Column<ServiceDatabase>[] {
  return [
    {
      key: 'service',
      header: t('services.name'),
      value: (row) => row.service_key,
      always: true,
    },
    { key: 'database', header: t('services.databases.database'), value: (row) => row.name },
    {
      key: 'server',
      header: t('services.databases.server'),
      value: (row) => row.server_identifier,
      from: 'md',
    },
    {
      key: 'state',
      header: t('services.state'),
      value: (row) => String(row.in_use),
      cell: (row) => (
        <Badge color={row.in_use ? 'green' : 'gray'}>
          {t(row.in_use ? 'services.databases.inUse' : 'services.databases.unused')}
        </Badge>
      ),
    },
    {
      key: 'reported',
      header: t('services.databases.reported'),
      value: (row) => row.last_reported_at,
      cell: (row) => <RelativeTime exact value={row.last_reported_at} />,
      from: 'sm',
    },
  ];
}

function names(row: ServiceDatabase | null) {
  return { service: row?.service_key ?? '', database: row?.name ?? '', server: row?.server_identifier ?? '' };
}
