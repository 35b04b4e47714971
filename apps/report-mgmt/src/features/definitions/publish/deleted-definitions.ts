import type { AuditContext } from '@cairn/service';
import type { Db } from '../../../db/schema.ts';
import { recordAudit } from '../../audit/repo.ts';
import { bringFilesBack, removeSetAside, removeUnfinished, setFilesAside } from '../disk/set-aside.ts';
import { toWriteError } from '../disk/write-files.ts';
import { noSuchReport, nothingToRestore, reportExists } from '../errors.ts';
import {
  clearSetAside,
  deleteRow,
  detachRuns,
  findSetAside,
  listDeletedBefore,
  listSetAsideFolders,
  saveSetAside,
} from '../repo.ts';
import type { ReportServer } from '../report-server.ts';
import { reportResource } from '../report-resource.ts';
import type { PortalDeps } from '../report-resource.ts';
import type { Scanner } from '../scan.ts';

export type DeletedDefinitions = ReturnType<typeof createDeletedDefinitions>;

/** How long a deleted definition can be restored. The portal keeps the permissions for as long. */
const UNDO_MS = 86_400_000;

interface Deps extends Pick<PortalDeps, 'registry'> {
  db: Db;
  config: { reportsRoot: string; reportServerUrl?: string };
  scanner: Scanner;
  reportServer: Pick<ReportServer, 'setArchived'>;
  now: () => Date;
}

/** Definitions that are deleted, and how they come back. */
export function createDeletedDefinitions(deps: Deps) {
  const { db, registry, config, scanner, reportServer, now } = deps;
  const root = config.reportsRoot;

  /** Without a report server another engine has the report. */
  async function archive(key: string, isArchived: boolean, { actorId }: AuditContext): Promise<void> {
    if (config.reportServerUrl) await reportServer.setArchived(key, { isArchived, personId: actorId });
  }

  async function setAside(
    key: string,
    { deletedAt, note }: { deletedAt: Date | null; note(trx: Db): Promise<void> },
  ): Promise<string> {
    const folder = await setFilesAside(root, key).catch((error: unknown) =>
      Promise.reject(toWriteError(error)),
    );
    if (folder === null) throw noSuchReport();
    const saving = db.transaction().execute(async (trx) => {
      await saveSetAside(trx, key, { folder, deletedAt });
      await note(trx);
    });
    await saving.catch(async (error: unknown) => {
      await bringFilesBack(root, folder);
      throw error;
    });
    return folder;
  }

  async function bringBack(key: string, folder: string, note: (trx: Db) => Promise<void>): Promise<void> {
    if (!(await bringFilesBack(root, folder))) throw reportExists(key);
    await db.transaction().execute(async (trx) => {
      await clearSetAside(trx, key);
      await note(trx);
    });
  }

  const quietly = () => Promise.resolve();

  return {
    /** Sets a definition aside that the report server's builder archives. */
    archive: (key: string) => setAside(key, { deletedAt: null, note: quietly }),

    /** Brings back what `archive` set aside, with what was added to it here. */
    async unarchive(key: string): Promise<void> {
      const aside = await findSetAside(db, key);
      if (aside) await bringBack(key, aside.folder, quietly);
    },

    /** @throws {AppError} not_found; unavailable when the report server is away: then nothing is deleted */
    async remove(key: string, cause: AuditContext): Promise<void> {
      const note = (trx: Db) => recordAudit(trx, { event: 'definition.deleted', cause, subject: key });
      const folder = await setAside(key, { deletedAt: now(), note });
      await archive(key, true, cause).catch(async (error: unknown) => {
        await bringBack(key, folder, (trx) =>
          recordAudit(trx, { event: 'definition.restored', cause, subject: key }),
        );
        throw error;
      });
      await scanner.scan();
    },

    /** Brings back a definition that a person deleted within a day. @throws {AppError} not_found, conflict, unavailable */
    async restore(key: string, cause: AuditContext): Promise<void> {
      const aside = await findSetAside(db, key);
      const isRecent = aside?.deletedAt && now().getTime() - aside.deletedAt.getTime() < UNDO_MS;
      if (!aside || !isRecent) throw nothingToRestore();
      const note = (event: 'definition.restored' | 'definition.deleted') => (trx: Db) =>
        recordAudit(trx, { event, cause, subject: key });
      await bringBack(key, aside.folder, note('definition.restored'));
      await archive(key, false, cause).catch(async (error: unknown) => {
        await setAside(key, { deletedAt: aside.deletedAt, note: note('definition.deleted') });
        throw error;
      });
      await scanner.scan();
    },

    /** Forgets what was deleted more than a day ago, and removes what dead processes left. */
    async forget(): Promise<void> {
      for (const { key, folder, isGone } of await listDeletedBefore(
        db,
        new Date(now().getTime() - UNDO_MS),
      )) {
        if (isGone) {
          await db.transaction().execute((trx) => detachRuns(trx, key, now()));
          await registry?.forgetResource(reportResource(key));
        }
        await removeSetAside(root, folder);
        await clearSetAside(db, key);
        if (isGone) await deleteRow(db, key);
      }
      await removeUnfinished(root, new Set(await listSetAsideFolders(db)));
    },
  };
}
