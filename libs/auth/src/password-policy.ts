/** Minimum length of a password. */
export const MIN_PASSWORD_LENGTH = 8;

let commonPasswords: Promise<ReadonlySet<string>> | undefined;

/**
 * Why a password is refused, as a sentence, or null. A password needs at least eight characters, not only spaces, and
 * must be neither the username nor one of the 18,000 most common passwords of that length, in any case (ASVS 6.2.1, 6.2.4).
 */
export async function passwordProblem(password: string, username: string): Promise<string | null> {
  if (password.trim() === '') return 'The password is empty. Enter one.';
  if ([...password].length < MIN_PASSWORD_LENGTH) {
    return `The password is too short. Use at least ${MIN_PASSWORD_LENGTH} characters.`;
  }
  const folded = password.toLowerCase();
  if (folded.trim() === username.trim().toLowerCase()) {
    return 'The password is the username. Choose another one.';
  }
  commonPasswords ??= loadCommonPasswords();
  if ((await commonPasswords).has(folded) || isOneCharacter(folded)) {
    return 'This password is one of the most common ones. Choose another one.';
  }
  return null;
}

/** Loaded when the first password is checked: most processes never need its 15 MB. */
async function loadCommonPasswords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const words = dictionary['passwords-common'] as string[];
  return new Set(
    words.filter((word) => word.length >= MIN_PASSWORD_LENGTH).map((word) => word.toLowerCase()),
  );
}

function isOneCharacter(text: string): boolean {
  return new Set(text).size === 1;
}
