import type { OutlineStates } from './outline-repo.ts';
import type { DatasetOutline } from './types.ts';

/** What a list shows of a dataset to everybody who may see it. */
export interface Line {
  id: number;
  folderId: number | null;
  state: number;
  text: Buffer;
  /** Its text stays the same as long as the state does. */
  isSettled: boolean;
}

interface LinesOptions {
  read(ids: number[]): Promise<DatasetOutline[]>;
  write(outline: DatasetOutline): string;
  /** That are kept at most, over all lines. */
  maxBytes: number;
}

/** Rows on their way from the database take far more memory than the lines that they become. */
const READ_AT_ONCE = 250;

/**
 * Lines of lists, kept for as long as the dataset is in the state that they show; those that changed are read and written
 * anew. Which datasets a list shows is none of their business: the database decides it for each request.
 */
export function createLines({ read, write, maxBytes }: LinesOptions) {
  const kept = new Map<number, Line>();
  let bytes = 0;

  function drop(id: number): void {
    bytes -= kept.get(id)?.text.length ?? 0;
    kept.delete(id);
  }

  function keep(id: number, line: Line): void {
    drop(id);
    kept.set(id, line);
    bytes += line.text.length;
    for (const oldest of kept.keys()) {
      if (bytes <= maxBytes) break;
      drop(oldest);
    }
  }

  async function readAnew(ids: number[]): Promise<Map<number, Line>> {
    const fresh = new Map<number, Line>();
    for (let from = 0; from < ids.length; from += READ_AT_ONCE) {
      for (const outline of await read(ids.slice(from, from + READ_AT_ONCE))) {
        // What its file holds will be known withDeadline, and the dataset stays in its state then.
        const { id, folderId, state, inspected: isSettled } = outline;
        const line = { id, folderId, state, text: Buffer.from(write(outline)), isSettled };
        fresh.set(id, line);
        if (isSettled) keep(id, line);
      }
    }
    return fresh;
  }

  /** In the order of the question; a dataset that is gone by now has none. */
  return async ({ ids, states }: Pick<OutlineStates, 'ids' | 'states'>): Promise<Line[]> => {
    const known = ids.map((id) => kept.get(id));
    const missing = ids.filter((_id, index) => known[index]?.state !== states[index]);
    const fresh = await readAnew(missing);
    const lines: Line[] = [];
    for (const [index, id] of ids.entries()) {
      const line = known[index]?.state === states[index] ? known[index] : fresh.get(id);
      if (line) lines.push(line);
    }
    return lines;
  };
}
