import type { Job } from '@cairn/jobs';

const MAX_NAME = 80;
const FILE_NAME = /^[A-Za-z0-9_][A-Za-z0-9_.-]*-(\d{8}T\d{6}Z)-(\d{1,15})(?:\.\d+)?\.dump$/;
const PARTIAL_SUFFIX = '.partial';

/** The parts of the name of a backup file. */
export interface NamedFile {
  stamp: string;
  jobId: number;
  /** Whether the file is not complete yet. */
  partial: boolean;
}

/** `roads-20261122T031500Z-17.dump`. Each attempt at a job writes its own file: an earlier one may still be writing. */
export function backupFileName(database: string, { id, createdAt, fence }: Job): string {
  const attempt = fence > 1 ? `.${fence}` : '';
  return `${plainName(database)}-${stampOf(createdAt)}-${id}${attempt}.dump`;
}

export function partialName(fileName: string): string {
  return `${fileName}${PARTIAL_SUFFIX}`;
}

/** null for other names. */
export function readFileName(name: string): NamedFile | null {
  const partial = name.endsWith(PARTIAL_SUFFIX);
  const match = FILE_NAME.exec(partial ? name.slice(0, -PARTIAL_SUFFIX.length) : name);
  return match ? { stamp: match[1] as string, jobId: Number(match[2]), partial } : null;
}

/** In UTC, so that names sort by time. */
export function stampOf(date: Date): string {
  return date.toISOString().replace(/[-:]|\.\d+/g, '');
}

function plainName(database: string): string {
  const plain = database.replace(/[^A-Za-z0-9_.-]/g, '_').replace(/^[.-]+/, '');
  return plain.slice(0, MAX_NAME) || 'database';
}
