import type { Db } from '../../db/handle.ts';

/** Deletes the access levels of a role that was dropped, in all databases of a connection. */
export async function deleteGrantsOfRole(trx: Db, connectionId: number, role: string): Promise<void> {
  await trx
    .deleteFrom('grants')
    .where('role_name', '=', role)
    .where('database_id', 'in', (eb) =>
      eb.selectFrom('databases').select('id').where('connection_id', '=', connectionId),
    )
    .execute();
}
