const HIDDEN = '***';

/** C0 and C1 controls but for tab and line feed: on a terminal they move, colour, rename and answer. */
// oxlint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

/** Text of others as text alone, so that nobody writes to an administrator's terminal through a log or a comment. */
export function plain(text: string): string {
  return text.replace(/\r\n/g, '\n').replace(CONTROLS, '\uFFFD');
}

/**
 * Hides what follows a user in an address, and what follows a word for a password. Every repetition is bounded: who writes to a
 * log chooses the lines.
 */
export function scrub(text: string): string {
  return text
    .replace(/(:\/\/[^\s:/@]{0,200}:)[^\s@]{1,500}@/g, `$1${HIDDEN}@`)
    .replace(
      /((?:password|passwd|pwd|secret|token|api_?key)\w{0,30}["']?\s{0,9}[=:]\s{0,9})('[^']{0,999}'|"[^"]{0,999}"|[^\s,;]{1,999})/gi,
      `$1${HIDDEN}`,
    )
    .replace(/(password\s{1,9})('[^']{0,999}'|"[^"]{0,999}")/gi, `$1${HIDDEN}`)
    .replace(/(--?(?:password|passwd|secret|token|api-?key)\s{1,9})(\S{1,999})/gi, `$1${HIDDEN}`);
}
