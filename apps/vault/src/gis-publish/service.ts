import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Express } from 'express';
import { parseBearer, verifyServiceToken } from '@cairn/auth';
import { loadContract } from '@cairn/contracts';
import type { GisPublishOperations } from '@cairn/contracts';
import { createStorage } from '@cairn/files';
import { gdalEnvironment } from '@cairn/geo';
import { ANONYMOUS, createServiceApp, repeat } from '@cairn/service';
import type { AccessGuard, Logger } from '@cairn/service';
import type { GisPublishConfig } from './config.ts';
import { createProjectStore } from './project-store.ts';
import type { ProjectStore } from './project-store.ts';
import { createQgisPool } from './qgis-pool.ts';
import type { QgisPool } from './qgis-pool.ts';
import { findQgisServer } from './qgis-worker.ts';
import { gisPublishRoutes } from './routes.ts';

export const GIS_PUBLISH = 'gis-publish';

export interface GisPublish {
  app: Express;
  qgis: QgisPool;
  projects: ProjectStore;
  close(): Promise<void>;
}

/** Wires the parts of the GIS publish service together. It listens nowhere yet. */
export async function createGisPublish(config: GisPublishConfig, logger: Logger): Promise<GisPublish> {
  const storage = createStorage({ root: config.storageRoot });
  const projectsRoot = join(config.storageRoot, 'projects');
  await mkdir(projectsRoot, { recursive: true });
  // QGIS Server sees this folder alone, under another account; the one above it is closed.
  await chmod(projectsRoot, 0o755);
  await chmod(config.storageRoot, 0o700);
  const projects = createProjectStore({ root: projectsRoot, maxSnapshots: config.maxSnapshots });
  const programs = await findQgisServer();
  if (programs === null) logger.warn('QGIS Server is not installed; projects are stored, but not drawn');
  const qgis = createQgisPool({
    ...{ programs, projectsRoot, logger, workers: config.workers, requestMs: config.requestMs },
    env: await gdalEnvironment(),
    scratch: () => storage.scratch('processes'),
  });
  const stopSweeping = repeat(
    async () => {
      const removed = (await projects.sweep()) + (await storage.sweep({ isReferred: async () => true }));
      if (removed > 0) logger.info({ removed }, 'removed leftovers from storage');
    },
    { everyMs: 60_000, what: 'housekeeping', logger },
  );
  const app = createServiceApp<GisPublishOperations>({
    service: GIS_PUBLISH,
    contract: loadContract(GIS_PUBLISH),
    handlers: gisPublishRoutes({ storage, projects, qgis, maxBytes: config.maxUploadBytes }),
    guard: serviceGuard(config.serviceSecret),
    config,
    logger,
    ready: async () => ({ qgis: qgis.isRunning() }),
  });
  return {
    app,
    qgis,
    projects,
    async close() {
      stopSweeping();
      await qgis.close();
    },
  };
}

/** Lets in services of the platform only. */
function serviceGuard(secret: string): AccessGuard {
  return {
    async identify(request) {
      const token = parseBearer(request.headers.authorization);
      const caller = token === null ? null : verifyServiceToken({ token, audience: GIS_PUBLISH, secret });
      return caller ? { ...ANONYMOUS, kind: 'service', via: 'service', service: caller.service } : ANONYMOUS;
    },
    allows: async () => false,
  };
}
