import type { VaultOperations, VaultSchemas } from '@cairn/contracts';
import { toJobBody } from '@cairn/jobs';
import type { Jobs } from '@cairn/jobs';
import { badRequest, parseId, respond } from '@cairn/service';
import type { Handlers } from '@cairn/service';
import { readDestination } from '../connections/read-request.ts';
import type { Destination } from '../connections/types.ts';
import { summarizeJob } from '../jobs/summarize-job.ts';
import type { FeatureServices } from './service.ts';
import type { ServiceLogin } from './types.ts';

type Operation = 'browseFeatureService' | 'importFeatureService';

export function featureServiceRoutes({
  featureServices,
  jobs,
}: {
  featureServices: FeatureServices;
  jobs: Jobs;
}): Handlers<VaultOperations, Operation> {
  return {
    browseFeatureService: ({ body }, _actor, call) =>
      featureServices.browse({ address: body.service_url, login: readLogin(body) }, call.signal),

    async importFeatureService({ body, query }, actor, call) {
      const job = await featureServices.requestImport(actor, {
        address: body.service_url,
        login: readLogin(body),
        layerIds: body.layer_ids && body.layer_ids.length > 0 ? body.layer_ids.map(Number) : null,
        destination: readServiceDestination(body),
        schema: body.schema?.trim() || 'public',
        prefix: body.dataset_prefix?.trimStart() ?? '',
        folderId: parseId(String(body.folder_id ?? '')) ?? parseId(query.folder_id),
      });
      const inBackground = body.run_as_background_job !== false;
      const shown = inBackground ? job : ((await jobs.finished(job.id, { signal: call.signal })) ?? job);
      return respond(202, toJobBody(shown, actor, summarizeJob));
    },
  };
}

function readLogin({ username, password, token }: VaultSchemas['FeatureServiceLogin']): ServiceLogin {
  return {
    ...(username ? { username } : {}),
    ...(password ? { password } : {}),
    ...(token ? { token } : {}),
  };
}

/**
 * An existing database is named by its id in database administration; without one, by that of a saved connection. Clients may send
 * the id of its server along, as for a new database. @throws {AppError} bad_request
 */
function readServiceDestination(body: VaultSchemas['FeatureServiceImport']): Destination {
  const { spatialdb_destination = 'existing', spatialdb_database_id, spatialdb_connection_id } = body;
  const fields = { spatialdb_destination, spatialdb_connection_id };
  if (spatialdb_destination === 'new') {
    return readDestination({ ...fields, spatialdb_new_database_name: body.spatialdb_new_database_name });
  }
  if (hasId(spatialdb_database_id)) return readDestination({ spatialdb_destination, spatialdb_database_id });
  if (hasId(spatialdb_connection_id)) return readDestination(fields);
  throw badRequest(
    'vault.destination_missing',
    'Choose the database to import into: set spatialdb_database_id, or spatialdb_destination to "new" with spatialdb_connection_id and spatialdb_new_database_name.',
  );
}

function hasId(value: number | string | null | undefined): boolean {
  return value !== undefined && value !== null && value !== '' && value !== 0;
}
