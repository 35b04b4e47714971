import type { VaultOperations } from '@cairn/contracts';
import { health, notFound, servePage, streaming } from '@cairn/service';
import type { Handlers } from '@cairn/service';
import type { DatasetService } from '../datasets/service.ts';

export interface PageRoutes {
  /** Folder of the Vite build. */
  pages: string;
  /** Folder of the assets that all services share. */
  sharedAssets: string;
  datasets: DatasetService;
}

export function pageRoutes({
  pages,
  sharedAssets,
  datasets,
}: PageRoutes): Handlers<
  VaultOperations,
  'datasetListPage' | 'uploadPage' | 'datasetPage' | 'comparePage' | 'sharedAsset' | 'health'
> {
  const page = servePage(pages);
  // The page's script would tell of an unknown dataset too, but not with a status.
  const ofDataset = streaming<VaultOperations['datasetPage']>(async (exchange) => {
    const { name } = exchange.input.path;
    if (!(await datasets.find(name))) {
      throw notFound(
        'vault.no_such_dataset',
        `There is no dataset "${name}"; go back to the list and choose one.`,
      );
    }
    await page.run(exchange);
  });
  return {
    health,
    datasetListPage: page,
    uploadPage: page,
    datasetPage: ofDataset,
    comparePage: ofDataset,
    sharedAsset: streaming(async ({ res, input }) => {
      res.setHeader('Cache-Control', 'public, no-cache');
      await new Promise<void>((resolve, reject) => {
        const options = { root: sharedAssets, cacheControl: false, dotfiles: 'deny' as const };
        res.sendFile(input.path.path, options, (error?: Error) => {
          if (!error || res.headersSent) resolve();
          else reject(notFound('vault.no_such_asset', 'There is no such file; check the address.'));
        });
      });
    }),
  };
}
