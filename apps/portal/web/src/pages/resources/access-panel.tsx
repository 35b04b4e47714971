import { Divider, Stack } from '@mantine/core';
import { ApiError, ErrorState, LoadingRows, t, useApi } from '@cairn/ui';
import { portal } from '../../api.ts';
import { keys } from '../../queries.ts';
import { ExplainAccess } from './explain-access.tsx';
import { PeopleAccess } from './people-access.tsx';
import { MatrixForm } from './matrix-form.tsx';

interface Props {
  id: number | null;
  onClose: () => void;
}

/** Everything on one resource's access: visibility, groups, and why. */
export function AccessPanel({ id, onClose }: Props) {
  const { data, error, isPending, refetch } = useApi(
    [...keys.overview, 'matrix', id],
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
          type: resource.resource_type,
          key: resource.resource_key,
          service: resource.service,
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
