import { Readable } from 'node:stream';
import type { Storage } from '@cairn/files';
import type { ImportedReport } from '@cairn/report-engine';
import { badRequest } from '@cairn/service';
import type { Actor, AuditContext } from '@cairn/service';
import type { Db } from '../../../db/schema.ts';
import { slugOf } from '../../access/slug.ts';
import { checkTitle } from '../../access/title.ts';
import { checkKey } from '../check-key.ts';
import type { AssetService } from '../assets/service.ts';
import { reportExists } from '../errors.ts';
import { findReport } from '../repo.ts';
import type { ReportService } from '../service.ts';
import { readTemplate } from '../template.ts';
import type { NewVersion, OpenReport } from '../types.ts';
import type { ReportFile } from './read-file.ts';

export type ImportService = ReturnType<typeof createImportService>;

export interface ImportRequest {
  bytes: Buffer;
  fileName: string;
  save: boolean;
  /** Key, title and datasource of the report; null for those of the file. */
  key: string | null;
  title: string | null;
  datasource: string | null;
}

interface ImportDeps {
  db: Db;
  storage: Storage;
  reports: ReportService;
  assets: AssetService;
  /** Reads a file beside the loop that answers requests. */
  readFile(bytes: Uint8Array): Promise<ReportFile>;
}

/** Reports of JasperReports. Nothing of a file is run, and nothing is kept unless the caller asks for it. */
export function createImportService({ db, storage, reports, assets, readFile }: ImportDeps) {
  /** @throws {AppError} conflict for a key that is taken, before anything is kept */
  async function requireFree(keys: string[]): Promise<void> {
    for (const key of keys) if (await findReport(db, key)) throw reportExists(key);
  }

  async function save(
    actor: Actor,
    { request, imported, cause }: { request: ImportRequest; imported: ImportedReport; cause: AuditContext },
  ): Promise<OpenReport> {
    const key = keyOf(request);
    const main = {
      key,
      title: checkTitle(request.title ?? imported.template.title),
      template: imported.template,
    };
    const subreports = Object.entries(imported.subreports).map(([name, template]) => ({
      ...{ key: name, title: checkTitle(template.title || name), template },
    }));
    // All of them are checked before one is stored. Subreports come first: the report needs them.
    const all = [...subreports, main].map((one) => ({ ...one, checked: readTemplate(one.template) }));
    await requireFree(all.map((one) => one.key));
    const file = await storage.stage(Readable.from([request.bytes]));
    const kept = await file.keep();
    try {
      let report: OpenReport | null = null;
      for (const one of all) {
        const findings = one.key === key ? imported.findings.map((finding) => ({ ...finding })) : [];
        const version: NewVersion = {
          template: one.checked.template,
          source: imported.source,
          findings: [...findings, ...one.checked.findings],
          sourceObject: kept.key,
        };
        const { title } = one;
        const fields = { title, description: '', engine: 'native', datasource: request.datasource } as const;
        report = await reports.createChecked(
          actor,
          { key: one.key, fields: { ...fields, allowedDatasources: [] }, version },
          cause,
        );
        for (const [name, bytes] of Object.entries(imported.assets)) {
          await assets.put(one.key, { name, bytes: Buffer.from(bytes) }, cause);
        }
      }
      await kept.confirm();
      return report!;
    } catch (error) {
      await kept.deferToSweeper();
      throw error;
    }
  }

  /** @throws {AppError} bad_request for a file that is not a template of JasperReports */
  async function read(bytes: Buffer): Promise<ImportedReport> {
    const imported = await readFile(bytes);
    if (imported.source === 'json') throw notJasper();
    return imported;
  }

  return {
    read,

    async import(
      actor: Actor,
      request: ImportRequest,
      cause: AuditContext,
    ): Promise<{ imported: ImportedReport; report: OpenReport | null }> {
      const imported = await read(request.bytes);
      return { imported, report: request.save ? await save(actor, { request, imported, cause }) : null };
    },
  };
}

function notJasper() {
  return badRequest(
    'report-server.not_jasper',
    'The file is a template of this service, not of JasperReports. Create a report with it, or publish it.',
  );
}

function keyOf({ key, fileName }: ImportRequest): string {
  const text = (key ?? slugOf(fileName.replace(/\.[a-z]+$/i, ''), 'report')).toLowerCase();
  return checkKey(text);
}
