import { AppError } from '@cairn/service';
import type { Actor } from '@cairn/service';
import { markedRange } from './block.ts';
import type { RuleDeps } from './apply.ts';
import { requireWritableHbaFile } from './preconditions.ts';
import { readHbaFile } from './hba-file.ts';
import { requireHbaRows } from './hba-rows.ts';
import type { HbaRow } from './hba-rows.ts';

export interface RuleInFile extends HbaRow {
  /** Whether it is in our block. */
  isManaged: boolean;
}

/** All rules of a server's file, in the order in which the server tries them. */
export async function readRulesInFile(
  { servers, connections, platform }: RuleDeps,
  connectionId: number,
  actor: Pick<Actor, 'isAdmin'>,
): Promise<RuleInFile[]> {
  const { hbaFilePath } = await connections.get(connectionId);
  return servers.ask(connectionId, async (client) => {
    const rows = await requireHbaRows(client);
    const managed = await managedLines(() =>
      requireWritableHbaFile(client, hbaFilePath, { platform, actor }),
    );
    return rows.map((row) => {
      const { line_number: line, file_name: file = managed?.path } = row;
      const isManaged =
        managed !== null && file === managed.path && line > managed.first && line < managed.last;
      return { ...row, isManaged };
    });
  });
}

/** The position of our block in the file; null if the file has no block or this service may not read it. */
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
