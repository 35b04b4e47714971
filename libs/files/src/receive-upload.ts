import type { IncomingMessage } from 'node:http';
import type { Request, Response } from 'express';
import multer from 'multer';
import type { StorageEngine } from 'multer';
import { AppError, badRequest, tooLarge } from '@cairn/service';
import { toStorageError } from './storage-errors.ts';
import type { StagedFile, Storage } from './storage.ts';

export interface ReceivedUpload {
  /** Name of the file from the client, without folders. */
  fileName: string;
  file: StagedFile;
  /** Text fields; the last value of a repeated name. */
  fields: Record<string, string>;
}

export interface ReceiveOptions {
  req: Request;
  storage: Storage;
  /** Most bytes of the file. */
  maxBytes: number;
  /** Name of the form field that holds the file. */
  field: string;
  /** Checks the file's name before its bytes are read; throws an AppError to refuse it. */
  accept(fileName: string, fields: Record<string, string>): void | Promise<void>;
}

/** Bytes of boundaries, headers and text fields that a form may have beside its file. */
const FORM_OVERHEAD = 1024 * 1024;
/** How long a refused client may go on sending before it is disconnected, so that it can read the response. */
const DRAIN_MS = 5_000;

/**
 * Reads a multipart form with one file, which streams to the storage: memory does not grow with it.
 *
 * The caller owns the staged file: `keep` or `discard` it. When this throws, nothing is left on the disk.
 * @throws {AppError} too_large beyond maxBytes; bad_request without a file, with two, for a broken form or when the client left;
 *   unavailable when the disk is full; errors of `accept`
 */
export async function receiveUpload(options: ReceiveOptions): Promise<ReceivedUpload> {
  const { req, maxBytes } = options;
  if (!req.headers['content-type']?.startsWith('multipart/form-data')) {
    throw badRequest(
      'files.not_multipart',
      `Send the file as multipart/form-data in the field "${options.field}".`,
    );
  }
  // Refuses by the declared length before the client sends gigabytes.
  if (Number(req.headers['content-length'] ?? 0) > maxBytes + FORM_OVERHEAD) {
    await drain(req);
    throw closing(fileTooLarge(maxBytes), req);
  }

  const staged: { current: StagedFile | null } = { current: null };
  const leaving = new AbortController();
  req.once('close', () => {
    if (!req.readableEnded) leaving.abort();
  });
  const refusal = createRefusal(req);
  let writing: Promise<unknown> = Promise.resolve();
  const engine: StorageEngine = {
    _handleFile(_req, file, done) {
      file.stream.once('limit', () => refusal.announce(fileTooLarge(maxBytes)));
      const run = options.storage.stage(file.stream, { signal: leaving.signal });
      writing = run.then(
        (result) => {
          staged.current = result;
          done(null, { size: result.size });
        },
        (error: Error) => {
          refusal.announce(error);
          done(error);
        },
      );
    },
    // Files are discarded below, in one place.
    _removeFile: (_req, _file, done) => done(null),
  };

  let fileName: string | null = null;
  const parse = multer({
    storage: engine,
    defParamCharset: 'utf8',
    limits: { fileSize: maxBytes, files: 1, fields: 64, fieldSize: 64 * 1024, parts: 80 },
    fileFilter(_req, file, done) {
      fileName = file.originalname;
      Promise.resolve()
        .then(() => options.accept(file.originalname, fieldsOf(req)))
        .then(
          () => done(null, true),
          (error: Error) => {
            refusal.announce(error);
            done(error);
          },
        );
    },
  }).single(options.field);

  try {
    await Promise.race([runParser(parse, req), refusal.overdue]);
    await writing;
    if (leaving.signal.aborted) throw clientLeft();
    if (!staged.current || fileName === null) {
      throw badRequest('files.missing', `The form has no file in the field "${options.field}".`);
    }
    refusal.settle();
    return { fileName, file: staged.current, fields: fieldsOf(req) };
  } catch (error) {
    refusal.settle();
    const gone = leaving.signal.aborted;
    leaving.abort();
    await writing;
    await (staged.current as StagedFile | null)?.discard();
    throw closing(explain(error, options, gone), req);
  }
}

type Parser = (req: Request, res: Response, next: (error?: unknown) => void) => void;

/** After a refusal the parser waits for the request to end; `overdue` fails when that takes too long. */
function createRefusal(req: IncomingMessage) {
  let timer: NodeJS.Timeout | undefined;
  let fail: (error: unknown) => void;
  const overdue = new Promise<never>((_resolve, reject) => {
    fail = reject;
  });
  overdue.catch(() => undefined);
  return {
    overdue,
    announce(error: Error): void {
      timer ??= setTimeout(() => {
        req.unpipe();
        req.pause();
        fail(error);
      }, DRAIN_MS);
    },
    settle(): void {
      clearTimeout(timer);
    },
  };
}

function runParser(parse: Parser, req: Request): Promise<void> {
  return new Promise((resolve, reject) => {
    parse(req, {} as Response, (error?: unknown) => (error ? reject(error as Error) : resolve()));
  });
}

async function drain(req: IncomingMessage): Promise<void> {
  req.resume();
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, DRAIN_MS);
    req.once('close', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

function fieldsOf(req: Request): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [name, value] of Object.entries((req.body ?? {}) as Record<string, unknown>)) {
    const last = Array.isArray(value) ? value.at(-1) : value;
    if (typeof last === 'string') fields[name] = last;
  }
  return fields;
}

function explain(error: unknown, options: ReceiveOptions, gone: boolean): unknown {
  if (error instanceof AppError) return error;
  if (error instanceof multer.MulterError) {
    if (error.code === 'LIMIT_FILE_SIZE') return fileTooLarge(options.maxBytes);
    if (error.code === 'LIMIT_UNEXPECTED_FILE' || error.code === 'LIMIT_FILE_COUNT') {
      return badRequest('files.unexpected', `Send one file, in the form field "${options.field}".`);
    }
    return badRequest('files.bad_form', `The form cannot be read: ${error.message}.`);
  }
  if (gone) return clientLeft(error);
  if (error instanceof Error && /multipart|boundary|Unexpected end of form|Malformed/i.test(error.message)) {
    return badRequest('files.bad_form', 'The form is incomplete or malformed. Send it again.');
  }
  // The form parser may pass on an error of the disk.
  return toStorageError(error);
}

/** A connection with unread bytes cannot carry another request. */
function closing(error: unknown, req: IncomingMessage): unknown {
  if (!(error instanceof AppError) || req.readableEnded) return error;
  const { kind, code, message, details, cause } = error;
  return new AppError({
    kind,
    code,
    message,
    details,
    cause,
    headers: { ...error.headers, Connection: 'close' },
  });
}

function clientLeft(cause?: unknown): AppError {
  return new AppError({
    kind: 'bad_request',
    code: 'files.client_gone',
    message: 'The upload was interrupted. Nothing was stored.',
    cause,
  });
}

function fileTooLarge(maxBytes: number): AppError {
  return tooLarge('files.too_large', `The file exceeds the limit of ${binarySize(maxBytes)}.`);
}

function binarySize(bytes: number): string {
  const units = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'];
  let value = bytes;
  let unit = 0;
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return `${Number.isInteger(value) ? value : value.toFixed(1)} ${units[unit]}`;
}
