import type { VaultOperations } from '@cairn/contracts';
import { notFound, servePage, streaming } from '@cairn/service';
import type { Handlers } from '@cairn/service';
import type { VaultConfig } from '../../config.ts';
import { pagePath } from '../../page-path.ts';
import { withDatasetId } from '../access/dataset-guard.ts';
import type { DatasetService } from '../datasets/service.ts';

export interface PageDeps {
  config: Pick<VaultConfig, 'pages'>;
  datasets: DatasetService;
}

/** The pages of one dataset: an unknown name gets 404, a former name a redirect. */
export function pageRoutes({
  config,
  datasets,
}: PageDeps): Handlers<VaultOperations, 'datasetPage' | 'comparePage'> {
  const page = servePage(config.pages);
  const datasetPage = streaming<VaultOperations['datasetPage']>(async (exchange) => {
    const { input, req, res, call } = exchange;
    const { name } = input.path;
    const dataset = await datasets.find(withDatasetId(input.path, call));
    if (!dataset) {
      throw notFound(
        'vault.no_such_dataset',
        `There is no dataset "${name}". Go back to the list and choose one.`,
      );
    }
    if (dataset.name === name) return page.run(exchange);
    const [, rest = ''] = /^.*?\/datasets\/[^/?]+(.*)$/.exec(req.originalUrl) ?? [];
    res.setHeader('Cache-Control', 'no-store');
    res.redirect(302, pagePath(dataset.name, call.basePath) + rest);
  });
  return { datasetPage, comparePage: datasetPage };
}
