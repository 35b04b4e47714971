import { AppError, badGateway, conflict, notFound } from '@cairn/service';

export function noSuchNode(id: number): AppError {
  return notFound('field_sync.no_such_catalog_node', `There is no catalog node ${id}. Go back to the list.`);
}

export function commandsMissing(host: string): AppError {
  return badGateway(
    'field_sync.node_commands_missing',
    `${host} offers neither the command updatelayers of GeoNode nor uploads. Check its address and folder, and that its setting MANAGEMENT_COMMANDS_EXPOSED_OVER_HTTP has updatelayers.`,
  );
}

export function noCelery(name: string, waitedMs: number): AppError {
  return new AppError({
    kind: 'gateway_timeout',
    code: 'field_sync.node_queue',
    message: `The job has been waiting for ${Math.round(waitedMs / 1000)} s on "${name}": no Celery worker answers there. Start one; the job then runs by itself.`,
  });
}

export function nodeStillBusy(name: string): AppError {
  return new AppError({
    kind: 'gateway_timeout',
    code: 'field_sync.node_busy',
    message: `"${name}" is still working on it. Check there in a few minutes.`,
  });
}

export function updateFailed(name: string, layer: string): AppError {
  return badGateway(
    'field_sync.node_update_failed',
    `"${name}" could not read the layer "${layer}" from its map server. The job's log there says why.`,
  );
}

export function uploadUnderWay(name: string): AppError {
  return conflict(
    'field_sync.node_upload_under_way',
    `This layer is being uploaded to "${name}", or was a few minutes ago and it is not known how that ended. Try again in ten minutes.`,
  );
}

export function uploadFailed(name: string): AppError {
  return badGateway(
    'field_sync.node_upload_failed',
    `"${name}" could not take the layer that was uploaded. Its list of uploads says why.`,
  );
}

export const CONSTRAINTS = {
  catalog_nodes_name_key: {
    code: 'field_sync.catalog_node_exists',
    message: 'There is already a catalog node with this name. Choose another name.',
  },
};
