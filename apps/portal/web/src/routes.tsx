import { lazy } from 'react';
import { Navigate, type RouteObject } from 'react-router';

const HomePage = lazy(() => import('./pages/home/home-page.tsx').then((m) => ({ default: m.HomePage })));
const CatalogPage = lazy(() =>
  import('./pages/catalog/catalog-page.tsx').then((m) => ({ default: m.CatalogPage })),
);
const ServicesPage = lazy(() =>
  import('./pages/services/services-page.tsx').then((m) => ({ default: m.ServicesPage })),
);
const AccountPage = lazy(() =>
  import('./pages/account/account-page.tsx').then((m) => ({ default: m.AccountPage })),
);
const AdministrationPage = lazy(() =>
  import('./pages/administration/administration-page.tsx').then((m) => ({ default: m.AdministrationPage })),
);
const CardsPage = lazy(() => import('./pages/cards/cards-page.tsx').then((m) => ({ default: m.CardsPage })));
const SyncPage = lazy(() => import('./pages/sync/sync-page.tsx').then((m) => ({ default: m.SyncPage })));
const UsersPage = lazy(() => import('./pages/users/users-page.tsx').then((m) => ({ default: m.UsersPage })));
const GroupsPage = lazy(() =>
  import('./pages/groups/groups-page.tsx').then((m) => ({ default: m.GroupsPage })),
);
const ResourcesPage = lazy(() =>
  import('./pages/resources/resources-page.tsx').then((m) => ({ default: m.ResourcesPage })),
);
const PermissionsPage = lazy(() =>
  import('./pages/permissions/permissions-page.tsx').then((m) => ({ default: m.PermissionsPage })),
);
const AuditPage = lazy(() => import('./pages/audit/audit-page.tsx').then((m) => ({ default: m.AuditPage })));

/** The portal's pages. Side panels have addresses of their own: the last segment, `new` for what does not exist yet. */
export const routes: RouteObject[] = [
  { index: true, element: <HomePage /> },
  { path: 'catalog', element: <CatalogPage /> },
  { path: 'services', element: <ServicesPage /> },
  { path: 'account', element: <AccountPage /> },
  { path: 'administration', element: <AdministrationPage /> },
  { path: 'admin', element: <Navigate to="/administration" replace /> },
  { path: 'admin/portal', element: <CardsPage /> },
  { path: 'admin/resource-sync', element: <SyncPage /> },
  { path: 'admin/users/:id?', element: <UsersPage /> },
  { path: 'admin/groups/:id?', element: <GroupsPage /> },
  { path: 'admin/resources/:id?', element: <ResourcesPage /> },
  { path: 'admin/permissions/:id?', element: <PermissionsPage /> },
  { path: 'admin/audit', element: <AuditPage /> },
];
