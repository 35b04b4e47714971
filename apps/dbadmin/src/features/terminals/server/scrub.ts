const HIDDEN = '***';

/** Hides what follows a user in an address, and what follows a word for a password. */
export function scrub(text: string): string {
  return text
    .replace(/(\w+:\/\/[^\s:/@]*:)[^\s@]*@/g, `$1${HIDDEN}@`)
    .replace(
      /((?:password|passwd|pwd|secret|token|api_?key)\w*["']?\s*[=:]\s*)('[^']*'|"[^"]*"|[^\s,;]+)/gi,
      `$1${HIDDEN}`,
    )
    .replace(/((?:PASSWORD)\s+)('[^']*'|"[^"]*")/gi, `$1${HIDDEN}`)
    .replace(/(--?(?:password|passwd|secret|token|api-?key)\s+)(\S+)/gi, `$1${HIDDEN}`);
}
