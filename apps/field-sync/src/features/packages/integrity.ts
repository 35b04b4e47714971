import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import type { Storage } from '@cairn/files';
import type { Db } from '../../db/schema.ts';
import { knownKeys, listObjects } from './object-repo.ts';
import type { KeptFile } from './types.ts';

export interface IntegrityFinding {
  /** `orphan`: an object without a row. The others: a row whose object is not there, or has other bytes. */
  kind: 'orphan' | 'missing' | 'size' | 'checksum';
  objectKey: string;
  /** What is wrong, in a sentence. */
  message: string;
}

export interface IntegrityReport {
  /** Rows. */
  objects: number;
  /** Objects of downloads that are being kept at this moment. */
  underWay: number;
  findings: IntegrityFinding[];
}

interface IntegrityDeps {
  db: Db;
  storage: Storage;
}

const BATCH = 500;

/**
 * Compares the objects of the storage with their rows, in both directions. It may run while the service does: every problem is checked
 * twice, since rows and files change in the meantime. `checksums` reads all objects.
 */
export async function checkIntegrity(
  deps: IntegrityDeps,
  { checksums }: { checksums: boolean },
): Promise<IntegrityReport> {
  const { orphans, underWay } = await findOrphans(deps);
  const report: IntegrityReport = { objects: 0, underWay, findings: [] };
  for (const objectKey of orphans) {
    const message = `No row refers to the object ${objectKey}.`;
    report.findings.push({ kind: 'orphan', objectKey, message });
  }
  for await (const object of listObjects(deps.db)) {
    report.objects += 1;
    const finding = await checkObject(deps.storage, object, checksums);
    if (finding && (await knownKeys(deps.db, [object.key])).has(object.key)) report.findings.push(finding);
  }
  return report;
}

/** Keys of objects in the storage that have no row, and the number of those that are just being kept. */
async function findOrphans({ db, storage }: IntegrityDeps): Promise<{ orphans: string[]; underWay: number }> {
  const suspects: string[] = [];
  for await (const keys of inBatches(storage.list())) {
    const known = await knownKeys(db, keys);
    suspects.push(...keys.filter((key) => !known.has(key)));
  }
  // An object is confirmed after its row is committed: without a mark, the second look must find the row.
  const marked = await storage.unconfirmedKeys();
  const known = await knownKeys(db, suspects);
  const rowless = suspects.filter((key) => !known.has(key));
  return {
    orphans: rowless.filter((key) => !marked.has(key)),
    underWay: rowless.filter((key) => marked.has(key)).length,
  };
}

async function checkObject(
  storage: Storage,
  { key: objectKey, size, sha256 }: KeptFile,
  checksums: boolean,
): Promise<IntegrityFinding | null> {
  const actual = await storage.size(objectKey);
  if (actual === null)
    return { kind: 'missing', objectKey, message: `The object ${objectKey} is missing in the storage.` };
  if (actual !== size) {
    const message = `The object ${objectKey} should have ${size} bytes, but has ${actual}.`;
    return { kind: 'size', objectKey, message };
  }
  if (!checksums) return null;
  const hash = createHash('sha256');
  await pipeline(storage.open(objectKey), hash);
  const actualSha256 = hash.digest('hex');
  if (actualSha256 === sha256) return null;
  const message = `The object ${objectKey} should have the SHA-256 ${sha256}, but has ${actualSha256}.`;
  return { kind: 'checksum', objectKey, message };
}

async function* inBatches(keys: AsyncIterable<string>): AsyncGenerator<string[]> {
  let batch: string[] = [];
  for await (const key of keys) {
    batch.push(key);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
