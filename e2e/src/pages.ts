import type { APIRequestContext } from 'playwright-core';

/** Every page of the portal and the vault, by a name for tests and files. */
export async function allPages(request: APIRequestContext): Promise<{ name: string; path: string }[]> {
  const datasets = await listDatasets(request);
  const vector = datasets.find(({ type }) => type === 'vector');
  const raster = datasets.find(({ type }) => type === 'raster');
  return [...portalPages, ...vaultPages(vector?.name, raster?.name)];
}

const portalPages = [
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

function vaultPages(vector: string | undefined, raster: string | undefined) {
  const pages = [
    { name: 'vault', path: '/vault/' },
    { name: 'vault-upload', path: '/vault/upload' },
  ];
  if (vector) {
    const path = `/vault/datasets/${encodeURIComponent(vector)}`;
    pages.push(
      { name: 'vault-vector', path },
      { name: 'vault-about', path: `${path}?tab=about` },
      { name: 'vault-versions', path: `${path}?tab=versions` },
      { name: 'vault-edit', path: `${path}?panel=edit` },
    );
  }
  if (raster) pages.push({ name: 'vault-raster', path: `/vault/datasets/${encodeURIComponent(raster)}` });
  return pages;
}

async function listDatasets(request: APIRequestContext): Promise<{ name: string; type: string }[]> {
  const answer = await request.get('/vault/datasets-summary');
  return answer.ok() ? ((await answer.json()) as { name: string; type: string }[]) : [];
}
