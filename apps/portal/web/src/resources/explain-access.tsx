import { Alert, Loader, Select } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { ErrorState, t, useApi } from '@cairn/ui';
import { portal, type PermissionRow } from '../client.ts';

interface Props {
  resourceId: number;
  groups: PermissionRow[];
}

/** Why a group has access to a resource or not, by the saved permissions. */
export function ExplainAccess({ resourceId, groups }: Props) {
  const [groupId, setGroupId] = useState<string | null>(null);
  const { data, error, isFetching, refetch } = useApi(
    ['explain', resourceId, groupId],
    (signal) =>
      portal.GET('/api/admin/resources/{id}/explain', {
        params: { path: { id: resourceId }, query: { group_id: Number(groupId) } },
        signal,
      }),
    { enabled: groupId !== null },
  );
  return (
    <section>
      <Select
        label={t('resources.whyTitle')}
        description={t('resources.whyHint')}
        placeholder={t('resources.whyChoose')}
        data={groups.map(({ group_id, group_name }) => ({ value: String(group_id), label: group_name }))}
        value={groupId}
        onChange={setGroupId}
        rightSection={isFetching ? <Loader size={14} /> : undefined}
      />
      {error && <ErrorState error={error} retry={() => void refetch()} />}
      {data && (
        <Alert
          mt="sm"
          role="status"
          color={data.view ? 'green' : 'gray'}
          icon={data.view ? <IconCheck size={18} /> : <IconX size={18} />}
          title={data.summary}
        >
          {data.reasons.length > 0 && (
            <ul style={{ margin: 0, paddingLeft: 18 }}>
              {data.reasons.map((reason) => (
                <li key={`${reason.kind}-${reason.permission}-${reason.group_id ?? ''}`}>
                  {reason.sentence}
                </li>
              ))}
            </ul>
          )}
        </Alert>
      )}
    </section>
  );
}
