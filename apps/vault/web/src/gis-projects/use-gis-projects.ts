import { notifyDone, t, useApi, useChange } from '@cairn/ui';
import { vault } from '../client.ts';
import { gisProjectsKey } from '../query-keys.ts';

export function useGisProjects() {
  return useApi([...gisProjectsKey, 'list'], (signal) => vault.GET('/api/gisproj-projects', { signal }));
}

export function useGisProject(id: string) {
  return useApi([...gisProjectsKey, id], (signal) =>
    vault.GET('/api/gisproj-projects/{id}', { params: { path: { id } }, signal }),
  );
}

export function useGisVersions(id: string) {
  return useApi([...gisProjectsKey, id, 'versions'], (signal) =>
    vault.GET('/api/gisproj-projects/{id}/versions', { params: { path: { id } }, signal }),
  );
}

/** Makes a snapshot the runtime. Nothing is lost by it, so it does not ask. */
export function useRestore(id: string) {
  return useChange(
    (version: number) =>
      vault.POST('/api/gisproj-projects/{id}/versions/{version}/restore', {
        params: { path: { id, version } },
      }),
    {
      refresh: [gisProjectsKey],
      onDone: (answer: { snapshot?: unknown }, version) => {
        const kept = typeof answer.snapshot === 'number' ? answer.snapshot : null;
        notifyDone(
          kept === null
            ? t('gisProjects.versions.restored', { version })
            : t('gisProjects.versions.restoredKept', { version, kept }),
        );
      },
    },
  );
}
