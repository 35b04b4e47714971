import type { ApiError } from '../api/api-error.ts';

/**
 * Which field a server's refusal belongs to. The server names fields in `details.fields`; where it sends a sentence
 * alone, the first name that the sentence mentions is taken (`group_ids` matches "group ids" too). Null: no field.
 */
export function fieldErrors(error: ApiError, names: readonly string[]): Record<string, string> | null {
  const named = Object.entries(error.fields).filter(([name]) => names.includes(name));
  if (named.length > 0) return Object.fromEntries(named);
  if (error.status !== 400 && error.status !== 409 && error.status !== 422) return null;
  const sentence = error.message.toLowerCase();
  const mentioned = names
    .map((name) => ({ name, at: positionOf(name, sentence) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at)[0];
  return mentioned ? { [mentioned.name]: error.message } : null;
}

function positionOf(name: string, sentence: string): number {
  const words = name.toLowerCase().replaceAll('_', '[ _]');
  return sentence.search(new RegExp(`\\b${words}\\b`));
}
