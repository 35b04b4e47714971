import type { PortalRegistry } from '@cairn/auth';
import type { VaultOperations } from '@cairn/contracts';
import { respond } from '@cairn/service';
import type { Handlers } from '@cairn/service';
import { markRegistered } from '../../datasets/repo.ts';
import { positiveInteger } from '../../datasets/routes.ts';
import { refuseReleasedName } from '../../portal-sync/released-names.ts';
import { findOpenFolder } from '../../folders/open-folder.ts';
import { datasetName } from '../../versions/dataset-name.ts';
import { pagePath } from '../../versions/mapper.ts';
import { registerDataset } from '../../versions/registration.ts';
import { requireMayUse } from '../../connections/saved.ts';
import { registerTable } from './register-table.ts';
import type { RegisterDeps } from './register-table.ts';

/** Tables of saved databases as datasets. */
export function tableRoutes(
  parts: RegisterDeps & { registry: PortalRegistry | null },
): Handlers<VaultOperations, 'registerTable'> {
  const { db, auth, registry } = parts;
  return {
    async registerTable({ body, query }, actor, call) {
      const name = datasetName(body.name);
      await requireMayUse({ db, auth }, body.connection_id, actor);
      await refuseReleasedName(db, name);
      const folderId = positiveInteger(String(body.folder_id ?? '')) ?? positiveInteger(query.folder_id);
      if (folderId !== null) await findOpenFolder(db, folderId, actor);
      const registered = await registerTable(parts, {
        name,
        folderId,
        projectId: body.project_id ?? 1,
        maker: { id: actor.id, username: actor.username },
        source: {
          connectionId: body.connection_id,
          schema: body.schema_name ?? 'public',
          table: body.table_name,
          geometryColumn: body.geometry_column,
        },
      });
      // If the portal does not answer now, the queued job registers the dataset there.
      await registerDataset(registry, { name, title: name, ownerId: actor.id });
      await markRegistered(db, registered.datasetId);
      return respond(201, {
        dataset: name,
        version: 1,
        version_id: registered.versionId,
        url: pagePath(name, call.basePath),
      });
    },
  };
}
