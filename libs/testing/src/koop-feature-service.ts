import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { createRequire } from 'node:module';
import express from 'express';
import type { Request, Response } from 'express';
import { listen } from './test-app.ts';

/** A GeoJSON collection with what Koop takes from its `metadata`. */
export interface KoopLayer {
  type: 'FeatureCollection';
  features: object[];
  metadata?: Record<string, unknown>;
  [more: string]: unknown;
}

export interface KoopFeatureService {
  /** Address of the service. */
  url: string;
  /** Paths with queries that were requested. */
  requests: string[];
  close(): Promise<void>;
}

/** The part of the package that is used; it has no types of its own. */
interface Koop extends Record<'restInfo' | 'serverInfo' | 'layerInfo' | 'query', Handler> {
  setLogger(options: { logger: object }): void;
}

type Handler = (req: Request, res: Response, data: unknown) => void;

const BASE = '/arcgis/rest/services/Samples/FeatureServer';

/**
 * A real feature service of layers in memory: Koop, Esri's open-source implementation of the GeoServices specification, behind the
 * routes of an ArcGIS server. It has no sign-in.
 */
export async function startKoop(layers: KoopLayer[]): Promise<KoopFeatureService> {
  // Its way without a compiled module. Read when it is loaded, which takes a while, so only tests of services load it.
  process.env['OBJECTID_FEATURE_HASH'] = 'javascript';
  const require = createRequire(import.meta.url);
  const koop = require('@koopjs/featureserver') as Koop;
  const quiet = () => undefined;
  koop.setLogger({ logger: { silly: quiet, debug: quiet, info: quiet, warn: quiet, error: quiet } });
  const app = express();
  const requests: string[] = [];
  app.use(express.urlencoded({ extended: false, limit: '8mb' }));
  app.use((req, _res, next) => {
    requests.push(req.originalUrl);
    // Koop changes the parameters in place, which Express 5 computes anew each time.
    Object.defineProperty(req, 'query', {
      value: { ...req.query, ...(req.body as object | undefined) },
      writable: true,
    });
    next();
  });
  const withId = layers.map((layer, id) => ({ ...layer, metadata: { id, ...layer.metadata } }));
  const layerOf = (req: Request) => withId[Number(req.params['layer'])];
  app.all('/arcgis/rest/info', (req: Request, res: Response) => koop.restInfo(req, res, {}));
  app.all(BASE, (req: Request, res: Response) => koop.serverInfo(req, res, { layers: withId }));
  app.all(`${BASE}/:layer`, (req: Request, res: Response) => koop.layerInfo(req, res, layerOf(req)));
  app.all(`${BASE}/:layer/query`, (req: Request, res: Response) => koop.query(req, res, layerOf(req)));
  const server: Server = createServer(app);
  const origin = await listen(server);
  return {
    url: origin + BASE,
    requests,
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
