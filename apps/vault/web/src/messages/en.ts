import { datasetMessages } from './en/dataset.ts';
import { datasetsMessages } from './en/datasets.ts';
import { uploadMessages } from './en/upload.ts';

/** Every sentence of the vault's pages, a file for each of them. A translation is a copy in another language. */
export const messages = {
  ...datasetsMessages,
  ...uploadMessages,
  ...datasetMessages,
};
