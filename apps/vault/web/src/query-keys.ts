/** All lists of datasets, whatever they show: refresh this after a change. */
export const datasetsKey = ['datasets-summary'] as const;

/** All lists of folders: refresh this after a change. */
export const foldersKey = ['folders'] as const;
