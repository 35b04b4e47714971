import type { ReportFiles } from './types.ts';

/** Finds files of a report by the name that a template gives, whichever folder it names. */
export interface FileFinder {
  find(name: string): { path: string; bytes: Uint8Array } | null;
  /** The name that templates use for a file. */
  assetName(path: string): string;
}

/** Looks for the exact path first, then for the only file of that name, in any case. */
export function createFileFinder(files: ReportFiles): FileFinder {
  const paths = Object.keys(files);
  return {
    assetName: (path) => assetName(path, files),
    find(name) {
      const wanted = name.replaceAll('\\', '/').replace(/^\.?\//, '');
      const path =
        paths.find((each) => each === wanted) ??
        paths.find((each) => baseName(each).toLowerCase() === baseName(wanted).toLowerCase());
      const bytes = path === undefined ? undefined : files[path];
      return path !== undefined && bytes ? { path, bytes } : null;
    },
  };
}

export function baseName(path: string): string {
  return path.replaceAll('\\', '/').split('/').at(-1) ?? '';
}

/** The name of a file in templates: without its folder, unless another file has the same. */
export function assetName(path: string, files: ReportFiles): string {
  const name = baseName(path).toLowerCase();
  const same = Object.keys(files).filter((each) => baseName(each).toLowerCase() === name);
  return same.length > 1 ? path.replaceAll(/[\\/]+/g, '-') : baseName(path);
}

/** The key of a report that is stored under this file name: lower case, without extension. */
export function reportKey(path: string): string {
  const name = baseName(path.replace(/^repo:/, '')).replace(/\.(?:jasper|jrxml)$/i, '');
  return name
    .toLowerCase()
    .replaceAll(/[^a-z0-9_-]+/g, '-')
    .slice(0, 100);
}
