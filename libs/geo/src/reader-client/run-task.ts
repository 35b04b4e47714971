import { AppError } from '@cairn/service/errors';
import type { Answer } from '../reader-protocol/answer.ts';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import type { Gdal, GdalOptions } from '../gdal/gdal.ts';
import type { CopyReply, CopyRequest } from '../reader-protocol/copy-types.ts';
import type { CopyTableReply, CopyTableRequest } from '../reader-protocol/sync-types.ts';
import { withLinkedFiles } from './link-files.ts';
import { READER, readerSetup } from './reader-program.ts';
import type { ReplyTo, ReaderRequest } from '../reader-protocol/protocol.ts';

/**
 * Runs one task in a new reader process, in the sandbox and the job's folder.
 * @throws {AppError} the reader's refusal. @throws {ProgramError} when the file cannot be read.
 */
export async function runReaderTask<R extends ReaderRequest>(
  gdal: Gdal,
  request: R,
  options: Pick<GdalOptions, 'cwd' | 'timeLimitMs' | 'limits' | 'signal'>,
): Promise<ReplyTo<R>> {
  return withLinkedFiles(request, { folder: options.cwd, unlink: false }, async (placed) => {
    const file = `${request.task}-request.json`;
    await writeFile(join(options.cwd, file), JSON.stringify(placed));
    const { stdout } = await gdal.runBeside(READER.program, [...READER.args, file], {
      ...options,
      ...(await readerSetup()),
      maxOutputBytes: 16 * 1024 * 1024,
    });
    const answer = JSON.parse(stdout) as Answer;
    if (answer.refusal) throw toAppError(answer.refusal);
    return answer.reply as ReplyTo<R>;
  });
}

interface StreamOptions extends GdalOptions {
  stdout: Writable;
}

/** Writes a layer to `stdout` as PostgreSQL's binary COPY, at the pace of the stream; see copy-layer.ts. */
export async function copyGeopackageLayer(
  gdal: Gdal,
  request: CopyRequest,
  options: StreamOptions,
): Promise<CopyReply> {
  return streamRows<CopyReply>(gdal, { mode: 'copy', request }, options);
}

/** The same for a table that is kept in step; see copy-table.ts. */
export async function copyGeopackageTable(
  gdal: Gdal,
  request: CopyTableRequest,
  options: StreamOptions,
): Promise<CopyTableReply> {
  return streamRows<CopyTableReply>(gdal, { mode: 'copy-table', request }, options);
}

async function streamRows<Reply>(
  gdal: Gdal,
  { mode, request }: { mode: 'copy' | 'copy-table'; request: object },
  options: StreamOptions,
): Promise<Reply> {
  return withLinkedFiles(request, { folder: options.cwd, unlink: false }, async (placed) => {
    const files = [`${mode}-request.json`, `${mode}-reply.json`] as const;
    await writeFile(join(options.cwd, files[0]), JSON.stringify(placed));
    await rm(join(options.cwd, files[1]), { force: true });
    const how = { ...options, ...(await readerSetup()) };
    const run = gdal.runBeside(READER.program, [...READER.args, mode, ...files], how);
    const failure = await run.then(
      () => null,
      (error: unknown) => ({ error }),
    );
    // A refusal ends the stream early, so its consumer fails as well; only the refusal has the reason.
    const said = await readFile(join(options.cwd, files[1]), 'utf8').catch(() => '{}');
    const { refusal, reply } = JSON.parse(said) as { refusal?: Answer['refusal']; reply?: Reply };
    if (refusal) throw toAppError(refusal);
    if (failure) throw failure.error;
    return reply as Reply;
  });
}

/** The child process's refusal as an error for users. */
export function toAppError({ kind, code, message, details }: NonNullable<Answer['refusal']>): AppError {
  return new AppError({ kind, code, message, details });
}
