import type { Auth, PortalRegistry } from '@cairn/auth';
import type { Actor, AuditContext } from '@cairn/service';
import type { Db } from '../../db/schema.ts';
import { ownerOf } from '../access/owner.ts';
import { recordAudit } from '../audit/repo.ts';
import { createDatasourceRights } from './datasource-rights.ts';
import { noSuchReport, noSuchVersion, reportClosed, reportExists, reportStale } from './errors.ts';
import { fieldsOf, newDatasources } from './fields.ts';
import { registerNewReport, renameReport, REPORT, reportResource } from './portal-entry.ts';
import {
  findReport,
  insertReport,
  listReports,
  lockReport,
  setReportArchived,
  updateReport,
} from './repo.ts';
import { readTemplate } from './template.ts';
import type {
  OpenReport,
  Permission,
  Report,
  ReportFields,
  ReportInput,
  ReportUpdate,
  ReportVersion,
  ReportVersionDetails,
  NewVersion,
} from './types.ts';
import { addVersion, findVersion, listVersions } from './version-repo.ts';

export type ReportService = ReturnType<typeof createReportService>;

interface ReportDeps {
  db: Db;
  auth: Auth;
  registry: PortalRegistry | null;
  config: { basePath: string; reportMgmtUrl?: string };
  announcer: ReportAnnouncer | null;
}

/** Tells report management of the reports that people change here; null without report management. */
export interface ReportAnnouncer {
  /** In the transaction of a change, so that it is never lost. */
  announce(trx: Db, change: { key: string; author: number | null }): Promise<void>;
  /** After it. */
  dispatch(): Promise<void>;
}

