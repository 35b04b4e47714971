import { createStore, del, get, set, type UseStore } from 'idb-keyval';

/** Files that one page hands to the next one. */
interface Handed {
  files: File[];
  at: number;
}

const KEY = 'handed';
/** Files of a page that did not open are not taken by a later one. */
const MAX_AGE_MS = 60_000;

let inMemory: File[] = [];

let store: UseStore | undefined;

/** One connection to the browser's database for the whole page, opened when it is needed. */
function openStore(): UseStore {
  return (store ??= createStore('cairn-handed-files', 'files'));
}

/** For a page of the same app. */
export function handOverFiles(files: File[]): void {
  inMemory = files;
}

/** For a page of another service, which is another document: the browser stores a copy of the files. */
export async function handOverToService(files: File[]): Promise<void> {
  await set(KEY, { files, at: Date.now() } satisfies Handed, openStore());
}

/** Files that the previous page handed over; each is returned once. Empty where the browser has no storage. */
export async function takeHandedFiles(): Promise<File[]> {
  const files = inMemory;
  inMemory = [];
  return files.length > 0 ? files : takeStoredFiles().catch(() => []);
}

async function takeStoredFiles(): Promise<File[]> {
  const handed = await get<Handed>(KEY, openStore());
  if (!handed) return [];
  await del(KEY, openStore());
  return Date.now() - handed.at < MAX_AGE_MS ? handed.files : [];
}
