import type { Version } from '../versions/types.ts';

type Content = Pick<Version, 'sha256' | 'removedRowsHash'>;

/**
 * Identifies the content of a version: its bytes and the numbers of its rows. Derived data with row numbers is kept by this key;
 * derived data without them, such as a thumbnail, by the hash of the bytes.
 */
export function contentKey({ sha256, removedRowsHash }: Content): string {
  return removedRowsHash === null ? sha256 : `${sha256}-${removedRowsHash}`;
}

/** Name of a derived file with row numbers, in the folder of the bytes. */
export function numberedFileName(
  { removedRowsHash }: Pick<Content, 'removedRowsHash'>,
  name: string,
): string {
  return removedRowsHash === null ? name : `${removedRowsHash}-${name}`;
}
