/** Control characters, halves of characters, and letters and marks that nobody sees: they make two names look like one. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;

/** The same but for the joiners and selectors that Persian words, Indic words and emoji are written with. */
const UNSEEN_IN_TEXT =
  /(?!\u200c|\u200d|\ufe0e|\ufe0f)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;

/** A username in the one form that is stored and looked up: keyboards compose umlauts and wide letters differently. */
export function canonicalUsername(text: string): string {
  return text.normalize('NFKC').trim();
}

/** Whether a username holds characters that nobody sees; it is typed and compared, so none at all may be there. */
export function hasUnseenCharacters(username: string): boolean {
  return UNSEEN.test(username);
}

/** Whether a name that people read holds characters that nobody sees and no script needs. */
export function hasUnneededCharacters(name: string): boolean {
  return UNSEEN_IN_TEXT.test(name);
}
