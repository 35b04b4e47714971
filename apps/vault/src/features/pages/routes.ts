import type { VaultOperations } from '@cairn/contracts';
import { health, notFound, servePage, streaming } from '@cairn/service';
import type { Handlers } from '@cairn/service';
import { pagePath } from '../../page-path.ts';
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
  // The page's script would report an unknown dataset as well, but without a status.
  const ofDataset = streaming<VaultOperations['datasetPage']>(async (exchange) => {
    const { input, req, res, call } = exchange;
    const { name } = input.path;
    if (await datasets.find(name)) return page.run(exchange);
    const newName = await datasets.renamedTo(name);
    if (newName === null) {
      throw notFound(
        'vault.no_such_dataset',
        `There is no dataset "${name}". Go back to the list and choose one.`,
      );
    }
    const [, rest = ''] = /^.*?\/datasets\/[^/?]+(.*)$/.exec(req.originalUrl) ?? [];
    res.setHeader('Cache-Control', 'no-store');
    res.redirect(302, pagePath(newName, call.basePath) + rest);
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
