import { escapeLiteral } from 'pg';
import type pg from 'pg';
import { ident } from '@cairn/db';
import { AppError } from '@cairn/service';
import type { AuditContext } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import { withLock } from '../../db/lock.ts';
import { explainRefusal } from '../roles/errors.ts';
import { MAINTENANCE, inSessionOf } from '../servers/service.ts';
import type { Servers } from '../servers/service.ts';
import { boundsOf } from './bounds.ts';
import { CURATED } from './catalog.ts';
import {
  nothingToUndo,
  resetOutOfBounds,
  settingChangedElsewhere,
  settingNotOffered,
  settingRejected,
  unknownSetting,
} from './errors.ts';
import { readMachine } from './machine.ts';
import type { Machine } from './machine.ts';
import { findLastChange, findUnfinishedChanges, insertChange, markUndoing } from './repo.ts';
import { readSettings, requireChangeable, requireFileSettings } from './server-settings.ts';
import { finishChange, reconcileSettings } from './reconcile.ts';
import type { ServerSetting, SettingChange } from './types.ts';
import { findBoundsProblem, parseValue, readValue } from './values.ts';

export interface SettingsOfServer {
  connectionId: number;
  settings: Map<string, ServerSetting>;
  machine: Machine;
  lastChange: SettingChange | null;
}

export interface ChangedSetting {
  name: string;
  /** The values in postgresql.auto.conf before and after the change; null for none. */
  previousValue: string | null;
  value: string | null;
  pendingRestart: boolean;
}

/** Exclusive access to the settings of a server, which no other change can take at the same time. */
interface LockedSettings extends Omit<SettingsOfServer, 'lastChange'> {
  db: Db;
  client: pg.Client;
}

export type SettingService = ReturnType<typeof createSettingService>;

/** Reads and changes a curated set of server settings, within bounds in which the server can restart. */
export function createSettingService({ db, servers }: { db: Db; servers: Servers }) {
  async function withLockedSettings<T>(
    connectionId: number,
    work: (locked: LockedSettings) => Promise<T>,
  ): Promise<T> {
    const login = await servers.login(connectionId);
    const busy = 'Someone else is changing settings of this server. Try again in a moment.';
    return withLock(db, { name: `dbadmin.settings ${connectionId}`, busy }, (connection) =>
      inSessionOf(login, MAINTENANCE, async (client) => {
        await requireFileSettings(client);
        await reconcileSettings({ db: connection, client, connectionId });
        const settings = await readSettings(client);
        return work({ db: connection, client, connectionId, settings, machine: await readMachine(client) });
      }),
    );
  }

  return {
    async read(connectionId: number): Promise<SettingsOfServer> {
      // Fails when a change is running or the server is down; then the next request reconciles the changes.
      if ((await findUnfinishedChanges(db, connectionId)).length > 0) {
        await withLockedSettings(connectionId, () => Promise.resolve()).catch((error: unknown) => {
          if (!(error instanceof AppError)) throw error;
        });
      }
      const result = await servers.ask(connectionId, async (client) => ({
        settings: await readSettings(client),
        machine: await readMachine(client),
      }));
      return { connectionId, ...result, lastChange: await findLastChange(db, connectionId) };
    },

    /** Null or blank removes the value from postgresql.auto.conf. */
    async update(
      connectionId: number,
      name: string,
      text: string | null,
      cause: AuditContext,
    ): Promise<ChangedSetting> {
      if (!CURATED.has(name)) throw settingNotOffered(name);
      return withLockedSettings(connectionId, async (locked) => {
        const setting = requireSetting(locked, name);
        requireChangeable(setting);
        const isReset = text === null || text.trim() === '';
        const bounds = boundsOf(setting, locked.settings, locked.machine);
        if (isReset)
          refuseReset(setting, findBoundsProblem(setting, bounds, setting.valueWithoutSystem ?? ''));
        const value = isReset ? null : readValue(setting, bounds, text);
        const previousValue = setting.systemValue;
        // Saved before it is sent to the server: otherwise an interrupted change could not be undone.
        const change = await insertChange(locked.db, { connectionId, name, previousValue, value, cause });
        await alterSystem(locked, name, value);
        await finishChange(locked, change);
        return { name, previousValue, value, pendingRestart: await isPending(locked.client, name) };
      });
    },

    async undo(connectionId: number, cause: AuditContext): Promise<ChangedSetting> {
      return withLockedSettings(connectionId, async (locked) => {
        const last = await findLastChange(locked.db, connectionId);
        if (!last) throw nothingToUndo();
        const { name, previousValue, value } = last;
        const setting = requireSetting(locked, name);
        if (setting.systemValue !== value) throw settingChangedElsewhere(name);
        const restored =
          previousValue === null ? setting.valueWithoutSystem : parseValue(setting, previousValue);
        const bounds = boundsOf(setting, locked.settings, locked.machine);
        refuseReset(setting, findBoundsProblem(setting, bounds, restored ?? ''));
        await markUndoing(locked.db, last.id, cause);
        await alterSystem(locked, name, previousValue);
        await finishChange(locked, { ...last, state: 'undoing', cause });
        const pendingRestart = await isPending(locked.client, name);
        return { name, previousValue: value, value: previousValue, pendingRestart };
      });
    },
  };
}

/**
 * Names come from the catalog and values are quoted, because ALTER SYSTEM takes no parameters. After an error the change may have
 * been made nevertheless: the server is asked at once, or when it responds again.
 */
async function alterSystem(locked: LockedSettings, name: string, value: string | null): Promise<void> {
  const how = value === null ? `RESET ${ident(name)}` : `SET ${ident(name)} = ${escapeLiteral(value)}`;
  try {
    await locked.client.query(`ALTER SYSTEM ${how}`);
  } catch (error) {
    await reconcileSettings(locked).catch(() => undefined);
    const { code = '', message = '' } = error as { code?: string; message?: string };
    if (code.startsWith('22')) {
      throw settingRejected(message.split('\n', 1)[0] ?? '');
    }
    throw explainRefusal(error);
  }
}

async function isPending(client: pg.Client, name: string): Promise<boolean> {
  const { rows } = await client.query<{ pending: boolean }>(
    'SELECT pending_restart AS pending FROM pg_settings WHERE name = $1',
    [name],
  );
  return rows[0]?.pending ?? false;
}

/** A reset or undo must not keep the server from starting either. @throws {AppError} conflict */
function refuseReset({ name }: ServerSetting, problem: string | null): void {
  if (problem !== null) throw resetOutOfBounds(name, problem);
}

function requireSetting({ settings }: LockedSettings, name: string): ServerSetting {
  const setting = settings.get(name);
  if (!setting) throw unknownSetting(name);
  return setting;
}
