/** SupportedFormats of files that the vault takes, for the file chooser and the first check. */
export const ACCEPTED = ['.gpkg', '.zip', '.geojson', '.json', '.tif', '.tiff'];

export type Refusal = 'kind' | 'empty';

/** What can be known of a file before it is sent; the server looks inside. */
export function refusalOf(file: Pick<File, 'name' | 'size'>): Refusal | null {
  if (!ACCEPTED.includes(extensionOf(file.name))) return 'kind';
  return file.size === 0 ? 'empty' : null;
}

/**
 * Name of the dataset that a file becomes, as the server gives it: the file's name without its extension,
 * what a name cannot hold replaced by `_`.
 */
export function datasetNameOf(fileName: string): string {
  return fileName
    .slice(0, fileName.length - extensionOf(fileName).length)
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}\p{M}_. ()-]+/gu, '_')
    .replace(/\.{2,}/g, '.')
    .replace(/^[^\p{L}\p{N}]+|[. (]+$/gu, '');
}

/** The first of `name-2`, `name-3` … that is free. */
export function freeName(name: string, taken: ReadonlySet<string>): string {
  let number = 2;
  while (taken.has(`${name}-${number}`.toLowerCase())) number += 1;
  return `${name}-${number}`;
}

function extensionOf(fileName: string): string {
  const dot = fileName.lastIndexOf('.');
  return dot > 0 ? fileName.slice(dot).toLowerCase() : '';
}
