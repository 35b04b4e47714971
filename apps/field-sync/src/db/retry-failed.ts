import type { Db } from './schema.ts';

/** Projects that failed are tried with the next poll: the server or the database that was edited may be what was wrong. */
export async function retryFailed(trx: Db, column: 'server_id' | 'pglink_id', id: number): Promise<void> {
  await trx
    .updateTable('projects')
    .set({ retry_at: null })
    .where(column, '=', id)
    .where('retry_at', 'is not', null)
    .execute();
}
