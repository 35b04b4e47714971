import { Divider, Stack } from '@mantine/core';
import { ApiError, ErrorState, LoadingRows, t, useApi } from '@cairn/ui';
import { useServiceName } from '../administration/use-admin-lists.ts';
import { portal } from '../client.ts';
import { accessOverviewKey } from '../query-keys.ts';
import { ExplainAccess } from './explain-access.tsx';
import { MatrixForm } from './matrix-form.tsx';
import { PeopleAccess } from './people-access.tsx';
import { resourceTypeName } from './resource-type-name.ts';

interface Props {
  id: number | null;
  onClose: () => void;
}

/** Access to one resource, and why a group has it. */
export function AccessPanel({ id, onClose }: Props) {
  const serviceName = useServiceName();
  const { data, error, isPending, refetch } = useApi(
    [...accessOverviewKey, 'matrix', id],
    (signal) =>
      portal.GET('/api/admin/resources/{id}/permissions', { params: { path: { id: id ?? 0 } }, signal }),
    { enabled: id !== null },
  );
  if (id === null)
    return <ErrorState error={new ApiError({ status: 404, message: t('resources.unknown') })} />;
  if (isPending) return <LoadingRows rows={5} />;
  if (error) return <ErrorState error={error} retry={() => void refetch()} />;
  const { resource } = data;
  return (
    <Stack gap="lg" key={resource.id}>
      <p style={{ color: 'var(--cairn-muted)', fontSize: 13, margin: 0, overflowWrap: 'anywhere' }}>
        {t('resources.facts', {
          type: resourceTypeName(resource.resource_type, resource.service),
          key: resource.resource_key,
          service: serviceName(resource.service),
        })}
      </p>
      <MatrixForm
        resourceId={resource.id}
        visibility={data.visibility}
        matrix={data.matrix}
        onDone={onClose}
      />
      <Divider />
      <PeopleAccess matrix={data} />
      <Divider />
      <ExplainAccess resourceId={resource.id} groups={data.matrix} />
    </Stack>
  );
}
