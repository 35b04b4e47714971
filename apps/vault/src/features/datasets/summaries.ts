import { createHash } from 'node:crypto';
import type { ResourceAccess } from '@cairn/auth';
import type { Actor } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import type { DatasetGuard } from '../access/dataset-guard.ts';
import { listFolderNames } from '../folders/repo.ts';
import { isVisitor } from '../access/redact.ts';
import { createJsonList } from './json-list.ts';
import { createKeptLists } from './kept-lists.ts';
import { createLines } from './lines.ts';
import { toSummaryHead, toSummaryTail } from './mapper.ts';
import { listOutlineStates, readOutlines } from './outline-repo.ts';
import type { OutlineFilter } from './types.ts';

/** Of the lines of some 60,000 datasets, and of whole lists. */
const MAX_BYTES = { lines: 40_000_000, lists: 20_000_000 };

/**
 * The list of datasets as JSON. One question tells what the actor may do with each dataset, one which of them the list
 * shows and in which state they are. When both answers are those of before, so is the list; else the lines are put together
 * anew, and only those of changed datasets are read. So 25,000 of them cost little more than the time to send them.
 */
export function createSummaries({ db, guard }: { db: Db; guard: DatasetGuard }) {
  const read = (ids: number[]) => readOutlines(db, ids);
  const linesForPeople = createLines({ read, write: toSummaryHead, maxBytes: MAX_BYTES.lines });
  const linesForVisitors = createLines({
    read,
    write: (outline) => toSummaryHead({ ...outline, owner: null, ownerId: null }),
    maxBytes: MAX_BYTES.lines,
  });
  const kept = createKeptLists(MAX_BYTES.lists);

  return async (actor: Actor, filter: Omit<OutlineFilter, 'visible'>): Promise<Buffer[]> => {
    const [access, folders] = await Promise.all([guard.datasetLevels(actor), listFolderNames(db, actor)]);
    const states = await listOutlineStates(db, { ...filter, visible: access.visible });
    const state = createHash('sha256')
      .update(JSON.stringify([access.digest, states.digest, ...folders]))
      .digest('base64');
    const same = kept.get(state);
    if (same) return same;
    const linesOf = isVisitor(actor) ? linesForVisitors : linesForPeople;
    const tailOf = createTails(folders);
    const json = createJsonList();
    let isSettled = true;
    for (const line of await linesOf(states)) {
      const may = access.of(line.id);
      if (!may) continue;
      json.add(line.text, tailOf(may, line.folderId));
      isSettled &&= line.isSettled;
    }
    const list = json.finish();
    if (isSettled) kept.keep(state, list);
    return list;
  };
}

/** A list has few different ends; each is written once. */
function createTails(folders: Map<number, string>) {
  const written = new Map<number | null, Map<string, Buffer>>();
  return (access: ResourceAccess, folderId: number | null): Buffer => {
    let inFolder = written.get(folderId);
    if (!inFolder) written.set(folderId, (inFolder = new Map()));
    const key = `${access.permission} ${access.isPublic} ${access.isShared}`;
    let tail = inFolder.get(key);
    if (!tail) {
      const name = folderId === null ? undefined : folders.get(folderId);
      const folder = folderId === null || name === undefined ? null : { id: folderId, name };
      inFolder.set(key, (tail = Buffer.from(toSummaryTail(access, folder))));
    }
    return tail;
  };
}
