import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

interface ReportFiles {
  key: string;
  /** The definition, or its text. */
  definition?: object | string;
  /** Other files of the folder by their path, such as `assets/logo.png`. */
  files?: Record<string, string | Uint8Array>;
}

/** Puts a report into the folder of definitions. */
export async function writeReport(root: string, { key, definition = {}, files = {} }: ReportFiles) {
  const text = typeof definition === 'string' ? definition : JSON.stringify(definition, null, 2);
  const all = { 'definition.json': text, ...files };
  for (const [name, content] of Object.entries(all)) {
    const path = join(root, key, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content);
  }
}

/** A PNG of one pixel. */
export const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
