import type { DerivedFiles, Storage } from '@cairn/files';
import type { Reader } from '@cairn/geo';
import type { Db } from '../../db/handle.ts';
import type { ContentService } from '../content/service.ts';
import { createFeatureExtents } from './feature-extents.ts';
import { createFileEdits } from './file-edits.ts';
import { explainingReader } from './explaining-reader.ts';
import { createFileLayers } from './file-layer.ts';
import { createFileRows } from './file-rows.ts';
import { createRowOrderIndex } from './row-order-index.ts';
import type { RowSource } from './row-source.ts';
import type { Sessions } from './sessions.ts';

export interface FileSourceDeps {
  db: Db;
  storage: Storage;
  derived: DerivedFiles;
  reader: Reader;
  contents: ContentService;
  sessions: Sessions;
}

/** Rows of versions whose file lies here. */
export function createFileSource(given: FileSourceDeps): RowSource {
  const parts = { ...given, reader: explainingReader(given.reader) };
  const { sessions } = parts;
  const { inScratch } = parts.storage;
  const layers = createFileLayers(parts);
  const rows = createFileRows({
    ...parts,
    layers,
    orders: createRowOrderIndex(parts),
    boundsOf: createFeatureExtents(inScratch),
  });
  return {
    schema: async (version, layer) => (await layers.open(version, layer)).schema,
    ...rows,
    ...createFileEdits({ layers, sessions, inScratch }),
  };
}
