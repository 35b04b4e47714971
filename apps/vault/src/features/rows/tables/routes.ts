import type { VaultOperations } from '@cairn/contracts';
import { auditContext, parseId, respond } from '@cairn/service';
import type { Handlers } from '@cairn/service';
import { datasetName } from '../../versions/dataset-name.ts';
import { pagePath } from '../../../page-path.ts';
import { registerTable } from './register-table.ts';
import type { RegisterDeps } from './register-table.ts';

/** Tables of saved databases as datasets. */
export function tableRoutes(deps: RegisterDeps): Handlers<VaultOperations, 'registerTable'> {
  return {
    async registerTable({ body, query }, actor, call) {
      const name = datasetName(body.name);
      const dataset = {
        name,
        folderId: parseId(String(body.folder_id ?? '')) ?? parseId(query.folder_id),
        projectId: body.project_id ?? 1,
        source: {
          connectionId: body.connection_id,
          schema: body.schema_name ?? 'public',
          table: body.table_name,
          geometryColumn: body.geometry_column,
        },
        cause: auditContext(actor, call),
      };
      const { versionId } = await registerTable(deps, dataset, actor);
      const url = pagePath(name, call.basePath);
      return respond(201, { dataset: name, version: 1, version_id: versionId, url });
    },
  };
}
