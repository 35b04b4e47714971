import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { jobsKey, t, useApi, useChange } from '@cairn/ui';
import { vault, type MapServer, type MapServerPublication } from '../client.ts';
import { datasetKey } from '../query-keys.ts';

export const mapServersKey = ['map-servers'] as const;
export const catalogKey = (id: number) => [...mapServersKey, id, 'catalog'] as const;
export const serverPublicationsKey = (id: number) => [...mapServersKey, id, 'publications'] as const;
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
    { staleTime: 0, enabled },
  );
}

const isBusy = ({ status }: MapServerPublication) => status !== 'published' && status !== 'failed';

/** While a job changes something, the list is read again. */
const untilQuiet = (list: MapServerPublication[] | undefined) => (list?.some(isBusy) ? 1_500 : false);

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

/** Reads the catalogs of map servers again when a job has changed what is published there. */
export function useCatalogRefresh(publications: MapServerPublication[] | undefined): void {
  const queries = useQueryClient();
  const before = useRef<MapServerPublication[]>(undefined);
  useEffect(() => {
    if (!publications) return;
    const changed = before.current && [
      ...before.current.filter((old) => publications.every(({ id }) => id !== old.id)),
      ...publications.filter((now) => {
        const old = before.current?.find(({ id }) => id === now.id);
        return !isBusy(now) && (!old || isBusy(old) || old.job_id !== now.job_id);
      }),
    ];
    before.current = publications;
    for (const id of new Set(changed?.map(({ connection_id }) => connection_id)))
      if (id !== null) void queries.resetQueries({ queryKey: catalogKey(id) });
  }, [publications, queries]);
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
