import { useApi } from '@cairn/ui';
import { reportMgmt } from '../client.ts';
import { definitionsKey } from '../query-keys.ts';

/** A report; with its definition for people who may edit it. */
export function useDefinition(key: string) {
  return useApi([...definitionsKey, key], (signal) =>
    reportMgmt.GET('/api/v1/definitions/{key}', { params: { path: { key } }, signal }),
  );
}
