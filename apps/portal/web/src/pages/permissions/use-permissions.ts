import { useApi } from '@cairn/ui';
import { portal } from '../../api.ts';
import { keys } from '../../queries.ts';

export function usePermissions(enabled = true) {
  return useApi(keys.permissions, (signal) => portal.GET('/api/admin/permissions', { signal }), { enabled });
}
