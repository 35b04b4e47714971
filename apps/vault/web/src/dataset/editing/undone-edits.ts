/** Ids of the edits that were undone on this page, by dataset, in the order of undoing: redo takes the last one. */
const undone = new Map<string, number[]>();

export function rememberUndone(dataset: string, editId: number): void {
  undone.set(dataset, [...(undone.get(dataset) ?? []), editId]);
}

/** The edit to redo; undefined when no edit was undone on this page. */
export function lastUndone(dataset: string): number | undefined {
  return undone.get(dataset)?.at(-1);
}

export function forgetUndone(dataset: string, editId: number): void {
  undone.set(
    dataset,
    (undone.get(dataset) ?? []).filter((id) => id !== editId),
  );
}
