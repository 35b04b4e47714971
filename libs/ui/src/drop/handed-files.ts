import { createStore, del, get, set } from 'idb-keyval';

/** Files that one page hands to the next one. */
interface Handed {
  files: File[];
  at: number;
}

const KEY = 'handed';
/** Files that no page took, because it did not open, are not taken by a later one. */
const MAX_AGE_MS = 60_000;

let inMemory: File[] = [];

function store() {
  return createStore('cairn-handed-files', 'files');
}

/** For a page of the same app. */
export function handOverFiles(files: File[]): void {
  inMemory = files;
}

/** For a page of another service, which is another document: the browser keeps a copy of the files until it has opened. */
export function handOverToService(files: File[]): Promise<void> {
  return set(KEY, { files, at: Date.now() } satisfies Handed, store());
}

/** The files that the page before handed over; each time once. */
export async function takeHandedFiles(): Promise<File[]> {
  const files = inMemory;
  inMemory = [];
  if (files.length > 0) return files;
  const handed = await get<Handed>(KEY, store());
  if (!handed) return [];
  await del(KEY, store());
  return Date.now() - handed.at < MAX_AGE_MS ? handed.files : [];
}
