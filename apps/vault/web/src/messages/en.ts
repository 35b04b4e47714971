import { compareMessages } from './en/compare.ts';
import { datasetMessages } from './en/dataset.ts';
import { datasetsMessages } from './en/datasets.ts';
import { deriveMessages } from './en/derive.ts';
import { foldersMessages } from './en/folders.ts';
import { importMessages } from './en/import.ts';
import { lineageMessages } from './en/lineage.ts';
import { versionsMessages } from './en/versions.ts';
import { uploadMessages } from './en/upload.ts';

/** Every sentence of the vault's pages, a file for each of them. A translation is a copy in another language. */
export const messages = {
  ...datasetsMessages,
  ...foldersMessages,
  ...uploadMessages,
  ...importMessages,
  ...datasetMessages,
  ...versionsMessages,
  ...compareMessages,
  ...lineageMessages,
  ...deriveMessages,
};
