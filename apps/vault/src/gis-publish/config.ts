import { join, resolve } from 'node:path';
import { readConfig, readServiceConfig } from '@cairn/service';
import type { ServiceConfig } from '@cairn/service';

export interface GisPublishConfig extends ServiceConfig {
  serviceSecret: string;
  /** Folder of the projects and of files in progress. */
  storageRoot: string;
  maxUploadBytes: number;
  /** Processes of QGIS Server. */
  workers: number;
  /** Time limit of one picture. */
  requestMs: number;
  maxSnapshots: number;
}

const REPOSITORY = resolve(import.meta.dirname, '../../../..');

interface Environment {
  SERVICE_SECRET: string;
  STORAGE_ROOT: string;
  MAX_UPLOAD_BYTES: number;
  QGIS_WORKERS: number;
  WMS_SECONDS: number;
  GIS_SNAPSHOTS: number;
}

/** The only reader of the environment. Throws ConfigError with one sentence for each problem. */
export function readGisPublishConfig(env: Record<string, string | undefined>): GisPublishConfig {
  const values = readConfig<Environment>(
    {
      properties: {
        SERVICE_SECRET: { type: 'string', format: 'secret' },
        STORAGE_ROOT: { type: 'string', default: join(REPOSITORY, '.data/storage/gis-publish') },
        MAX_UPLOAD_BYTES: { type: 'integer', minimum: 1024, default: 5 * 1024 ** 3 },
        QGIS_WORKERS: { type: 'integer', minimum: 1, maximum: 32, default: 2 },
        WMS_SECONDS: { type: 'integer', minimum: 1, maximum: 600, default: 30 },
        GIS_SNAPSHOTS: { type: 'integer', minimum: 1, maximum: 1_000, default: 10 },
      },
      required: ['SERVICE_SECRET'],
    },
    env,
  );
  return {
    ...readServiceConfig(env, { port: 8887 }),
    serviceSecret: values.SERVICE_SECRET,
    storageRoot: resolve(values.STORAGE_ROOT),
    maxUploadBytes: values.MAX_UPLOAD_BYTES,
    workers: values.QGIS_WORKERS,
    requestMs: values.WMS_SECONDS * 1_000,
    maxSnapshots: values.GIS_SNAPSHOTS,
  };
}
