import type { Processor } from '@cairn/jobs';
import { conflict } from '@cairn/service';
import type { VaultDatabase } from '../../../db/schema.ts';
import { requirePermission, requireRequester } from '../../access/dataset-guard.ts';
import { recordAudit } from '../../audit/repo.ts';
import { deleteStore } from '../geoserver/stores.ts';
import { claimStore, deletePublication, findPublication } from './repo.ts';
import type { PublishJobDeps } from './publish-job.ts';
import type { PublicationPayload } from './types.ts';

/** Removes a store with its layers from the map server, then the record. It may run again at any point. */
export function unpublish({
  db,
  auth,
  mapServers,
}: Pick<PublishJobDeps, 'db' | 'auth' | 'mapServers'>): Processor<VaultDatabase> {
  return async ({ publication_id: id }: PublicationPayload, context) => {
    const publication = await findPublication(db, id);
    if (!publication) return { success: true, publication_id: id };
    const { datasetId, dataset, connectionId, serverUrl, store, workspace } = publication;
    const actor = await requireRequester(auth, Number(context.job.requestedBy));
    if (datasetId !== null) await requirePermission(auth, actor, { datasetId, dataset }, 'edit');
    const open = connectionId === null ? null : await mapServers.open(connectionId);
    if (!open || open.connection.url !== serverUrl) {
      throw conflict(
        'vault.mapserver_moved',
        `The connection no longer leads to ${serverUrl}, so the store "${store}" in the workspace "${workspace}" stays there.`,
      );
    }
    if (publication.claimed) {
      context.progress(20, 'Deleting the store');
      await context.commit((trx) => claimStore(trx, id), `remove ${context.attempt}`);
      await deleteStore(open.server, publication, context.signal);
      const second = publication.replacement?.store;
      if (second !== undefined)
        await deleteStore(open.server, { ...publication, store: second }, context.signal);
    }
    await context.commit(async (trx) => {
      await deletePublication(trx, id);
      await recordAudit(trx, {
        event: 'version.unpublished',
        cause: { actorId: actor.id, actorName: actor.username },
        ...(datasetId === null ? {} : { datasetId }),
        subject: dataset,
        details: { map_server: open.connection.name, workspace, store },
      });
    }, 'removed');
    return { success: true, publication_id: id };
  };
}
