import { createSafeFetch } from '@cairn/service';
import { createPartFiles, createStorage, fetchPart, rangeHeaders } from '../src/index.ts';
import type { ExpectedFile, FetchPartOptions, FileValidators, Part } from '../src/index.ts';

/** A caller's row. */
export interface PartRow {
  offset: number;
  validators: FileValidators | null;
}

export interface PartClientOptions {
  root: string;
  url: string;
  expected: ExpectedFile;
  row?: PartRow;
  onSave?(row: PartRow): Promise<void> | void;
}

/** A caller of `fetchPart` that keeps its row in memory, as a service does in its database. */
export function createPartClient({ root, url, expected, row, onSave }: PartClientOptions) {
  const storage = createStorage({ root });
  const parts = createPartFiles(storage);
  const saved: PartRow = row ?? { offset: 0, validators: null };
  const received = { bytes: 0 };
  const safeFetch = createSafeFetch({ allowedNetworks: ['127.0.0.1/32'], userAgent: 'test' });
  return {
    storage,
    parts,
    saved,
    /** The offset in the file that was read last. */
    received,
    open: () => parts.open('one', { offset: saved.offset }),
    fetch(part: Part, options: Partial<FetchPartOptions> = {}) {
      const { signal = new AbortController().signal } = options;
      const limits = { maxBytes: Infinity, totalMs: 600_000 };
      return fetchPart(part, {
        request: (rest) => safeFetch.fetch({ url, headers: rangeHeaders(rest), limits, signal }),
        expected,
        maxBytes: 2 ** 40,
        validators: saved.validators,
        onBytes: (bytes) => void (received.bytes = bytes),
        async saveOffset(offset, validators) {
          Object.assign(saved, { offset, validators });
          await onSave?.(saved);
        },
        ...options,
        signal,
      });
    },
    close: () => safeFetch.close(),
  };
}
