import { Readable } from 'node:stream';
import type { StagedFile, Storage } from '@cairn/files';
import { decodeBody, unprocessable } from '@cairn/service';
import { fileNameOf, mediaType } from './file-name.ts';
import type { FileSource } from './file-source.ts';
import { formatBytes } from './byte-progress.ts';
import { RestartError, createResumableFetch } from './resumable-fetch.ts';
import type { FirstResponse, ResumableFetchOptions } from './resumable-fetch.ts';

export interface DownloadOptions extends ResumableFetchOptions {
  storage: Storage;
  /** Maximum size of the file after decoding. */
  maxBytes: number;
  /** Name without extension for a file that has no name. */
  fallbackName: string;
}

/** Attempts from the first byte, where the rest of a file could not be fetched. */
const MAX_ATTEMPTS = 6;

/**
 * Streams a file to the storage and resumes lost connections. The caller owns the staged file; when this throws, nothing is left
 * on the disk.
 * @throws {AppError} unprocessable when the response is not a file of a supported format.
 */
export async function download(
  source: FileSource,
  { storage, maxBytes, fallbackName, ...options }: DownloadOptions,
): Promise<{ fileName: string; file: StagedFile }> {
  const resumable = createResumableFetch(source, options);
  for (let attempt = 1; ; attempt += 1) {
    const first = await resumable.begin();
    try {
      const fileName = checkHeaders(first, { source, maxBytes, fallbackName });
      const encoding = first.answer.headers['content-encoding'];
      const bytes = decodeBody(resumable.bytes(first), { encoding, maxBytes });
      const file = await storage.stage(Readable.from(bytes, { objectMode: false }), {
        signal: options.signal,
      });
      return { fileName, file };
    } catch (error) {
      options.signal.throwIfAborted();
      if (!(error instanceof RestartError)) throw error;
      if (attempt === MAX_ATTEMPTS) {
        throw unprocessable(
          'vault.keeps_breaking',
          'The connection was lost several times, and the server does not support resuming a download. Try again later.',
        );
      }
    } finally {
      first.answer.body.destroy();
    }
  }
}

/** The name of the file. @throws {AppError} unprocessable when the headers show that it cannot be imported. */
function checkHeaders(
  { answer, validators: { size } }: FirstResponse,
  { source, maxBytes, fallbackName }: { source: FileSource; maxBytes: number; fallbackName: string },
): string {
  if (/^(text\/html|application\/xhtml\+xml)$/.test(mediaType(answer.headers))) {
    throw unprocessable(
      'vault.web_page',
      'The address returns a web page, not a file. Copy the address of the download itself.',
    );
  }
  if (size !== null && size > maxBytes) {
    throw unprocessable(
      'vault.file_too_large',
      `The file has ${formatBytes(size)}, and ${formatBytes(maxBytes)} is the maximum.`,
    );
  }
  return fileNameOf(answer.headers, { addresses: source.addresses, fallback: fallbackName });
}
