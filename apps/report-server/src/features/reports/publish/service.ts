import type { Auth } from '@cairn/auth';
import type { Actor, AuditContext } from '@cairn/service';
import type { Db } from '../../../db/schema.ts';
import { ownerOf } from '../../access/owner.ts';
import { checkTitle } from '../../access/title.ts';
import { recordAudit } from '../../audit/repo.ts';
import { prepareAsset } from '../assets/service.ts';
import type { AssetService, PreparedAsset } from '../assets/service.ts';
import { createDatasourceRights } from '../datasource-rights.ts';
import { noSuchReport, reportExists, reportNotEditable } from '../errors.ts';
import type { ReportFile } from '../import/read-file.ts';
import { reportResource } from '../portal-entry.ts';
import {
  findReport,
  insertReport,
  lockReportByKey,
  setAnnounced,
  setPartsDatasource,
  setReportArchived,
  updateReport,
} from '../repo.ts';
import { readTemplate } from '../template.ts';
import type { NewVersion, Report, ReportFields, ReportVersionDetails } from '../types.ts';
import { addVersion, findVersion } from '../version-repo.ts';
import { partKey, renameSubreports } from './parts.ts';

const MAX_TITLE = 200;
const MAX_DESCRIPTION = 2_000;

export interface PublishRequest {
  key: string;
  title: string;
  /** Undefined: as it was. */
  description: string | undefined;
  datasource: string | null | undefined;
  /** Who publishes it; null: the operator, who owns the files of report management. */
  author: Actor | null;
  bytes: Buffer;
}

/** What report management changes beside the template; what is undefined stays. */
export interface PublishedChange extends Partial<Pick<ReportFields, 'title' | 'description' | 'datasource'>> {
  key: string;
  /** Who chose the datasource; null: the operator. */
  author: Actor | null;
}

export interface PublishedReport {
  report: Report;
  version: ReportVersionDetails;
}

interface PublishDeps {
  db: Db;
  auth: Pick<Auth, 'allows'>;
  assets: Pick<AssetService, 'store'>;
  /** Reads a file beside the loop that answers requests. */
  readFile(bytes: Uint8Array): Promise<ReportFile>;
}

/** A report of a request, or a subreport that belongs to it. */
interface NewReport {
  key: string;
  title: string;
  version: NewVersion;
}

export type PublishService = ReturnType<typeof createPublishService>;

/**
 * Reports that report management keeps as files. It also registers them with the portal and answers for who may publish; an author's
 * rights are checked here as well.
 */
