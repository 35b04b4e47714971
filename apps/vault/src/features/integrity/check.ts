import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import type { Storage } from '@cairn/files';
import type { Db } from '../../db/handle.ts';
import { isReference, knownObjects, listReferences } from './repo.ts';
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
  /** Objects whose last version was deleted, and which the sweeper will remove. */
  leaving: number;
  findings: Finding[];
}

interface Parts {
  db: Db;
  storage: Storage;
}

/**
 * Compares what versions refer to with what lies in the storage, also while the vault runs: what looks wrong is looked at
 * twice, since rows and files come and go meanwhile.
 */
export async function checkIntegrity(
  parts: Parts,
  { checksums }: { checksums: boolean },
): Promise<IntegrityReport> {
  const report: IntegrityReport = { versions: 0, objects: 0, underWay: 0, leaving: 0, findings: [] };
  await checkObjects(parts, report);
  const sums = checksums ? new Map<string, string>() : null;
  for await (const reference of listReferences(parts.db)) {
    report.versions += 1;
    const finding = await checkReference(parts.storage, reference, sums);
    if (finding && (await isReference(parts.db, reference))) report.findings.push(finding);
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
  const found = await storage.size(objectKey);
  if (found === null) {
    return { kind: 'missing', objectKey, message: `${what} has lost its object ${objectKey}.` };
  }
  if (found !== size) {
    const message = `${what} has ${size} bytes, its object ${objectKey} ${found}.`;
    return { kind: 'size', objectKey, message };
  }
  if (!sums) return null;
  const sum = sums.get(objectKey) ?? (await sumOf(storage, objectKey));
  sums.set(objectKey, sum);
  if (sum === sha256) return null;
  const message = `${what} should have the SHA-256 ${sha256}, its object ${objectKey} has ${sum}.`;
  return { kind: 'checksum', objectKey, message };
}

async function sumOf(storage: Storage, objectKey: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(storage.open(objectKey), hash);
  return hash.digest('hex');
}

async function checkObjects({ db, storage }: Parts, report: IntegrityReport): Promise<void> {
  let suspects: string[] = [];
  for await (const keys of inBatches(storage.list())) {
    report.objects += keys.length;
    const { referred, leaving } = await knownObjects(db, keys);
    report.leaving += keys.filter((key) => leaving.has(key) && !referred.has(key)).length;
    suspects = suspects.concat(keys.filter((key) => !referred.has(key) && !leaving.has(key)));
  }
  // Whoever confirms an object has committed its row: without a mark, the second look must find it.
  const marked = await storage.unconfirmedKeys();
  for (const objectKey of suspects) {
    const { referred, leaving } = await knownObjects(db, [objectKey]);
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

/** Undefined for a file whose name is none of ours. */
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
