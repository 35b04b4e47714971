import { posix } from 'node:path';
import type { RetainedPackage } from './types.ts';

/** The file name of a kept package: that of the project, its version, and the beginning of its hash, which makes it unique. */
export function toPackageName({
  path,
  version,
  sha256,
}: Pick<RetainedPackage, 'path' | 'version' | 'sha256'>): string {
  const { name, ext } = posix.parse(path);
  const inFileName = (text: string) => text.replace(/[^\p{L}\p{N}._-]+/gu, '_').slice(0, 80);
  return `${inFileName(name)}-${inFileName(version)}-${sha256.slice(0, 8)}${ext}`;
}
