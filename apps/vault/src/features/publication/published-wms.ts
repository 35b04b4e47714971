import type { VaultOperations } from '@cairn/contracts';
import { createFairSemaphore, streaming } from '@cairn/service';
import type { Handlers } from '@cairn/service';
import { passOn } from '../gis-projects/pass-on.ts';
import { pathOf } from '../gis-projects/service.ts';
import { projectOfDataset } from '../gis-projects/types.ts';
import type { Upstream } from '../gis-projects/upstream.ts';
import { noSuchPublication } from './errors.ts';
import type { PublishedLayers } from './published-layers.ts';
import { setSharing } from './published-routes.ts';

export interface PublishedWmsDeps {
  publishedLayers: PublishedLayers;
  gisUpstream: Upstream;
}

/** For one picture, its way to the client included. */
const PICTURE_MS = 60_000;

/** The Web Map Service of a dataset that is published to the GIS runtime. The publish service checks the request. */
export function publishedWmsRoutes({
  publishedLayers,
  gisUpstream,
}: PublishedWmsDeps): Handlers<VaultOperations, 'publishedWms'> {
  const places = createFairSemaphore({
    ...{ limit: 16, perPerson: 6, forVisitors: 12 },
    busy: { code: 'vault.wms_busy', message: 'Many maps are being drawn. Try again in a moment.' },
  });
  return {
    publishedWms: streaming(async ({ input: { path, query, openQuery }, ...exchange }) => {
      const { call } = exchange;
      const { publication } = await publishedLayers.served(path.publication);
      if (publication.server !== 'qgis') throw noSuchPublication();
      const parameters = new URLSearchParams();
      for (const [name, values] of Object.entries(openQuery))
        for (const value of values) parameters.append(name, value);
      const token = query.token === undefined ? '' : `?${new URLSearchParams({ token: query.token })}`;
      const address = `${call.origin}${call.basePath}/published/${publication.id}/wms${token}`;
      const signal = AbortSignal.any([call.signal, AbortSignal.timeout(PICTURE_MS)]);
      await places.run(
        async () => {
          const upstreamPath = `${pathOf(projectOfDataset(publication.datasetId))}/wms?${parameters}`;
          const headers = { 'X-Public-Url': address };
          const response = await gisUpstream({
            path: upstreamPath,
            headers,
            headersMs: PICTURE_MS,
            signal,
            call,
          });
          if (response.status === 404) throw noSuchPublication();
          setSharing(exchange, { isFixed: false });
          await passOn(response, exchange.res, { isInline: true });
        },
        { isForPage: true, signal: call.signal },
      );
    }),
  };
}
