import { basePath, t } from '@cairn/ui';
import { PROJECT_ID } from './client.ts';

/** The way back to the list of datasets. */
export function datasetsCrumb(): { label: string; href: string } {
  return { label: t('list.title'), href: `${basePath()}/` };
}

/** Address of a dataset's page inside this app. */
export function datasetRoute(name: string): string {
  return `/datasets/${encodeURIComponent(name)}`;
}

/** Address of a dataset's page as other services know it. */
export function datasetHref(name: string): string {
  return `${basePath()}${datasetRoute(name)}`;
}

/** Address of the page that shows two versions side by side, inside this app. */
export function compareRoute(name: string, left: number, right: number): string {
  return `${datasetRoute(name)}/compare?left=${left}&right=${right}`;
}

export function downloadHref(versionId: number): string {
  return `${basePath()}/versions/${versionId}/download`;
}

export function thumbnailHref(name: string, versionId: number): string {
  // The version in the address lets the browser keep a picture until the data change.
  return `${basePath()}${datasetRoute(name)}/thumbnail?v=${versionId}`;
}

/** Where a file is sent: to become a new dataset, or the next version of `dataset`. */
export function uploadHref(dataset: string | null): string {
  return dataset === null
    ? `${basePath()}/projects/${PROJECT_ID}/upload`
    : `${basePath()}${datasetRoute(dataset)}/upload`;
}

/** Address of the page of map servers, or of one of them. */
export function mapServersHref(id?: number): string {
  return `${basePath()}/map-servers${id === undefined ? '' : `/${id}`}`;
}

/** Address of a style's document. */
export function styleHref(server: number, { name, workspace }: { name: string; workspace?: string }): string {
  const query = new URLSearchParams({ connection_id: String(server), ...(workspace ? { workspace } : {}) });
  return `${basePath()}/api/mapserver/styles/${encodeURIComponent(name)}?${query}`;
}

/** Address of the form that imports a layer of a map server. */
export function importLayerHref(
  server: number,
  { workspace, name }: { workspace: string; name: string },
): string {
  const query = new URLSearchParams({
    from: 'mapserver',
    server: String(server),
    layer: `${workspace}:${name}`,
  });
  return `${basePath()}/upload?${query}`;
}

/** The current state of a GIS project as a file. */
export function gisProjectDownloadHref(id: string): string {
  return `${basePath()}/api/gisproj-projects/${encodeURIComponent(id)}/download`;
}

/** A version of a GIS project as a file; 0 is the current one. */
export function gisVersionDownloadHref(id: string, version: number): string {
  if (version === 0) return gisProjectDownloadHref(id);
  return `${basePath()}/api/gisproj-projects/${encodeURIComponent(id)}/versions/${version}/download`;
}

/** Address of the details of a GIS project. */
export function gisProjectHref(id: string): string {
  return `${basePath()}/gis-projects?project=${encodeURIComponent(id)}`;
}
