import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import type { Storage } from '@cairn/files';
import type { Db } from '../../db/handle.ts';
import { classifyObjects, isReference, listReferences } from './repo.ts';
import type { Reference } from './repo.ts';

export interface Finding {
  kind: 'missing' | 'size' | 'checksum' | 'orphan';
  objectKey: string;
  /** What is wrong, in a sentence. */
  message: string;
}

export interface IntegrityReport {
  versions: number;
  objects: number;
  /** Objects of uploads and imports that have not ended. */
  underWay: number;
  /** Objects of deleted versions, which the sweeper will remove. */
  leaving: number;
  findings: Finding[];
}

interface IntegrityDeps {
  db: Db;
  storage: Storage;
}

/**
 * Compares the objects that versions refer to with those in the storage. It may run beside the vault: every problem is checked
 * twice, since rows and files change in the meantime.
 */
export async function checkIntegrity(
  deps: IntegrityDeps,
  { checksums }: { checksums: boolean },
): Promise<IntegrityReport> {
  const report: IntegrityReport = { versions: 0, objects: 0, underWay: 0, leaving: 0, findings: [] };
  await checkObjects(deps, report);
  const sums = checksums ? new Map<string, string>() : null;
  for await (const reference of listReferences(deps.db)) {
    report.versions += 1;
    const finding = await checkReference(deps.storage, reference, sums);
    if (finding && (await isReference(deps.db, reference))) report.findings.push(finding);
  }
  return report;
}

async function checkReference(
  storage: Storage,
  reference: Reference,
  sums: Map<string, string> | null,
): Promise<Finding | null> {
  const { objectKey, dataset, version, size, sha256 } = reference;
  const what = `Version ${version} of "${dataset}"`;
  const actual = await storage.size(objectKey);
  if (actual === null) {
    return { kind: 'missing', objectKey, message: `${what} is missing its object ${objectKey}.` };
  }
  if (actual !== size) {
    const message = `${what} should have ${size} bytes, but its object ${objectKey} has ${actual}.`;
    return { kind: 'size', objectKey, message };
  }
  if (!sums) return null;
  const sum = sums.get(objectKey) ?? (await sumOf(storage, objectKey));
  sums.set(objectKey, sum);
  if (sum === sha256) return null;
  const message = `${what} should have the SHA-256 ${sha256}, but its object ${objectKey} has ${sum}.`;
  return { kind: 'checksum', objectKey, message };
}

async function sumOf(storage: Storage, objectKey: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(storage.open(objectKey), hash);
  return hash.digest('hex');
}

async function checkObjects({ db, storage }: IntegrityDeps, report: IntegrityReport): Promise<void> {
  let suspects: string[] = [];
  for await (const keys of inBatches(storage.list())) {
    report.objects += keys.length;
    const { referred, leaving } = await classifyObjects(db, keys);
    report.leaving += keys.filter((key) => leaving.has(key) && !referred.has(key)).length;
    suspects = suspects.concat(keys.filter((key) => !referred.has(key) && !leaving.has(key)));
  }
  // An object is confirmed after its row is committed: without a mark, the second check must find the row.
  const marked = await storage.unconfirmedKeys();
  for (const objectKey of suspects) {
    const { referred, leaving } = await classifyObjects(db, [objectKey]);
    if (referred.has(objectKey)) continue;
    const size = await sizeOf(storage, objectKey);
    if (size === null) report.objects -= 1;
    else if (marked.has(objectKey)) report.underWay += 1;
    else if (leaving.has(objectKey)) report.leaving += 1;
    else {
      const message = `No version refers to the object ${objectKey}${size === undefined ? '' : ` of ${size} bytes`}.`;
      report.findings.push({ kind: 'orphan', objectKey, message });
    }
  }
}

/** Undefined for a file whose name is not an object key. */
async function sizeOf(storage: Storage, objectKey: string): Promise<number | null | undefined> {
  try {
    return await storage.size(objectKey);
  } catch {
    return undefined;
  }
}

async function* inBatches<T>(items: AsyncIterable<T>): AsyncGenerator<T[]> {
  let batch: T[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length < 500) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
