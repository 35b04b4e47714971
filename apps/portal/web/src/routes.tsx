import type { ComponentType } from 'react';
import { Navigate, type RouteObject } from 'react-router';
import { addMessages } from '@cairn/ui';

/** The portal's pages. A side panel has an address of its own: the last segment is an id, or `new`. */
export const routes: RouteObject[] = [
  {
    index: true,
    lazy: async () => ({ Component: (await import('./home/home-page.tsx')).HomePage }),
  },
  {
    path: 'catalog',
    lazy: async () => ({ Component: (await import('./catalog/catalog-page.tsx')).CatalogPage }),
  },
  {
    path: 'services',
    lazy: async () => ({ Component: (await import('./services/services-page.tsx')).ServicesPage }),
  },
  {
    path: 'account',
    lazy: async () => ({ Component: (await import('./account/account-page.tsx')).AccountPage }),
  },
  { path: 'admin', element: <Navigate to="/administration" replace /> },
  adminRoute(
    'administration',
    async () => (await import('./administration/administration-page.tsx')).AdministrationPage,
  ),
  adminRoute('admin/portal', async () => (await import('./cards/cards-page.tsx')).CardsPage),
  adminRoute('admin/resource-sync', async () => (await import('./sync/sync-page.tsx')).SyncPage),
  adminRoute('admin/users/:id?', async () => (await import('./users/users-page.tsx')).UsersPage),
  adminRoute('admin/groups/:id?', async () => (await import('./groups/groups-page.tsx')).GroupsPage),
  adminRoute(
    'admin/resources/:id?',
    async () => (await import('./resources/resources-page.tsx')).ResourcesPage,
  ),
  adminRoute(
    'admin/permissions/:id?',
    async () => (await import('./permissions/permissions-page.tsx')).PermissionsPage,
  ),
  adminRoute('admin/audit', async () => (await import('./audit/audit-page.tsx')).AuditPage),
];

/** A page for administrators; it loads with the messages that only these pages use. */
function adminRoute(path: string, load: () => Promise<ComponentType>): RouteObject {
  return {
    path,
    lazy: async () => {
      const [Component, { adminMessages }] = await Promise.all([load(), import('./messages/en-admin.ts')]);
      addMessages(adminMessages);
      return { Component };
    },
  };
}
