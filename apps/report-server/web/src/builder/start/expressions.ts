/** Gives each element of a template a name of its own. */
export type IdCounter = (prefix: string) => string;

/** A text of the expression language. */
export function quote(text: string): string {
  return JSON.stringify(text);
}
