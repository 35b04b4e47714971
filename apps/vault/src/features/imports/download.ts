import { Readable } from 'node:stream';
import type { StagedFile, Storage } from '@cairn/files';
import { decodeBody, unprocessable } from '@cairn/service';
import { fileNameOf, mediaType } from './file-name.ts';
import type { FileSource } from './file-source.ts';
import { size } from './progress.ts';
import { BeginAgain, createResumable } from './resumable.ts';
import type { Begun, ResumableOptions } from './resumable.ts';

export interface DownloadOptions extends ResumableOptions {
  storage: Storage;
  /** Most bytes of the file once its encoding is taken off. */
  maxBytes: number;
  /** Stem of the name of a file that has none. */
  fallbackName: string;
}

/** Times that a file is begun anew because its rest could not be had. */
const MAX_BEGINNINGS = 6;

/**
 * Streams a file to the storage; cut connections are taken up where they ended. The caller owns the staged file. When this
 * throws, nothing is left on the disk. AppError `unprocessable` when the answer is no file that could be one of ours.
 */
export async function download(
  source: FileSource,
  { storage, maxBytes, fallbackName, ...options }: DownloadOptions,
): Promise<{ fileName: string; file: StagedFile }> {
  const resumable = createResumable(source, options);
  for (let beginning = 1; ; beginning += 1) {
    const begun = await resumable.begin();
    try {
      const fileName = look(begun, { source, maxBytes, fallbackName });
      const encoding = begun.answer.headers['content-encoding'];
      const bytes = decodeBody(resumable.bytes(begun), { encoding, maxBytes });
      const file = await storage.stage(Readable.from(bytes, { objectMode: false }), {
        signal: options.signal,
      });
      return { fileName, file };
    } catch (error) {
      options.signal.throwIfAborted();
      if (!(error instanceof BeginAgain)) throw error;
      if (beginning === MAX_BEGINNINGS) {
        throw unprocessable(
          'vault.keeps_breaking',
          'The connection breaks again and again, and the server gives out no parts of the file; try again later.',
        );
      }
    } finally {
      begun.answer.body.destroy();
    }
  }
}

/** What the headers tell already. */
function look(
  { answer, total }: Begun,
  { source, maxBytes, fallbackName }: { source: FileSource; maxBytes: number; fallbackName: string },
): string {
  if (/^(text\/html|application\/xhtml\+xml)$/.test(mediaType(answer.headers))) {
    throw unprocessable(
      'vault.web_page',
      'The address answers with a web page, not with a file; copy the address of the download itself.',
    );
  }
  if (total !== null && total > maxBytes) {
    throw unprocessable(
      'vault.file_too_large',
      `The file has ${size(total)}; ${size(maxBytes)} is the most that is taken.`,
    );
  }
  return fileNameOf(answer.headers, { addresses: source.addresses, fallback: fallbackName });
}
