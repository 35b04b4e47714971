import type pg from 'pg';
import type { Db } from '../../db/handle.ts';
import { recordAudit } from '../audit/repo.ts';
import { reloadConfiguration } from '../servers/server-queries.ts';
import { deleteChange, findUnfinishedChanges, markApplied, markUndone } from './repo.ts';
import type { UnfinishedChange } from './repo.ts';
import { readSettings } from './server-settings.ts';

/** Exclusive access to the settings of a server. */
export interface SettingsSession {
  db: Db;
  client: pg.ClientBase;
  connectionId: number;
}

/**
 * Completes or removes changes that were interrupted. The caller holds the lock of the connection's settings, so no other change is
 * running. The server's files decide: postgresql.auto.conf is written completely or not at all.
 */
export async function reconcileSettings(session: SettingsSession): Promise<void> {
  const { db, client, connectionId } = session;
  const unfinished = await findUnfinishedChanges(db, connectionId);
  if (unfinished.length === 0) return;
  const settings = await readSettings(client);
  for (const change of unfinished) {
    const intended = change.state === 'making' ? change.value : change.previousValue;
    if (settings.get(change.name)?.systemValue === intended) await finishChange(session, change);
    else if (change.state === 'making') await deleteChange(db, change.id);
    else await markApplied(db, change.id);
  }
}

/** Marks and audits a change that is written, whether or not the server reloads its files. */
export async function finishChange(
  { db, client, connectionId }: SettingsSession,
  change: UnfinishedChange,
): Promise<void> {
  const { id, name: subject, state, cause, previousValue, value } = change;
  await db.transaction().execute(async (trx) => {
    if (state === 'making') {
      await markApplied(trx, id);
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
