/** Control characters, unpaired surrogates, and invisible letters and marks, which make names look alike. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;

/** The same without the joiners and selectors of Persian and Indic words and emoji. */
const INVISIBLE_IN_TEXT =
  /(?!\u200c|\u200d|\ufe0e|\ufe0f)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;

/** The form in which usernames are stored and looked up: keyboards compose umlauts and wide letters differently. */
export function canonicalUsername(text: string): string {
  return text.normalize('NFKC').trim();
}

/** Whether a username contains invisible characters, which are never allowed in it. */
export function hasInvisibleCharacters(username: string): boolean {
  return INVISIBLE.test(username);
}

/** Whether a display name contains invisible characters that no script needs. */
export function hasInvisibleTextCharacters(name: string): boolean {
  return INVISIBLE_IN_TEXT.test(name);
}

/** Alphabets with letters that look like letters of another one. */
const LOOKALIKE_SCRIPTS = [
  /\p{Script=Latin}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Cherokee}/u,
  /\p{Script=Coptic}/u,
  /\p{Script=Lisu}/u,
  /\p{Script=Georgian}/u,
];

/** Whether a username mixes alphabets whose letters look alike, as in "admin" with a Cyrillic "a". */
export function mixesAlphabets(username: string): boolean {
  return LOOKALIKE_SCRIPTS.filter((script) => script.test(username)).length > 1;
}

/** Letters and digits that look like a Latin letter: each of the first text like the one at its position in the second. */
const LOOKALIKES = new Map(
  (
    [
      ['АВЕЅІЈКМНОРСТУХԚԜҺаеѕіјорсухԛԝһӏгьвкмнт', 'ABESIJKMHOPCTYXQWHaesijopcyxqwhlrbbkmht'],
      ['ΑΒΕΖΗΙΚΜΝΟΡΤΥΧαικνορτυχγηω', 'ABEZHIKMNOPTYXaikvoptuxynw'],
      ['ՕՏԼօոսհց', 'OSLonuhg'],
      ['ᎪᏴᏟᎠᎬᎻᎫᏦᏞᎷᏢᎡᏚᎢᏙᏔᏃ', 'ABCDEHJKLMPRSTVWZ'],
      ['ɑɡıȷɩʟᴀʙᴄᴅᴇɢʜᴊᴋᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢſ', 'agijilabcdeghjkmnoprstuvwyzf'],
      ['I1|0', 'lllO'],
    ] as const
  ).flatMap(([from, to]) =>
    [...from].map((letter, index): [string, string] => [letter, to[index] ?? letter]),
  ),
);

/** Equal for names that look alike: part of the skeletons of Unicode UTS 39, for usernames of one alphabet. */
export function lookalikeSkeleton(username: string): string {
  const plain = [...username.normalize('NFD')].map((letter) => LOOKALIKES.get(letter) ?? letter).join('');
  return [...plain]
    .map((letter) => LOOKALIKES.get(letter) ?? letter)
    .join('')
    .toLowerCase()
    .replaceAll('rn', 'm')
    .normalize('NFC');
}
