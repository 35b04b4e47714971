import { damaged } from './outcome.ts';
import type { ProviderFile } from './types.ts';

/** Of UTF-8. An index of the database takes no longer ones. */
const MAX_PATH_BYTES = 2_000;
const MAX_NAME = 200;

/** Whether it is a text that names something, and that a row or a header can hold. */
export function isName(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= MAX_NAME && !value.includes('\0');
}

/** Whatever came as the files of a version. @throws {ProviderError} damaged */
export function checkFiles<File extends Pick<ProviderFile, 'path' | 'size'>>(files: File[]): File[] {
  if (!Array.isArray(files)) throw damaged('files that are not a list.');
  const paths = new Set<string>();
  for (const file of files as (File | null)[]) {
    const { path, size } = file ?? ({} as Partial<File>);
    if (typeof path !== 'string' || path === '' || path.includes('\0'))
      throw damaged('a file without a path.');
    if (Buffer.byteLength(path) > MAX_PATH_BYTES) throw damaged('a file whose path is too long.');
    if (!Number.isSafeInteger(size) || (size as number) < 0) throw damaged('a file without a size.');
    if (paths.has(path)) throw damaged('the same file twice.');
    paths.add(path);
  }
  return files;
}

/** A token that goes into a header. */
export function isToken(value: unknown): value is string {
  return typeof value === 'string' && /^[\x21-\x7e]{1,8000}$/.test(value);
}
