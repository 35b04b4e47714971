/** American spellings of words that occur on pages of maps and data; the texts of the platform are British. */
const american =
  /\b(color(s|ed|ful)?|center(s|ed)?|gray|organiz\w*|recogniz\w*|normaliz\w*|summariz\w*|visualiz\w*|optimiz\w*|customiz\w*|analyz\w*|authoriz(e|ed|es|ing)|canceled|labeled|favorite|behavior|neighbor\w*|meters|kilometers)\b/i;

/** The sentences of a message catalogue with American spelling. */
export function americanSpellings(messages: unknown): string[] {
  if (typeof messages === 'string') return american.test(messages) ? [messages] : [];
  return Object.values(messages as Record<string, unknown>).flatMap(americanSpellings);
}
