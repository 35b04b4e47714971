import { datasetsMessages } from './en/datasets.ts';
import { foldersMessages } from './en/folders.ts';
import { importMessages } from './en/import.ts';
import { databaseMessages, uploadMessages } from './en/upload.ts';

/**
 * The sentences of the list and of the upload page, a file for each part; those of a dataset's own pages are in
 * en-dataset.ts and load with them. A translation is a copy in another language.
 */
export const messages = {
  ...datasetsMessages,
  ...foldersMessages,
  ...uploadMessages,
  ...databaseMessages,
  ...importMessages,
};
