/** A JSON value of this browser, or the fallback when nothing is stored or storage is blocked. */
export function readStored<T>(key: string, fallback: T): T {
  try {
    const text = localStorage.getItem(key);
    return text === null ? fallback : (JSON.parse(text) as T);
  } catch {
    return fallback;
  }
}

/** Keeps a JSON value in this browser; where storage is blocked, nothing is kept. */
export function writeStored(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // storage is blocked: the value lasts for this page
  }
}
