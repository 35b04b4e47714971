import { Readable } from 'node:stream';
import type { KeptObject, Storage } from '@cairn/files';
import { badRequest, conflict, notFound } from '@cairn/service';
import type { AuditContext } from '@cairn/service';
import type { Db } from '../../../db/schema.ts';
import { recordAudit } from '../../audit/repo.ts';
import { noSuchReport } from '../errors.ts';
import { findReport, lockReport } from '../repo.ts';
import type { Report } from '../types.ts';
import { encodePicture } from './encode.ts';
import type { Picture } from './encode.ts';
import { deleteAsset, listAssets, putAsset } from './repo.ts';
import type { Asset } from './repo.ts';

export type AssetService = ReturnType<typeof createAssetService>;

export const MAX_ASSET_BYTES = 5 * 1024 * 1024;
const MAX_ASSETS = 100;
const NAME = /^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,99}$/u;

/** Pictures that the templates of a report show. Runs read them from the storage by name. */
export function createAssetService({ db, storage }: { db: Db; storage: Storage }) {
  async function requireReport(key: string): Promise<Report> {
    const report = await findReport(db, key.toLowerCase());
    if (!report) throw noSuchReport(key);
    return report;
  }

  async function store(
    report: Report,
    { name, bytes, ...facts }: PreparedAsset,
    cause: AuditContext,
  ): Promise<Asset> {
    const staged = await storage.stage(Readable.from([bytes]));
    const kept = await staged.keep();
    const asset = { name, object: kept.key, sha256: staged.sha256, ...facts };
    const { asset: written, replaced } = await write(report, asset, { kept, cause });
    if (replaced) await storage.delete(replaced);
    return written;
  }

  return {
    list: async (key: string): Promise<Asset[]> => listAssets(db, (await requireReport(key)).id),

    /** Objects of the pictures, by name. */
    async objectsOf(reportId: number): Promise<Record<string, string>> {
      const assets = await listAssets(db, reportId);
      return Object.fromEntries(assets.map(({ name, object }) => [name, object]));
    },

    async open(key: string, name: string): Promise<{ asset: Asset; bytes: Readable }> {
      const report = await requireReport(key);
      const asset = (await listAssets(db, report.id)).find((one) => one.name === name);
      if (!asset) throw noSuchAsset(name);
      return { asset, bytes: storage.open(asset.object) };
    },

    /** @throws {AppError} bad_request for a file that is not a picture, conflict when the report has 100 pictures */
    async put(key: string, file: { name: string; bytes: Buffer }, cause: AuditContext): Promise<Asset> {
      const report = await requireReport(key);
      return store(report, await prepareAsset(file), cause);
    },

    /** The same for a picture that was prepared. */
    store,

    async remove(key: string, name: string, cause: AuditContext): Promise<void> {
      const report = await requireReport(key);
      const object = await db.transaction().execute(async (trx) => {
        const deleted = await deleteAsset(trx, report.id, name);
        if (deleted === null) throw noSuchAsset(name);
        await record(trx, report, { cause, details: { asset_deleted: name } });
        return deleted;
      });
      await storage.delete(object);
    },
  };

  async function write(
    report: Report,
    asset: Omit<Asset, 'createdAt'>,
    { kept, cause }: { kept: KeptObject; cause: AuditContext },
  ) {
    try {
      const result = await db.transaction().execute(async (trx) => {
        await lockReport(trx, report.id);
        const put = await putAsset(trx, report.id, asset);
        if ((await listAssets(trx, report.id)).length > MAX_ASSETS) throw tooManyAssets();
        await record(trx, report, { cause, details: { asset: asset.name } });
        return put;
      });
      await kept.confirm();
      return result;
    } catch (error) {
      // The commit may have come through.
      await kept.deferToSweeper();
      throw error;
    }
  }
}

/** A picture that can be stored. */
export type PreparedAsset = Picture & { name: string };

/** @throws {AppError} bad_request for a file that is not a picture, and for a name that a picture cannot have */
export async function prepareAsset({ name, bytes }: { name: string; bytes: Buffer }): Promise<PreparedAsset> {
  const plain = name.normalize('NFC').trim();
  if (NAME.test(plain)) return { name: plain, ...(await encodePicture(bytes)) };
  throw badRequest(
    'report-server.bad_asset_name',
    'The name of a picture has letters, digits, spaces, dots, dashes and underscores, at most 100. Rename it.',
  );
}

function record(
  trx: Db,
  { id, title }: Report,
  event: { cause: AuditContext; details: Record<string, string> },
): Promise<void> {
  return recordAudit(trx, { event: 'report.changed', objectId: id, subject: title, ...event });
}

function noSuchAsset(name: string) {
  return notFound('report-server.no_such_asset', `The report has no picture "${name}". Upload it.`);
}

function tooManyAssets() {
  return conflict(
    'report-server.too_many_assets',
    `A report has at most ${MAX_ASSETS} pictures. Delete one first.`,
  );
}
