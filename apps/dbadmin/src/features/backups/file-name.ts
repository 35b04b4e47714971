import type { Job } from '@cairn/jobs';

const MAX_NAME = 80;
const FILE_NAME = /^[A-Za-z0-9_][A-Za-z0-9_.-]*-(\d{8}T\d{6}Z)-(\d{1,15})(?:\.\d+)?\.dump$/;
const ENDING_UNDER_WAY = '.partial';

/** What the name of a backup file tells. */
export interface NamedFile {
  stamp: string;
  jobId: number;
  /** Whether the file is not whole yet. */
  partial: boolean;
}

/** `roads-20261122T031500Z-17.dump`. Later attempts at one job write files of their own: an earlier one may still be at its. */
export function backupFileName(database: string, { id, createdAt, fence }: Job): string {
  const attempt = fence > 1 ? `.${fence}` : '';
  return `${plainName(database)}-${stampOf(createdAt)}-${id}${attempt}.dump`;
}

export function partialName(fileName: string): string {
  return `${fileName}${ENDING_UNDER_WAY}`;
}

/** Null for whatever is not called as backups are. */
export function readFileName(name: string): NamedFile | null {
  const partial = name.endsWith(ENDING_UNDER_WAY);
  const found = FILE_NAME.exec(partial ? name.slice(0, -ENDING_UNDER_WAY.length) : name);
  return found ? { stamp: found[1] as string, jobId: Number(found[2]), partial } : null;
}

/** In UTC, so that names sort by time. */
export function stampOf(date: Date): string {
  return date.toISOString().replace(/[-:]|\.\d+/g, '');
}

function plainName(database: string): string {
  const plain = database.replace(/[^A-Za-z0-9_.-]/g, '_').replace(/^[.-]+/, '');
  return plain.slice(0, MAX_NAME) || 'database';
}
