import type { DatasetOutline } from './types.ts';

/** What a list shows of a dataset to everybody who may see it, as text. */
export interface Line {
  name: string;
  folderId: number | null;
  state: string;
  text: string;
}

interface LinesOptions {
  read(ids: number[]): Promise<DatasetOutline[]>;
  write(outline: DatasetOutline): string;
  /** Characters that are kept at most, over all lines. */
  maxCharacters: number;
}

/**
 * Lines of lists, kept for as long as the dataset is in the state that they show; those that changed are read and written
 * anew. Which datasets a list shows is none of their business: the database decides it for each request.
 */
export function createLines({ read, write, maxCharacters }: LinesOptions) {
  const kept = new Map<number, Line>();
  let characters = 0;

  function drop(id: number): void {
    characters -= kept.get(id)?.text.length ?? 0;
    kept.delete(id);
  }

  function keep(id: number, line: Line): void {
    drop(id);
    kept.set(id, line);
    characters += line.text.length;
    for (const oldest of kept.keys()) {
      if (characters <= maxCharacters) break;
      drop(oldest);
    }
  }

  async function readAnew(ids: number[]): Promise<Map<number, Line>> {
    const fresh = new Map<number, Line>();
    for (const outline of await read(ids)) {
      const { id, name, folderId, state } = outline;
      const line = { name, folderId, state, text: write(outline) };
      fresh.set(id, line);
      // What its file holds will be known soon, and the dataset stays in its state then.
      if (outline.inspected) keep(id, line);
    }
    return fresh;
  }

  /** In the order of the question; a dataset that is gone by now has none. */
  return async (wanted: { id: number; state: string }[]): Promise<Line[]> => {
    const known = wanted.map(({ id, state }) => {
      const line = kept.get(id);
      return line?.state === state ? line : null;
    });
    const missing = wanted.filter((_each, index) => known[index] === null).map(({ id }) => id);
    const fresh = await readAnew(missing);
    return wanted.flatMap(({ id }, index) => known[index] ?? fresh.get(id) ?? []);
  };
}
