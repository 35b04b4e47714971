/** What a list takes besides its bytes, roughly. */
const OVERHEAD = 500;

/** Lists that were written, each under the state of what it shows; those asked for last stay. */
export function createKeptLists(maxBytes: number) {
  const lists = new Map<string, Buffer[]>();
  let bytes = 0;

  function drop(state: string): void {
    const list = lists.get(state);
    if (list) bytes -= sizeOf(list);
    lists.delete(state);
  }

  return {
    get(state: string): Buffer[] | undefined {
      const list = lists.get(state);
      if (list) {
        lists.delete(state);
        lists.set(state, list);
      }
      return list;
    },

    keep(state: string, list: Buffer[]): void {
      drop(state);
      lists.set(state, list);
      bytes += sizeOf(list);
      for (const oldest of lists.keys()) {
        if (bytes <= maxBytes) break;
        drop(oldest);
      }
    },
  };
}

function sizeOf(list: Buffer[]): number {
  return list.reduce((sum, { length }) => sum + length, OVERHEAD);
}
