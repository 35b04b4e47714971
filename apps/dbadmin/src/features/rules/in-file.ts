import { AppError } from '@cairn/service';
import type { Actor } from '@cairn/service';
import { markedRange } from './block.ts';
import type { RuleDeps } from './apply.ts';
import { requireGround } from './ground.ts';
import { readHbaFile } from './hba-file.ts';
import { readableHbaRows } from './hba-rows.ts';
import type { HbaRow } from './hba-rows.ts';

export interface RuleInFile extends HbaRow {
  /** Whether it is in the part of the file that is managed here. */
  isManaged: boolean;
}

/** Every rule of a server's file, in the order in which the server tries them. */
export async function readRulesInFile(
  { servers, connections, platform }: RuleDeps,
  connectionId: number,
  actor: Pick<Actor, 'isAdmin'>,
): Promise<RuleInFile[]> {
  const { hbaFilePath } = await connections.get(connectionId);
  return servers.ask(connectionId, async (client) => {
    const rows = await readableHbaRows(client);
    const managed = await managedLines(() => requireGround(client, hbaFilePath, { platform, actor }));
    return rows.map((row) => {
      const { line_number: line, file_name: file = managed?.path } = row;
      const isManaged =
        managed !== null && file === managed.path && line > managed.first && line < managed.last;
      return { ...row, isManaged };
    });
  });
}

/** Where our block is in a file that this service may read; null when it has none, or may not. */
async function managedLines(findPath: () => Promise<string>) {
  try {
    const path = await findPath();
    const range = markedRange((await readHbaFile(path)).content.toString('latin1'));
    return range && { path, ...range };
  } catch (error) {
    if (error instanceof AppError && error.kind === 'conflict') return null;
    throw error;
  }
}
