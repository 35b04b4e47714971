/** All lists of datasets. */
export const datasetsKey = ['datasets-summary'] as const;

/** Everything about one dataset. */
export const datasetKey = (name: string) => ['dataset', name] as const;

/** GIS projects and their versions. */
export const gisProjectsKey = ['gis-projects'] as const;

/** All lists of folders. */
export const foldersKey = ['folders'] as const;
