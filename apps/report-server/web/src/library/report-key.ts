const MARKS = /\p{Mark}/gu;

/** A key from a title: `Länder & Städte` is `lander-stadte`. */
export function keyOfTitle(title: string): string {
  const plain = title.normalize('NFKD').replaceAll(MARKS, '').toLowerCase();
  return plain
    .replaceAll(/[^a-z0-9_]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 100);
}

export function isKey(text: string): boolean {
  return /^[a-z0-9_-]{1,100}$/i.test(text);
}
