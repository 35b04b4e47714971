import { ProviderError } from '../errors.ts';

/** What a file system refused, as an error of the provider; others stay what they are. */
export function toFolderError(error: unknown, name: string): unknown {
  if (error instanceof ProviderError) return error;
  const code = (error as NodeJS.ErrnoException | null)?.code;
  if (code === undefined || !/^E[A-Z]+$/.test(code)) return error;
  if (code === 'EACCES' || code === 'EPERM') {
    const message = `The service may not read "${name}". Grant its account the right to read the folder.`;
    return new ProviderError({ outcome: 'pause', code: 'field_sync.folder_denied', message }, error);
  }
  if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'ELOOP') {
    const message = `There is no folder "${name}". Check its name, and whether its disk is mounted.`;
    return new ProviderError({ outcome: 'retry', code: 'field_sync.folder_missing', message }, error);
  }
  const message = `"${name}" cannot be read (${code}). It is tried again.`;
  return new ProviderError({ outcome: 'retry', code: 'field_sync.folder_unreadable', message }, error);
}

/** A folder has one state only: a version that was replaced cannot be had any more. */
export function folderChanged(name: string): ProviderError {
  return new ProviderError({
    outcome: 'retry',
    code: 'field_sync.version_gone',
    message: `The folder "${name}" has changed since its version was determined. The next poll finds the new version.`,
  });
}

/** More files than one project may have. */
export function tooManyFiles(limit: number): ProviderError {
  return new ProviderError({
    outcome: 'pause',
    code: 'field_sync.too_many_files',
    message: `The folder has more than ${limit.toLocaleString('en')} files. Move those that do not belong to the project.`,
  });
}
