/** Values that were, the one that is, and those that were undone. */
export interface History<Value> {
  past: readonly Value[];
  present: Value;
  future: readonly Value[];
  /** What the last change was: the next one with the same name joins it. */
  joint: string | null;
}

const MOST = 200;

export function createHistory<Value>(present: Value): History<Value> {
  return { past: [], present, future: [], joint: null };
}

/** Takes a change in. Changes of one name in a row, such as the letters of a word, are undone together. */
export function record<Value>(
  history: History<Value>,
  next: Value,
  joint: string | null = null,
): History<Value> {
  if (next === history.present) return history;
  const joins = joint !== null && joint === history.joint && history.past.length > 0;
  const past = joins ? history.past : [...history.past, history.present].slice(-MOST);
  return { past, present: next, future: [], joint };
}

export function undo<Value>(history: History<Value>): History<Value> {
  const last = history.past.at(-1);
  if (last === undefined) return history;
  const future = [history.present, ...history.future];
  return { past: history.past.slice(0, -1), present: last, future, joint: null };
}

export function redo<Value>(history: History<Value>): History<Value> {
  const [next, ...future] = history.future;
  if (next === undefined) return history;
  return { past: [...history.past, history.present], present: next, future, joint: null };
}
