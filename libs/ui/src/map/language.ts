/** The language in which numbers are written. */
export function readerLanguage(): string {
  return navigator.language || 'en';
}
