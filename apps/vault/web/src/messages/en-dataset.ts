import { compareMessages } from './en/compare.ts';
import { crsMessages } from './en/crs.ts';
import { datasetMessages } from './en/dataset.ts';
import { deriveMessages } from './en/derive.ts';
import { lineageMessages } from './en/lineage.ts';
import { publishMessages } from './en/publish.ts';
import { mapServerMessages } from './en/map-servers.ts';
import { versionsMessages } from './en/versions.ts';

/** The sentences of a dataset's page and of the comparison of its versions. */
export const datasetPageMessages = {
  ...datasetMessages,
  ...versionsMessages,
  ...compareMessages,
  ...lineageMessages,
  ...deriveMessages,
  ...crsMessages,
  ...publishMessages,
  ...mapServerMessages,
};
