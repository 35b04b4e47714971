import { jobsKey, t, useApi, useChange } from '@cairn/ui';
import { vault, type MapServer, type MapServerPublication } from '../client.ts';
import { datasetKey } from '../query-keys.ts';

export const mapServersKey = ['map-servers'] as const;
export const catalogKey = (id: number) => [...mapServersKey, id, 'catalog'] as const;
const serverPublicationsKey = (id: number) => [...mapServersKey, id, 'publications'] as const;
const datasetPublicationsKey = (name: string) => [...datasetKey(name), 'map-publications'] as const;

export function useMapServers(enabled = true) {
  return useApi<MapServer[]>(mapServersKey, (signal) => vault.GET('/api/mapserver/connections', { signal }), {
    enabled,
  });
}

export function useDeleteMapServer(onDone: () => void) {
  return useChange(
    ({ id }: MapServer) => vault.DELETE('/api/mapserver/connections/{id}', { params: { path: { id } } }),
    { refresh: [mapServersKey], done: (_data, { name }) => t('mapServers.deleted', { name }), onDone },
  );
}

export function useMapServerTest() {
  return useChange(({ id }: Pick<MapServer, 'id'>) =>
    vault.POST('/api/mapserver/connections/{id}/test', { params: { path: { id } } }),
  );
}

/** Workspaces, layers, styles and stores of one map server. */
export function useCatalog(id: number, enabled = true) {
  return useApi(
    catalogKey(id),
    (signal) => vault.GET('/api/mapserver/catalog', { params: { query: { connection_id: id } }, signal }),
    { staleTime: 15_000, enabled },
  );
}

/** While a job changes something, the list is read again. */
const untilQuiet = (list: MapServerPublication[] | undefined) =>
  list?.some(({ status }) => status !== 'published' && status !== 'failed') ? 1_500 : false;

export function useServerPublications(id: number) {
  return useApi<MapServerPublication[]>(
    serverPublicationsKey(id),
    (signal) =>
      vault.GET('/api/mapserver/publications', { params: { query: { connection_id: id } }, signal }),
    { refetchInterval: untilQuiet },
  );
}

export function useDatasetPublications(name: string, enabled = true) {
  return useApi<MapServerPublication[]>(
    datasetPublicationsKey(name),
    (signal) =>
      vault.GET('/api/datasets/{name}/mapserver-publications', { params: { path: { name } }, signal }),
    { refetchInterval: untilQuiet, enabled },
  );
}

/** All lists in which a publication may be. */
export function publicationKeys({ dataset, connection_id: id }: MapServerPublication) {
  return [datasetPublicationsKey(dataset), jobsKey, ...(id === null ? [] : [serverPublicationsKey(id)])];
}

export function usePublishAgain(publication: MapServerPublication) {
  return useChange(
    () =>
      vault.POST('/api/mapserver/publications/{id}/publish', {
        params: { path: { id: publication.id } },
        body: {},
      }),
    { refresh: publicationKeys(publication), done: t('mapServers.publications.started') },
  );
}

/** Removes a publication from the map server; only from our list where the map server is not known any more. */
export function useUnpublish(publication: MapServerPublication) {
  return useChange(
    ({ forget }: { forget: boolean }) =>
      vault.DELETE('/api/mapserver/publications/{id}', {
        params: { path: { id: publication.id }, query: { forget } },
      }),
    {
      refresh: publicationKeys(publication),
      done: (_data, { forget }) =>
        t(forget ? 'mapServers.publications.forgotten' : 'mapServers.publications.removing'),
    },
  );
}
