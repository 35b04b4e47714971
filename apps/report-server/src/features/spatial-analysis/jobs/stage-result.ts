import { Readable } from 'node:stream';
import type { StagedFile, Storage } from '@cairn/files';
import type { ResultFacts } from '../compute.ts';
import { COLLECTION_END, COLLECTION_START, RESULT_START, toResultEnd } from '../mapper.ts';
import { resultTooLarge } from './errors.ts';

export interface StagedResult {
  file: StagedFile;
  /** Index of the first byte behind the FeatureCollection. */
  geojsonEnd: number;
}

interface StageOptions {
  storage: Pick<Storage, 'stage'>;
  facts: ResultFacts;
  signal: AbortSignal;
  maxBytes: number;
  elapsedMs(): number;
}

/** Writes a result to the disk while its features come. @throws {AppError} unprocessable beyond `maxBytes` */
export async function stageResult(
  features: AsyncIterable<string[]>,
  { storage, facts, signal, maxBytes, elapsedMs }: StageOptions,
): Promise<StagedResult> {
  let end = '';
  let length = 0;

  async function* pieces(): AsyncGenerator<Buffer> {
    yield Buffer.from(RESULT_START + COLLECTION_START);
    for await (const batch of features) {
      const piece = Buffer.from(`${length === 0 ? '' : ','}${batch.join(',')}`);
      length += piece.length;
      if (length > maxBytes) throw resultTooLarge(maxBytes);
      yield piece;
    }
    end = toResultEnd({ ...facts, elapsedMs: elapsedMs() });
    yield Buffer.from(COLLECTION_END + end);
  }

  const file = await storage.stage(Readable.from(pieces(), { objectMode: false }), { signal });
  return { file, geojsonEnd: file.size - Buffer.byteLength(end) };
}

/** Where the FeatureCollection is in the file. */
export function geojsonRange({ geojsonEnd }: Pick<StagedResult, 'geojsonEnd'>) {
  return { start: RESULT_START.length, end: geojsonEnd - 1 };
}
