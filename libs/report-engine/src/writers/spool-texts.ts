import { randomUUID } from 'node:crypto';
import { open, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { joinTexts } from './write-texts.ts';

export interface TextSpool {
  read(): AsyncIterable<Uint8Array>;
  /** Frees the file. */
  close(): Promise<void>;
}

/**
 * Keeps texts in a scratch file until what comes before them is known. The file has no name any more once it is open, so that
 * nothing is left of it when the process ends in whatever way.
 */
export async function spoolTexts(texts: AsyncIterable<string>, scratch = tmpdir()): Promise<TextSpool> {
  const path = join(scratch, `cairn-text-${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600);
  try {
    await unlink(path);
    for await (const chunk of joinTexts(texts)) await file.writeFile(chunk);
  } catch (error) {
    await file.close();
    throw error;
  }
  return {
    read: () => file.createReadStream({ start: 0, autoClose: false }),
    close: () => file.close(),
  };
}
