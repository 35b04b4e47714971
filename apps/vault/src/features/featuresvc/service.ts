import type { VaultSchemas } from '@cairn/contracts';
import type { Job, Jobs } from '@cairn/jobs';
import { AppError, badRequest, unavailable } from '@cairn/service';
import type { Actor, SafeFetch, SecretBox } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import type { UserRights } from '../access/dataset-guard.ts';
import type { DbadminClient } from '../connections/dbadmin-client.ts';
import { requireConnectionUse } from '../connections/rights.ts';
import type { Destination } from '../connections/types.ts';
import { findOpenFolder } from '../folders/open-folder.ts';
import { countFeatures, inGroups, openService } from './open-service.ts';
import { isImportable } from './plan.ts';
import { insertImport } from './repo.ts';
import { sealSecrets } from './seal-secrets.ts';
import { readServiceAddress } from './service-address.ts';
import { createServiceClient } from './service-client.ts';
import type { ServiceClient } from './service-client.ts';
import type { ServiceImport, ServiceLayer, ServiceLogin } from './types.ts';

export interface FeatureServiceDeps {
  db: Db;
  jobs: Jobs;
  secretBox: SecretBox;
  safeFetch: SafeFetch;
  auth: UserRights;
  dbadmin: Pick<DbadminClient, 'isConfigured'>;
}

const BROWSE_MS = 60_000;

export type FeatureServices = ReturnType<typeof createFeatureServices>;

/** Reads feature services and queues imports from them; see import-job.ts. */
export function createFeatureServices({ db, jobs, secretBox, safeFetch, auth, dbadmin }: FeatureServiceDeps) {
  async function requireDestination(destination: Destination, actor: Actor): Promise<void> {
    if ('id' in destination) {
      await requireConnectionUse({ db, auth }, destination.id, actor).catch((error: unknown) => {
        if (error instanceof AppError && error.kind === 'not_found')
          throw badRequest(error.code, error.message);
        throw error;
      });
    } else if (!('host' in destination || 'pgServiceName' in destination || dbadmin.isConfigured)) {
      throw unavailable(
        'vault.no_dbadmin',
        'Databases cannot be chosen here. Ask the operator to set DBADMIN_URL.',
      );
    }
  }

  return {
    /** The layers of a service. @throws {AppError} bad_request also for what the service or the network does wrong. */
    async browse(
      { address: text, login }: { address: string; login: ServiceLogin },
      signal: AbortSignal,
    ): Promise<VaultSchemas['BrowsedService']> {
      const limited = AbortSignal.any([signal, AbortSignal.timeout(BROWSE_MS)]);
      try {
        const { address, token } = readServiceAddress(safeFetch, text);
        const client = createServiceClient(address, {
          safeFetch,
          login: token === null ? login : { token, ...login },
          signal: limited,
        });
        const { url, type, layers } = await openService(client);
        const described = await inGroups(layers, async (layer) =>
          toLayerBody(layer, url, await countOf(client, layer)),
        );
        return {
          service: { service_url: url.href, service_type: type, layers: described },
          token: (await client.token()) ?? '',
        };
      } catch (error) {
        signal.throwIfAborted();
        if (limited.aborted) {
          throw badRequest(
            'vault.service_slow',
            'The service took longer than a minute to describe itself. Try again later.',
          );
        }
        if (error instanceof AppError && error.kind === 'unprocessable')
          throw badRequest(error.code, error.message);
        throw error;
      }
    },

    /**
     * Saves the request with its login and its destination sealed, and queues its job.
     * @throws {AppError} bad_request for an address that the vault must not call and for a folder that is not open to the actor,
     * forbidden for a connection of another user, unavailable without database administration or an encryption key.
     */
    async requestImport(actor: Actor, request: ServiceImport): Promise<Job> {
      const { login: given, destination, ...rest } = request;
      const { address, token } = readServiceAddress(safeFetch, request.address);
      const layer = address.layerId === null ? '' : `/${address.layerId}`;
      const stored = { ...rest, address: `${address.url.href}${layer}` };
      const login = token === null ? given : { token, ...given };
      if (request.folderId !== null) await findOpenFolder(db, request.folderId, actor);
      await requireDestination(destination, actor);
      const owner = { address: stored.address, userId: actor.id };
      const sealed = sealSecrets(secretBox, { login, destination }, owner);
      const job = await db.transaction().execute(async (trx) => {
        const queued = await jobs.enqueue(trx, {
          kind: request.tablesOnly ? 'import.quick' : 'featuresvc.import',
          payload: {
            title: titleOf(address.url),
            ...(request.tablesOnly ? { source: 'featuresvc' } : {}),
          },
          requestedBy: actor.id,
        });
        await insertImport(trx, { jobId: queued.id, requestedById: actor.id, request: stored, sealed });
        return queued;
      });
      void jobs.dispatch();
      return job;
    },
  };
}

/** Undefined where the service does not count. */
async function countOf(client: ServiceClient, layer: ServiceLayer): Promise<number | undefined> {
  if (!isImportable(layer)) return undefined;
  return countFeatures(client, layer).catch((error: unknown) => {
    if (error instanceof AppError) return undefined;
    throw error;
  });
}

function toLayerBody(
  layer: ServiceLayer,
  service: URL,
  count: number | undefined,
): VaultSchemas['FeatureServiceLayer'] {
  return {
    id: layer.id,
    name: layer.name,
    type: layer.type,
    geometry_type: layer.geometryType,
    supports_query: isImportable(layer),
    max_record_count: layer.maxRecordCount,
    // Made here, not taken from the service.
    layer_url: `${service.href}/${layer.id}`,
    ...(count === undefined ? {} : { feature_count: count }),
  };
}

/** The name of the service in its address. */
function titleOf({ pathname }: URL): string {
  const name = pathname.split('/').at(-2) ?? '';
  try {
    return decodeURIComponent(name).slice(0, 200) || 'feature service';
  } catch {
    return name.slice(0, 200);
  }
}