export function createPublishService({ db, auth, assets, readFile }: PublishDeps) {
  const rights = createDatasourceRights(auth);

  async function findOrNull(key: string): Promise<PublishedReport | null> {
    const report = await findReport(db, key);
    if (!report || report.archivedAt || report.partOf !== null) return null;
    const version = await findVersion(db, report.id, report.version);
    if (!version) throw new Error(`The report ${key} has no version ${report.version}.`);
    return { report, version };
  }

  /** @throws {AppError} not_found */
  async function find(key: string): Promise<PublishedReport> {
    const published = await findOrNull(key);
    if (!published) throw noSuchReport(key);
    return published;
  }

  /** @throws {AppError} forbidden, bad_request */
  async function checkAuthor(
    author: Actor | null,
    { former, datasource }: { former: Report | null; datasource: string | null },
  ): Promise<void> {
    if (author === null) return;
    if (former && !(await auth.allows(author, { ...reportResource(former.key), permission: 'edit' })))
      throw reportNotEditable(former.key);
    await rights.requireChosen(author, [datasource]);
  }

  /** Creates a report, or makes a version of it current, and brings it back from the archive. */
  async function write(
    trx: Db,
    { key, title, version }: NewReport,
    {
      request,
      partOf,
      cause,
    }: {
      request: Pick<PublishRequest, 'author' | 'datasource' | 'description'>;
      partOf: number | null;
      cause: AuditContext;
    },
  ): Promise<{ report: Report; created: boolean }> {
    const author = request.author && ownerOf(request.author);
    const { datasource = null } = request;
    const description = request.description && shorten(request.description.trim(), MAX_DESCRIPTION);
    const first: ReportFields = {
      ...{ title, description: description ?? '', engine: 'native', datasource },
      allowedDatasources: [],
    };
    const inserted = await insertReport(trx, author, { key, partOf, ...first });
    const former = inserted ? null : await lockReportByKey(trx, key);
    const current = inserted ?? former;
    if (!current || current.partOf !== partOf) throw reportExists(key);
    const fields = inserted
      ? first
      : changedFields(current, { title, description, datasource: request.datasource });
    if (partOf === null) await checkAuthor(request.author, { former, datasource: fields.datasource });
    const number = await addVersion(trx, { reportId: current.id, author }, version);
    if (former && isSame(former, { ...fields, version: number })) return { report: former, created: false };
    if (former?.archivedAt) await setReportArchived(trx, current.id, false);
    const report = await updateReport(trx, current.id, { ...fields, version: number });
    await setAnnounced(trx, key);
    await recordAudit(trx, {
      ...{ event: inserted ? 'report.created' : 'report.changed', cause, objectId: report.id },
      ...{ subject: report.title, details: { key, version: number, published: true } },
    });
    return { report, created: inserted !== null };
  }

  return {
    find,
    findOrNull,

    /** @throws {AppError} not_found for none and archived ones; bad_request, forbidden for an author */
    async change({ key, author, ...change }: PublishedChange, cause: AuditContext): Promise<void> {
      await db.transaction().execute(async (trx) => {
        const former = await lockReportByKey(trx, key);
        if (!former || former.archivedAt || former.partOf !== null) throw noSuchReport(key);
        const { title = former.title, description } = change;
        const next = {
          title: checkTitle(title),
          description: description?.trim(),
          datasource: change.datasource,
        };
        const fields = { ...changedFields(former, next), version: former.version };
        if (isSame(former, fields)) return;
        if (fields.datasource !== former.datasource) {
          await checkAuthor(author, { former, datasource: fields.datasource });
          await setPartsDatasource(trx, former.id, fields.datasource);
        }
        await updateReport(trx, former.id, fields);
        await recordAudit(trx, {
          ...{ event: 'report.changed', cause, objectId: former.id, subject: fields.title },
          details: { key, version: former.version, published: true },
        });
      });
    },

    /**
     * Stores a template from a file with its subreports and pictures. One that an earlier version has makes that version current again.
     * @throws {AppError} bad_request with the findings of the template, before anything is kept; forbidden for an author
     */
    async publish(
      request: PublishRequest,
      cause: AuditContext,
    ): Promise<PublishedReport & { created: boolean }> {
      const { main, parts, pictures } = await readReports(await readFile(request.bytes), request);
      const { reports, created } = await db.transaction().execute(async (trx) => {
        const written = await write(trx, main, { request, partOf: null, cause });
        const { id, datasource } = written.report;
        const all = [written.report];
        for (const part of parts) {
          const options = { request: { ...request, datasource, description: '' }, partOf: id, cause };
          all.push((await write(trx, part, options)).report);
        }
        return { reports: all, created: written.created };
      });
      for (const report of reports)
        for (const picture of pictures) await assets.store(report, picture, cause);
      return { ...(await find(main.key)), created };
    },
  };
}

/** Definitions may have longer texts than reports. */
function shorten(text: string, max: number): string {
  return text.length <= max ? text : `${text.slice(0, max - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** @throws {AppError} bad_request for what cannot be stored */
async function readReports(
  { template, source, findings, subreports, assets }: ReportFile,
  { key, title }: Pick<PublishRequest, 'key' | 'title'>,
): Promise<{ main: NewReport; parts: NewReport[]; pictures: PreparedAsset[] }> {
  const keys = new Map(Object.keys(subreports).map((name) => [name, partKey(key, name)]));
  function toReport(one: {
    key: string;
    title: string;
    template: unknown;
    findings: NewVersion['findings'];
  }) {
    const checked = readTemplate(one.template);
    const version = {
      ...{ template: renameSubreports(checked.template, keys), source },
      findings: [...one.findings, ...checked.findings],
    };
    return { key: one.key, title: checkTitle(shorten(one.title, MAX_TITLE)), version };
  }
  const main = toReport({ key, title, template, findings: findings.map((finding) => ({ ...finding })) });
  const parts = Object.entries(subreports).map(([name, part]) =>
    toReport({ key: keys.get(name)!, title: part.title || name, template: part, findings: [] }),
  );
  const pictures: PreparedAsset[] = [];
  for (const [name, bytes] of Object.entries(assets))
    pictures.push(await prepareAsset({ name, bytes: Buffer.from(bytes) }));
  return { main, parts, pictures };
}

function changedFields(
  former: Report,
  {
    title,
    description = former.description,
    datasource = former.datasource,
  }: Partial<ReportFields> & { title: string },
): ReportFields {
  const { engine, allowedDatasources } = former;
  return { title, description, engine, datasource, allowedDatasources };
}

function isSame(former: Report, next: ReportFields & { version: number }): boolean {
  return (
    former.archivedAt === null &&
    former.version === next.version &&
    former.title === next.title &&
    former.description === next.description &&
    former.datasource === next.datasource
  );
}
