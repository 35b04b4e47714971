import type { IncomingHttpHeaders } from 'node:http';
import { OutboundError, decodeBody } from '@cairn/service';
import { createFileDigest } from '../file-writer.ts';
import { appendBody } from './append-body.ts';
import type { Part } from './part-files.ts';
import { conditionOf, continuesFile, readValidators, totalOf } from './range-rules.ts';
import type { FileValidators, RangeResponse, RestOfFile } from './range-rules.ts';
import { identifyPart, isExpected } from './verify-part.ts';
import type { ExpectedFile, FileIdentity } from './verify-part.ts';

export interface FetchPartOptions {
  /** Requests the file (null) or its rest; see `rangeHeaders`. Returns whatever status the server sends. */
  request(rest: RestOfFile | null): Promise<RangeResponse>;
  expected: ExpectedFile;
  /** Computes the SHA-1 as well where none is expected. */
  withSha1?: boolean;
  /** Largest file that is fetched. */
  maxBytes: number;
  /** Of the bytes that the part has, as `saveOffset` got them. */
  validators: FileValidators | null;
  /** Saves in the caller's row how many bytes of the part are on the disk, and of which state of the file they are. */
  saveOffset(offset: number, validators: FileValidators | null): Promise<void>;
  /** Must end `request` and the bodies that it returns as well. */
  signal: AbortSignal;
  /** Bytes of the file so far, and of the whole file if that is known. */
  onBytes?(bytes: number, total: number | null): void;
}

export type PartOutcome =
  | ({ kind: 'complete'; sha256: string } & FileIdentity)
  /** It is another file than expected. The part is empty again. */
  | { kind: 'mismatch'; expected: ExpectedFile; actual: FileIdentity }
  /** The connection was lost or too slow. The part has what arrived. */
  | { kind: 'interrupted'; error: OutboundError }
  /** The server answered with something else than the file. The part is as it was. */
  | { kind: 'refused'; status: number; headers: IncomingHttpHeaders }
  /** The file changed at each request. */
  | { kind: 'changing' };

interface Run extends FetchPartOptions {
  part: Part;
  validators: FileValidators;
  /** First byte of the next request; before the end of the part where the server refuses short ranges. */
  from: number;
}

const MAX_REQUESTS = 8;
const MIB = 1024 * 1024;
const UNKNOWN: FileValidators = { etag: null, lastModified: null, size: null };
const TEMPORARY = new Set(['cut', 'unreachable', 'slow', 'late']);

/**
 * Fetches the rest of a part, begins again when the server has another file now, and verifies the part once it is complete. After a
 * lost connection the caller may pass the same part again, or open it in another process.
 * @throws {AppError} unavailable when the disk is full; the part keeps what was saved
 * @throws {OutboundError} what a retry does not change, such as `refused` and `too_large`
 */
export async function fetchPart(part: Part, options: FetchPartOptions): Promise<PartOutcome> {
  const isEmpty = part.size === 0;
  const validators = isEmpty ? UNKNOWN : (options.validators ?? UNKNOWN);
  const run: Run = { ...options, part, validators, from: part.size };
  if (isEmpty) {
    // The row may count bytes that the disk has lost.
    if (options.validators !== null) await run.saveOffset(0, null);
    await beginAgain(run, UNKNOWN);
  }
  try {
    for (let requests = 0; requests < MAX_REQUESTS; requests += 1) {
      const outcome = (await settleWithoutRequest(run)) ?? (await exchange(run));
      if (outcome !== null) return outcome;
    }
    return { kind: 'changing' };
  } catch (error) {
    options.signal.throwIfAborted();
    if (!(error instanceof OutboundError) || !TEMPORARY.has(error.reason)) throw error;
    return { kind: 'interrupted', error };
  }
}

function totalSize({ expected, validators }: Run): number | null {
  return expected.size ?? validators.size;
}

async function settleWithoutRequest(run: Run): Promise<PartOutcome | null> {
  const { part, expected, validators } = run;
  const total = totalSize(run);
  if (part.size === total) return verify(run);
  // Without a validator only a hash can show that two parts are of one file.
  const isSafe = conditionOf(validators) !== null || Boolean(expected.sha256 ?? expected.sha1);
  if (part.size > 0 && (!isSafe || (total !== null && part.size > total))) await beginAgain(run, UNKNOWN);
  return null;
}

