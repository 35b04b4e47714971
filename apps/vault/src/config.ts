import { ConfigError, splitList, readDataServiceConfig } from '@cairn/service';
import type { DataServiceConfig } from '@cairn/service';

export interface VaultConfig extends DataServiceConfig {
  /** A draft without edits for this long becomes a version; 0: never. */
  editPauseSeconds: number;
  /** How long a request waits for working copies and tiles before it gets 503. */
  preparationSeconds: number;
  /** How long a page may wait for the preview of a derivation, or for the values of a field. */
  previewSeconds: number;
  /** How long a derivation may take. */
  deriveSeconds: number;
  /** Room for local copies of objects in stores; the least recently used ones are removed. */
  localCopiesBytes: number;
  /** Networks beside the public internet to which users may point. */
  outboundAllowedNetworks: string[];
  /** Internal address of the service dbadmin; without it no database can be chosen. */
  dbadminUrl?: string;
  /** Path of a connection service file of PostgreSQL, which lists the database services. */
  pgServiceFile?: string;
  /** Internal address of the GIS publish service; without it rasters cannot be published. */
  gisProjectsUrl?: string;
  /** A Martin tile server, and the database that it reads as `host:port/name`, as saved connections have it. */
  martin?: { url: string; database: string };
}

interface VaultEnvironment {
  EDIT_PAUSE_SECONDS: number;
  PREPARATION_SECONDS: number;
  PREVIEW_SECONDS: number;
  DERIVE_SECONDS: number;
  LOCAL_COPIES_BYTES: number;
  OUTBOUND_ALLOWED_CIDRS: string;
  DBADMIN_URL?: string;
  PGSERVICEFILE?: string;
  GISPROJ_URL?: string;
  MARTIN_URL?: string;
  MARTIN_DATABASE?: string;
}

/** The only reader of the environment. Throws ConfigError with one sentence for each problem. */
export function readVaultConfig(env: Record<string, string | undefined>): VaultConfig {
  const { config, values } = readDataServiceConfig<VaultEnvironment>(env, {
    name: 'vault',
    port: 8883,
    maxUploadBytes: 5 * 1024 ** 3,
    properties: {
      EDIT_PAUSE_SECONDS: { type: 'integer', minimum: 0, maximum: 604_800, default: 0 },
      PREPARATION_SECONDS: { type: 'integer', minimum: 1, maximum: 600, default: 10 },
      PREVIEW_SECONDS: { type: 'integer', minimum: 1, maximum: 600, default: 5 },
      DERIVE_SECONDS: { type: 'integer', minimum: 1, maximum: 604_800, default: 7_200 },
      LOCAL_COPIES_BYTES: { type: 'integer', minimum: 0, default: 20 * 1024 ** 3 },
      OUTBOUND_ALLOWED_CIDRS: { type: 'string', format: 'networks', default: '' },
      DBADMIN_URL: { type: 'string', format: 'uri' },
      PGSERVICEFILE: { type: 'string' },
      GISPROJ_URL: { type: 'string', format: 'uri' },
      MARTIN_URL: { type: 'string', format: 'uri' },
      MARTIN_DATABASE: { type: 'string', pattern: '^[^/]+:\\d{1,5}/.+$' },
    },
  });
  if ((values.MARTIN_URL === undefined) !== (values.MARTIN_DATABASE === undefined)) {
    throw new ConfigError([
      'MARTIN_URL and MARTIN_DATABASE belong together: set both, such as http://martin:3000 and db.example.org:5432/gis, or neither',
    ]);
  }
  return {
    ...config,
    editPauseSeconds: values.EDIT_PAUSE_SECONDS,
    preparationSeconds: values.PREPARATION_SECONDS,
    previewSeconds: values.PREVIEW_SECONDS,
    deriveSeconds: values.DERIVE_SECONDS,
    localCopiesBytes: values.LOCAL_COPIES_BYTES,
    outboundAllowedNetworks: splitList(values.OUTBOUND_ALLOWED_CIDRS),
    ...(values.PGSERVICEFILE ? { pgServiceFile: values.PGSERVICEFILE } : {}),
    ...(values.DBADMIN_URL ? { dbadminUrl: values.DBADMIN_URL } : {}),
    ...(values.MARTIN_URL && values.MARTIN_DATABASE
      ? { martin: { url: values.MARTIN_URL, database: values.MARTIN_DATABASE } }
      : {}),
    ...(values.GISPROJ_URL ? { gisProjectsUrl: values.GISPROJ_URL } : {}),
  };
}
