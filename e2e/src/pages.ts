import type { APIRequestContext } from 'playwright-core';

/** A page, by a name for tests and files. */
export interface NamedPage {
  name: string;
  path: string;
}

export const portalPages: NamedPage[] = [
  { name: 'home', path: '/' },
  { name: 'services', path: '/services' },
  { name: 'catalog', path: '/catalog' },
  { name: 'catalog-list', path: '/catalog?view=list' },
  { name: 'catalog-map', path: '/catalog?view=map' },
  { name: 'account', path: '/account' },
  { name: 'administration', path: '/administration' },
  { name: 'admin-portal', path: '/admin/portal' },
  { name: 'admin-resource-sync', path: '/admin/resource-sync' },
  { name: 'admin-users', path: '/admin/users' },
  { name: 'admin-user-new', path: '/admin/users/new' },
  { name: 'admin-groups', path: '/admin/groups' },
  { name: 'admin-resources', path: '/admin/resources' },
  { name: 'admin-permissions', path: '/admin/permissions' },
  { name: 'admin-audit', path: '/admin/audit' },
  { name: 'nothing-here', path: '/nothing-here' },
];

/** The vault's pages, with a vector and a raster dataset that the signed-in person may see. */
export async function vaultPages(request: APIRequestContext): Promise<NamedPage[]> {
  const datasets = await listDatasets(request);
  const vector = datasets.find(({ type }) => type === 'vector');
  const raster = datasets.find(({ type }) => type === 'raster');
  const pages = [
    { name: 'vault', path: '/vault/' },
    { name: 'vault-upload', path: '/vault/upload' },
  ];
  if (vector) {
    const path = `/vault/datasets/${encodeURIComponent(vector.name)}`;
    pages.push(
      { name: 'vault-vector', path },
      { name: 'vault-about', path: `${path}?tab=about` },
      { name: 'vault-versions', path: `${path}?tab=versions` },
      { name: 'vault-edit', path: `${path}?panel=edit` },
    );
  }
  if (raster)
    pages.push({ name: 'vault-raster', path: `/vault/datasets/${encodeURIComponent(raster.name)}` });
  return pages;
}

interface ListedDataset {
  name: string;
  type: string;
}

/** By name, so that pictures of two runs show the same data. */
async function listDatasets(request: APIRequestContext): Promise<ListedDataset[]> {
  const answer = await request.get('/vault/datasets-summary');
  if (!answer.ok()) return [];
  return ((await answer.json()) as ListedDataset[]).sort((a, b) => a.name.localeCompare(b.name));
}
