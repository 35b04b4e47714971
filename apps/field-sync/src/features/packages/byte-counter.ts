export type ByteCounter = ReturnType<typeof createByteCounter>;

/** Counts the bytes of several downloads, some of which an earlier attempt has fetched. */
export function createByteCounter(report: (bytes: { total: number; fetched: number }) => void) {
  const bytesOf = new Map<string, number>();
  let expected = 0;
  let fetched = 0;
  let fetchedBefore = 0;
  return {
    expect(bytes: number): void {
      expected += bytes;
    },
    /** Takes the bytes of one download so far; the first number is what there was before. */
    countFor:
      (download: string) =>
      (bytes: number): void => {
        const last = bytesOf.get(download);
        if (last === undefined) fetchedBefore += bytes;
        fetched += bytes - (last ?? 0);
        bytesOf.set(download, bytes);
        report({ total: Math.max(expected, fetched), fetched });
      },
    /** Of all downloads, without those of earlier attempts. */
    received: (): number => fetched - fetchedBefore,
  };
}
