import type { ResourceAccess } from '@cairn/auth';
import type { Actor } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import { listFolderNames } from '../folders/repo.ts';
import { createLines } from './lines.ts';
import { toSummaryHead, toSummaryTail } from './mapper.ts';
import { listOutlineStates, readOutlines } from './outline-repo.ts';
import { RESOURCE_TYPE } from './service.ts';
import type { DatasetGuard } from './service.ts';
import type { OutlineFilter } from './types.ts';

/** The lines of some 60,000 datasets. */
const MAX_CHARACTERS = 40_000_000;

/**
 * The list of datasets as JSON. One question tells what the actor may do with each dataset, one which of them the list
 * shows; the lines themselves are kept, so that 25,000 of them cost no more than the time to send them.
 */
export function createSummaries({ db, guard }: { db: Db; guard: DatasetGuard }) {
  const linesOf = createLines({
    read: (ids) => readOutlines(db, ids),
    write: toSummaryHead,
    maxCharacters: MAX_CHARACTERS,
  });

  return async (actor: Actor, filter: Omit<OutlineFilter, 'visible'>): Promise<string> => {
    const [access, folders] = await Promise.all([
      guard.accessLevels(actor, RESOURCE_TYPE),
      listFolderNames(db, actor),
    ]);
    const states = await listOutlineStates(db, { ...filter, visible: access.visible });
    const tailOf = createTails(folders);
    const written: string[] = [];
    for (const { name, folderId, text } of await linesOf(states)) {
      const may = access.of(name);
      if (may) written.push(text + tailOf(may, folderId));
    }
    return `[${written.join(',')}]`;
  };
}

/** A list has few different ends; each is written once. */
function createTails(folders: Map<number, string>) {
  const written = new Map<string, string>();
  return (access: ResourceAccess, folderId: number | null): string => {
    const name = folderId === null ? undefined : folders.get(folderId);
    const folder = folderId === null || name === undefined ? null : { id: folderId, name };
    const key = `${access.permission} ${access.isPublic} ${folder?.id}`;
    let tail = written.get(key);
    if (tail === undefined) written.set(key, (tail = toSummaryTail(access, folder)));
    return tail;
  };
}
