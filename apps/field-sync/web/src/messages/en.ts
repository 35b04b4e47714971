import { mapMessages } from './en/map.ts';
import { offersMessages } from './en/offers.ts';
import { runsMessages } from './en/runs.ts';

/** The sentences of the islands, a file for each area; the server renders those of the pages. */
export const messages = {
  ...runsMessages,
  ...mapMessages,
  ...offersMessages,
};
