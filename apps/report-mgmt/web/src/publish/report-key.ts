const MARKS = /\p{Mark}/gu;

/** A key from a title: `Länder & Städte` is `lander-stadte`. */
export function keyOfTitle(title: string): string {
  return title
    .normalize('NFKD')
    .replaceAll(MARKS, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9_]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 100);
}

export function isKey(text: string): boolean {
  return /^[a-z0-9_-]{1,100}$/.test(text);
}
