import { useApi, useChange } from '@cairn/ui';
import { reportServer, type DatasourceTest } from '../client.ts';

export const registeredKey = ['registered-datasources'] as const;
/** The datasources and tables that people explore, of which the registered ones are the source. */
export const REFRESHED = [[...registeredKey], ['datasources'], ['tables']];

/** All datasources, with where they are: for administrators. */
export function useRegisteredDatasources() {
  const answer = useApi(registeredKey, (signal) => reportServer.GET('/api/v1/datasources', { signal }));
  return { ...answer, datasources: answer.data?.datasources };
}

/** Signs in to the database of a datasource. */
export function useDatasourceTest(key: string) {
  return useChange<void, DatasourceTest>(() =>
    reportServer.POST('/api/v1/datasources/{key}/test', { params: { path: { key } } }),
  );
}