/** Reports and the versions of their templates. The portal shares them; what they read is checked at each run. */
export function createReportService({ db, auth, registry, config, announcer }: ReportDeps) {
  const rights = createDatasourceRights(auth);

  async function requireReport(key: string): Promise<Report> {
    const report = await findReport(db, key.toLowerCase());
    if (!report || report.archivedAt) throw noSuchReport(key);
    return report;
  }

  async function requireVersion({ id, key }: Report, number: number): Promise<ReportVersionDetails> {
    const version = await findVersion(db, id, number);
    if (!version) throw noSuchVersion(key, number);
    return version;
  }

  async function read(actor: Actor, report: Report): Promise<OpenReport> {
    const access = await auth.access(actor, reportResource(report.key));
    if (!access) throw reportClosed(report.key);
    return { report, permission: access.permission, version: await requireVersion(report, report.version) };
  }

  function record(
    trx: Db,
    report: Report,
    { event, cause }: { event: ReportEvent; cause: AuditContext },
  ): Promise<void> {
    const details = { key: report.key, version: report.version };
    return recordAudit(trx, { event, cause, objectId: report.id, subject: report.title, details });
  }

  /** A change of a report, which is announced unless it comes to nothing. */
  async function commit<T>(
    { key, cause }: { key: string; cause: AuditContext },
    work: (trx: Db) => Promise<T | null>,
  ): Promise<T | null> {
    const result = await db.transaction().execute(async (trx) => {
      const changed = await work(trx);
      if (changed !== null) await announcer?.announce(trx, { key, author: cause.actorId });
      return changed;
    });
    await announcer?.dispatch();
    return result;
  }

  /** Archives a report or restores it, unless it is as wanted. @throws {AppError} not_found */
  async function setArchived(
    trx: Db,
    { key, archived, cause }: { key: string; archived: boolean; cause: AuditContext },
  ): Promise<true | null> {
    const report = await findReport(trx, key.toLowerCase());
    if (!report) throw noSuchReport(key);
    if ((report.archivedAt !== null) === archived) return null;
    await setReportArchived(trx, report.id, archived);
    await record(trx, report, { event: archived ? 'report.archived' : 'report.changed', cause });
    return true;
  }

  const archiveOrRestore = (change: { key: string; archived: boolean; cause: AuditContext }) =>
    commit({ ...change, key: change.key.toLowerCase() }, (trx) => setArchived(trx, change));

  async function create(
    actor: Actor,
    { key, fields, version }: { key: string; fields: ReportFields; version: NewVersion },
    cause: AuditContext,
  ): Promise<OpenReport> {
    await rights.requireChosen(actor, [fields.datasource, ...fields.allowedDatasources]);
    const owner = ownerOf(actor);
    const report = await commit({ key, cause }, async (trx) => {
      const created = await insertReport(trx, owner, { key, ...fields });
      if (!created) return null;
      await addVersion(trx, { reportId: created.id, author: owner }, version);
      await record(trx, created, { event: 'report.created', cause });
      // Last, so that a portal that does not answer leaves no report behind.
      await registerNewReport({ registry, auth, config }, created, actor);
      return created;
    });
    if (!report) throw reportExists(key);
    const access = registry ? await auth.access(actor, reportResource(key)) : null;
    return { report, permission: access?.permission ?? 'admin', version: await requireVersion(report, 1) };
  }

  return {
    /** For x-access: the key of a report that is not archived; null for others. */
    async resolveKey(key: string): Promise<string | null> {
      const report = await findReport(db, key.toLowerCase());
      return report && !report.archivedAt ? report.key : null;
    },

    /** For x-access: the key of an archived report. */
    async resolveArchivedKey(key: string): Promise<string | null> {
      const report = await findReport(db, key.toLowerCase());
      return report?.archivedAt ? report.key : null;
    },

    async list(
      actor: Actor,
      { archived }: { archived: boolean },
    ): Promise<{ report: Report; permission: Permission }[]> {
      const levels = await auth.accessLevels(actor, REPORT);
      const reports = await listReports(db, { keys: levels.visible, archived });
      return reports
        .map((report) => ({ report, permission: levels.of(report.key)?.permission ?? ('view' as const) }))
        .filter(({ permission }) => !archived || permission === 'admin');
    },

    /** A report that the caller may view, with its current template. @throws {AppError} not_found, forbidden */
    open: async (actor: Actor, key: string): Promise<OpenReport> => read(actor, await requireReport(key)),

    /**
     * A report that another one includes. One that was published with it needs no right of its own.
     * @param main id of the report that is run, or of the one with which that was published
     * @throws {AppError} not_found, forbidden
     */
    async openIncluded(
      actor: Actor,
      { key, main }: { key: string; main: number },
    ): Promise<Pick<OpenReport, 'report' | 'version'>> {
      const report = await requireReport(key);
      if (report.partOf === null || report.partOf !== main) return read(actor, report);
      return { report, version: await requireVersion(report, report.version) };
    },

    async listVersions(key: string): Promise<{ report: Report; versions: ReportVersion[] }> {
      const report = await requireReport(key);
      return { report, versions: await listVersions(db, report.id) };
    },

    async getVersion(
      key: string,
      number: number,
    ): Promise<{ report: Report; version: ReportVersionDetails }> {
      const report = await requireReport(key);
      return { report, version: await requireVersion(report, number) };
    },

    /** Stores a template that was checked already. */
    createChecked: create,

    create(actor: Actor, input: ReportInput, cause: AuditContext): Promise<OpenReport> {
      const { template, findings } = readTemplate(input.template);
      const fields = fieldsOf(input, { title: template.title, description: template.description ?? '' });
      return create(
        actor,
        { key: input.key.toLowerCase(), fields, version: { template, findings, source: 'builder' } },
        cause,
      );
    },

    /** @throws {AppError} conflict when `revision` is not the current version */
    async update(
      actor: Actor,
      key: string,
      { input, cause }: { input: ReportUpdate; cause: AuditContext },
    ): Promise<OpenReport> {
      const checked = input.template === undefined ? null : readTemplate(input.template);
      const { id, key: exactKey } = await requireReport(key);
      const author = ownerOf(actor);
      const updated = await commit({ key: exactKey, cause }, async (trx) => {
        const former = await lockReport(trx, id);
        if (!former || former.version !== input.revision) return null;
        const fields = fieldsOf(input, former);
        await rights.requireChosen(actor, newDatasources(fields, former));
        const version = checked
          ? await addVersion(trx, { reportId: id, author }, { ...checked, source: 'builder' })
          : former.version;
        if (version !== former.version || fields.engine !== former.engine)
          await rights.requireForTemplate(actor, fields.datasource);
        const report = await updateReport(trx, id, { ...fields, version });
        await record(trx, report, { event: 'report.changed', cause });
        if (report.title !== former.title) await renameReport({ registry, config }, report);
        return report;
      });
      const current = await read(actor, updated ?? (await requireReport(key)));
      if (!updated) throw reportStale(current);
      return current;
    },

    async archive(key: string, cause: AuditContext): Promise<void> {
      await archiveOrRestore({ key, archived: true, cause });
    },

    /** Archives a report or restores it for report management, to which it is not announced. @throws {AppError} not_found */
    setArchived: async (change: { key: string; archived: boolean; cause: AuditContext }): Promise<void> => {
      await db.transaction().execute((trx) => setArchived(trx, change));
    },

    async restore(actor: Actor, key: string, cause: AuditContext): Promise<OpenReport> {
      await archiveOrRestore({ key, archived: false, cause });
      return read(actor, await requireReport(key));
    },
  };
}

type ReportEvent = `report.${'created' | 'changed' | 'archived'}`;
