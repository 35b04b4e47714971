import { loadContract } from '@cairn/contracts';
import { sampleDatabaseName, sampleReaderRole } from '@cairn/topology/sample-database';
import { existingServices } from '../topology.ts';
import type { Api } from './api.ts';

/** Key of the datasource of the sample database, and of its resource at the portal. */
export const sampleDatasourceKey = 'sample';

/** Whether this checkout has a report server that takes datasources. */
export function takesDatasources(): boolean {
  if (!existingServices().some(({ name }) => name === 'report-server')) return false;
  return loadContract('report-server').paths['/api/v1/datasources']?.post !== undefined;
}

/**
 * Registers the sample database with the report server, which reads it with a login that may only read.
 *
 * @param adminUrl superuser address of the cluster
 * @param password of the reader
 * @returns whether it was not there before
 */
export async function loadDatasource(
  api: Api,
  { adminUrl, password }: { adminUrl: string; password: string },
): Promise<boolean> {
  const { datasources } = await api.get<{ datasources: { key: string }[] }>(
    '/report-server/api/v1/datasources',
  );
  if (datasources.some(({ key }) => key === sampleDatasourceKey)) return false;
  const { hostname, port } = new URL(adminUrl);
  await api.send('POST', '/report-server/api/v1/datasources', {
    key: sampleDatasourceKey,
    title: 'Sample data',
    host: hostname,
    port: Number(port),
    database: sampleDatabaseName,
    username: sampleReaderRole,
    password,
    sslmode: 'disable',
  });
  return true;
}
