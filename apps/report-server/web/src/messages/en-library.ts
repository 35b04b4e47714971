import { libraryMessages } from './en/library.ts';
import { runsMessages } from './en/runs.ts';

/** The sentences of the pages about reports, which load with them. */
export const libraryPageMessages = {
  ...libraryMessages,
  ...runsMessages,
};
