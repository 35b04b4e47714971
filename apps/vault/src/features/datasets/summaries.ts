import type { ResourceAccess } from '@cairn/auth';
import type { Actor } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import { listFolderNames } from '../folders/repo.ts';
import { createJsonList } from './json-list.ts';
import { createLines } from './lines.ts';
import { toSummaryHead, toSummaryTail } from './mapper.ts';
import { listOutlineStates, readOutlines } from './outline-repo.ts';
import { RESOURCE_TYPE } from './service.ts';
import type { DatasetGuard } from './service.ts';
import type { OutlineFilter } from './types.ts';

/** The lines of some 60,000 datasets. */
const MAX_BYTES = 40_000_000;

/**
 * The list of datasets as JSON. One question tells what the actor may do with each dataset, one which of them the list
 * shows; the lines themselves are kept, so that 25,000 of them cost little more than the time to send them.
 */
export function createSummaries({ db, guard }: { db: Db; guard: DatasetGuard }) {
  const linesOf = createLines({
    read: (ids) => readOutlines(db, ids),
    write: toSummaryHead,
    maxBytes: MAX_BYTES,
  });

  return async (actor: Actor, filter: Omit<OutlineFilter, 'visible'>): Promise<Buffer[]> => {
    const [access, folders] = await Promise.all([
      guard.accessLevels(actor, RESOURCE_TYPE),
      listFolderNames(db, actor),
    ]);
    const states = await listOutlineStates(db, { ...filter, visible: access.visible });
    const tailOf = createTails(folders);
    const list = createJsonList();
    for (const { name, folderId, text } of await linesOf(states)) {
      const may = access.of(name);
      if (may) list.add(text, tailOf(may, folderId));
    }
    return list.finish();
  };
}

/** A list has few different ends; each is written once. */
function createTails(folders: Map<number, string>) {
  const written = new Map<number | null, Map<string, Buffer>>();
  return (access: ResourceAccess, folderId: number | null): Buffer => {
    let inFolder = written.get(folderId);
    if (!inFolder) written.set(folderId, (inFolder = new Map()));
    const key = access.isPublic ? `public ${access.permission}` : access.permission;
    let tail = inFolder.get(key);
    if (!tail) {
      const name = folderId === null ? undefined : folders.get(folderId);
      const folder = folderId === null || name === undefined ? null : { id: folderId, name };
      inFolder.set(key, (tail = Buffer.from(toSummaryTail(access, folder))));
    }
    return tail;
  };
}
