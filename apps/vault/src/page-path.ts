/** Path of a dataset's page as the browser sees it. */
export function pagePath(dataset: string, basePath: string): string {
  return `${basePath}/datasets/${encodeURIComponent(dataset)}`;
}
