import { forbidden } from '@cairn/service';
import type { TableName } from '@cairn/geo';
import type { Db } from '../../db/handle.ts';
import { datasetCheck } from '../access/dataset-guard.ts';
import type { Rights } from '../jobs/requester.ts';
import { findRegistered } from './repo.ts';
import type { LoadTarget } from './repo.ts';

/**
 * A load into a table that is a dataset changes that dataset, with the rights of the saved connection: AppError `forbidden`
 * for whoever may not edit it.
 */
export async function refuseForeignTables(
  { db, auth }: { db: Db; auth: Rights },
  { target, requestedBy }: { target: LoadTarget; requestedBy: string | null },
  names: TableName[],
): Promise<void> {
  for (const name of names) {
    const datasets = await findRegistered(db, target, name);
    if (datasets.length === 0) continue;
    const actor = requestedBy === null ? null : await auth.user(Number(requestedBy));
    for (const datasetId of datasets) {
      if (actor && (await auth.allows(actor, datasetCheck(datasetId, 'edit')))) continue;
      throw forbidden(
        'vault.foreign_table',
        `The table ${name.schema}.${name.table} belongs to a dataset that you may not edit; choose another table, or ask an administrator.`,
      );
    }
  }
}
