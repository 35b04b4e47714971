import { catalogMessages } from './en/catalog.ts';
import { reportsMessages } from './en/reports.ts';

/** The sentences of the pages, a file for each area. A translation is a copy in another language. */
export const messages = {
  ...reportsMessages,
  ...catalogMessages,
};
