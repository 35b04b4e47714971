import type pg from 'pg';
import type { Db } from '../../db/handle.ts';
import { recordAudit } from '../audit/repo.ts';
import { reloadConfiguration } from '../servers/server-queries.ts';
import { deleteChange, findUnsettled, markCreated, markUndone } from './repo.ts';
import type { Unsettled } from './repo.ts';
import { readSettings } from './server-settings.ts';

export interface Place {
  db: Db;
  client: pg.ClientBase;
  connectionId: number;
}

/**
 * Brings changes that were cut off to one of their two ends; with the lock of the connection's settings, so nobody is at them.
 * What the files of the server say now tells which: postgresql.auto.conf is written whole, or not at all.
 */
export async function settle(place: Place): Promise<void> {
  const { db, client, connectionId } = place;
  const unsettled = await findUnsettled(db, connectionId);
  if (unsettled.length === 0) return;
  const settings = await readSettings(client);
  for (const change of unsettled) {
    const wanted = change.state === 'making' ? change.value : change.previousValue;
    if (settings.get(change.name)?.systemValue === wanted) await conclude(place, change);
    else if (change.state === 'making') await deleteChange(db, change.id);
    else await markCreated(db, change.id);
  }
}

/** What a change has written is on record with it, whether or not the server comes to read it. */
export async function conclude({ db, client, connectionId }: Place, change: Unsettled): Promise<void> {
  const { id, name: subject, state, cause, previousValue, value } = change;
  await db.transaction().execute(async (trx) => {
    if (state === 'making') {
      await markCreated(trx, id);
      const details = { value, previous_value: previousValue };
      await recordAudit(trx, { event: 'setting.changed', cause, connectionId, subject, details });
    } else {
      await markUndone(trx, id);
      const details = { value: previousValue, previous_value: value };
      await recordAudit(trx, { event: 'setting.undone', cause, connectionId, subject, details });
    }
  });
  await reloadConfiguration(client);
}