/** One request. Null when there must be another one. */
async function exchange(run: Run): Promise<PartOutcome | null> {
  const { from, expected, validators } = run;
  const rest = from === 0 ? null : { offset: from, validator: conditionOf(validators) };
  const answer = await run.request(rest);
  // Without a reader an error of the body would be unhandled.
  answer.body.on('error', () => undefined);
  try {
    const { status, headers } = answer;
    if (status === 200) {
      // The validators of a compressed response are those of its compressed bytes.
      const found = isCompressed(headers) ? UNKNOWN : readValidators(answer);
      if (found.size !== null && expected.size !== null && found.size !== expected.size)
        return await mismatch(run, { size: found.size, sha256: null, sha1: null });
      await beginAgain(run, found);
      return await append(run, answer);
    }
    if (status === 206 && rest && !isCompressed(headers) && continuesFile(answer, from, knownState(run))) {
      if (validators === UNKNOWN) run.validators = readValidators(answer);
      return await append(run, answer);
    }
    if (status === 416 && rest) return await afterUnsatisfiedRange(run, totalOf(headers));
    if (status !== 206) return { kind: 'refused', status, headers };
    await beginAgain(run, UNKNOWN);
    return null;
  } finally {
    answer.body.destroy();
  }
}

async function append(run: Run, { body, headers }: RangeResponse): Promise<PartOutcome> {
  const { part, from, validators, maxBytes, signal } = run;
  const total = totalSize(run);
  if (total !== null && total > maxBytes) throw new OutboundError('too_large', 'The file is too large.');
  const bytes = decodeBody(body, { encoding: headers['content-encoding'], maxBytes });
  const { error, end } = await appendBody(part, bytes, {
    skip: part.size - from,
    total,
    saveOffset: (offset) => run.saveOffset(offset, validators),
    onBytes: (count) => run.onBytes?.(count, total),
  });
  run.from = part.size;
  signal.throwIfAborted();
  if (total !== null && end > total) return mismatch(run, { size: end, sha256: null, sha1: null });
  if (error !== null) throw error;
  if (total !== null && part.size < total)
    throw new OutboundError('cut', 'The connection was lost before the file was complete.');
  return verify(run);
}

/**
 * After a 416. Nothing is left to fetch, or the file is shorter now; or the server refuses short ranges (QFieldCloud has a minimum), and
 * the next request begins before the end of the part.
 */
async function afterUnsatisfiedRange(run: Run, current: number | null): Promise<PartOutcome | null> {
  const { part, from, expected } = run;
  if (current !== null && expected.size !== null && current !== expected.size)
    return mismatch(run, { size: current, sha256: null, sha1: null });
  const total = current ?? totalSize(run);
  if (total === part.size) return verify(run);
  const back = total === null ? 0 : total - Math.max(MIB, 8 * (total - from));
  if (total === null || total < part.size || back <= 0) await beginAgain(run, UNKNOWN);
  else run.from = back;
  return null;
}

async function verify(run: Run): Promise<PartOutcome> {
  const { part, expected, signal } = run;
  const actual = await identifyPart(part, { sha1: needsSha1(run), signal });
  return isExpected(actual, expected) ? { kind: 'complete', ...actual } : mismatch(run, actual);
}

async function mismatch(run: Run, actual: FileIdentity): Promise<PartOutcome> {
  await beginAgain(run, UNKNOWN);
  return { kind: 'mismatch', expected: run.expected, actual };
}

/** Empties the part. */
async function beginAgain(run: Run, validators: FileValidators): Promise<void> {
  const { part } = run;
  // The row first: a file longer than its row says is cut back, but bytes that are missing cannot be trusted.
  if (part.size > 0) await run.saveOffset(0, null);
  await part.handle.truncate(0);
  part.size = 0;
  part.digest = createFileDigest({ sha1: needsSha1(run) });
  Object.assign(run, { validators, from: 0 });
}

const needsSha1 = ({ expected, withSha1 }: Run) => Boolean(expected.sha1) || withSha1 === true;

/** What the rest must agree with. */
const knownState = (run: Run): FileValidators => ({ ...run.validators, size: totalSize(run) });

function isCompressed(headers: IncomingHttpHeaders): boolean {
  return !/^(identity)?$/i.test(headers['content-encoding']?.trim() ?? '');
}
