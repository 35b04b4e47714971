import { health, notFound, servePage, streaming } from '@cairn/service';
import type { Handlers } from '@cairn/service';
import type { PortalOperations } from '@cairn/contracts';

type Operation = Extract<keyof PortalOperations, `${string}Page`> | 'health' | 'sharedAsset';

interface PageRoutes {
  /** Folder of the Vite build. */
  pages: string;
  /** Folder of the assets that all services share. */
  sharedAssets: string;
}

export function pageRoutes({
  pages,
  sharedAssets,
}: PageRoutes): Handlers<PortalOperations, Exclude<Operation, 'loginPage'>> {
  const page = servePage(pages);
  return {
    health,
    homePage: page,
    servicesPage: page,
    catalogPage: page,
    administrationPage: page,
    accountPage: page,
    adminPortalPage: page,
    adminResourceSyncPage: page,
    adminAuditPage: page,
    adminUsersPage: page,
    adminUsersNestedPage: page,
    adminGroupsPage: page,
    adminGroupsNestedPage: page,
    adminResourcesPage: page,
    adminResourcesNestedPage: page,
    adminPermissionsPage: page,
    adminPermissionsNestedPage: page,
    sharedAsset: streaming(async ({ res, input }) => {
      res.setHeader('Cache-Control', 'public, no-cache');
      res.setHeader('Vary', 'Accept-Encoding');
      await new Promise<void>((resolve, reject) => {
        res.sendFile(
          input.path.path,
          { root: sharedAssets, cacheControl: false, dotfiles: 'deny' },
          (error?: Error) => {
            if (!error || res.headersSent) resolve();
            else reject(notFound('portal.no_such_asset', 'File not found.'));
          },
        );
      });
    }),
  };
}
