import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

/** Files of the computer that a person drags over the middle of a page: what the browser does by itself happens too. */
export async function dragFiles(page: Page, files: { name: string; bytes: Buffer | string }[]) {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-drag-'));
  const paths = files.map(({ name, bytes }) => {
    const path = join(folder, name);
    writeFileSync(path, bytes);
    return path;
  });
  const { width, height } = page.viewportSize() ?? { width: 1280, height: 900 };
  const at = { x: width / 2, y: height / 2 };
  const data = { items: [], files: paths, dragOperationsMask: 1 };
  const devtools = await page.context().newCDPSession(page);
  const send = (type: 'dragEnter' | 'dragOver' | 'drop') =>
    devtools.send('Input.dispatchDragEvent', { type, ...at, data });
  await send('dragEnter');
  await send('dragOver');
  return {
    drop: () => send('drop'),
    /** The files stay readable until here, for what is uploaded of them. */
    forget: () => rmSync(folder, { recursive: true }),
  };
}
