import type { TableName } from '@cairn/geo';
import { forbidden } from '@cairn/service';
import type { Actor } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import { datasetCheck } from '../access/dataset-guard.ts';
import type { UserRights } from '../access/dataset-guard.ts';
import { noSuchConnection } from './errors.ts';
import { findConnection, findRegistered } from './repo.ts';
import type { LoadTarget } from './types.ts';

const EDITS_DATABASES = { resourceType: 'service', resourceKey: 'dbadmin', permission: 'edit' } as const;

/**
 * Connections that an administrator saved are for all users who may edit in the vault.
 * @throws {AppError} forbidden for a connection of another user, and for the actor's own connection when the actor may no longer
 * edit databases; not_found when there is no connection with this id.
 */
export async function requireConnectionUse(
  { db, auth }: { db: Db; auth: UserRights },
  id: number,
  actor: Actor | null,
): Promise<void> {
  const saved = await findConnection(db, id);
  if (!saved) throw noSuchConnection(id);
  if (saved.ownerId === null) return;
  if (!actor || actor.id !== saved.ownerId) {
    throw forbidden(
      'vault.foreign_connection',
      'This connection belongs to another user. Choose the database from the list.',
    );
  }
  if (await auth.allows(actor, EDITS_DATABASES)) return;
  throw forbidden(
    'vault.may_not_use_database',
    'You no longer have the edit permission on databases, which this connection needs. Ask an administrator.',
  );
}

/**
 * The reason why tables cannot be changed with the login of a connection; null when they can. The login lasts until its role is dropped, so
 * the right of its owner to edit databases is checked each time. A connection that an administrator saved has no owner.
 */
export async function findReasonAgainstChanges(
  { db, auth }: { db: Db; auth: UserRights },
  id: number,
): Promise<string | null> {
  const saved = await findConnection(db, id);
  if (!saved || saved.ownerId === null) return null;
  const owner = await auth.user(saved.ownerId);
  if (owner && (await auth.allows(owner, EDITS_DATABASES))) return null;
  return 'The user who registered this table may no longer edit databases, so its rows cannot be changed. Ask an administrator to restore that permission, or register the table again.';
}

/**
 * A load into a table that is a dataset changes that dataset, with the rights of the saved connection.
 * @throws {AppError} forbidden for a user who may not edit that dataset.
 */
export async function refuseForeignTables(
  { db, auth }: { db: Db; auth: UserRights },
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
        `The table ${name.schema}.${name.table} belongs to a dataset that you may not edit. Choose another table, or ask an administrator.`,
      );
    }
  }
}
