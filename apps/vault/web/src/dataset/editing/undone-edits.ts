/** Ids of the edits that were undone on this page, by dataset, the last one last: what the person means by "redo". */
const undone = new Map<string, number[]>();

export function rememberUndone(dataset: string, editId: number): void {
  undone.set(dataset, [...(undone.get(dataset) ?? []), editId]);
}

/** The edit to redo; undefined when the person undid none here. */
export function lastUndone(dataset: string): number | undefined {
  return undone.get(dataset)?.at(-1);
}

export function forgetUndone(dataset: string, editId: number): void {
  undone.set(
    dataset,
    (undone.get(dataset) ?? []).filter((id) => id !== editId),
  );
}
