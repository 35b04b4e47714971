import { useApi } from '@cairn/ui';
import { reportServer } from './client.ts';

/** What the server is licensed for, and to whom. */
export function useLicense() {
  return useApi(['license'], (signal) => reportServer.GET('/api/v1/license', { signal }));
}
