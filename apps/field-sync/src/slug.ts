const MAX_LENGTH = 40;

/** A name in lower-case ASCII letters, digits and `_`, of at most 40 characters; it may be empty. */
export function slugOf(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '_')
    .slice(0, MAX_LENGTH)
    .replace(/^_+|_+$/g, '');
}
