import type { DbadminSchemas } from '@cairn/contracts';
import { AppError } from '@cairn/service';
import type { Actor } from '@cairn/service';
import type pg from 'pg';
import type { RuleDeps } from './apply.ts';
import { placeBlock, renderBlock, renderRules } from './block.ts';
import { diffLines } from './diff.ts';
import { hbaFileBroken } from './errors.ts';
import { requireWritableFolder, readHbaFile } from './hba-file.ts';
import { findFileError, readHbaRows } from './hba-rows.ts';
import { explainInterruptedChange, readGuardLine, requireWritableHbaFile } from './preconditions.ts';
import { findLastApplication, findRules } from './repo.ts';

/** Lines around each change, unless the whole file is requested. */
const CONTEXT_LINES = 3;

type Preview = DbadminSchemas['RulePreview'];

/** Shows what applying the rules would change, and whether that is possible. Changes nothing. */
export async function previewRules(
  { db, servers, connections, platform }: RuleDeps,
  connectionId: number,
  { isWhole, actor }: { isWhole: boolean; actor: Pick<Actor, 'isAdmin'> },
): Promise<Preview> {
  const { hbaFilePath } = await connections.get(connectionId);
  const rules = renderRules(await findRules(db, connectionId));
  const last = hbaFilePath === null ? null : await findLastApplication(db, connectionId, hbaFilePath);
  return servers.ask(connectionId, async (client): Promise<Preview> => {
    const block = renderBlock(await readGuardLine(client), rules);
    const shown = { file_path: hbaFilePath, own_path: await readHbaPath(client), block, diff: [] };
    try {
      const path = await requireWritableHbaFile(client, hbaFilePath, { platform, actor });
      const file = await readHbaFile(path);
      const before = file.content.toString('utf8');
      const diff = diffLines(before, placeBlock(before, block), isWhole ? Infinity : CONTEXT_LINES);
      await requireWritableFolder(path);
      const fileError = findFileError(await readHbaRows(client));
      const reason = fileError === null ? explainInterruptedChange(last) : hbaFileBroken(fileError).message;
      return { ...shown, diff, can_apply: fileError === null, ...(reason === null ? {} : { reason }) };
    } catch (error) {
      if (!(error instanceof AppError) || error.kind !== 'conflict') throw error;
      return { ...shown, can_apply: false, reason: error.message };
    }
  });
}

async function readHbaPath(client: pg.ClientBase): Promise<string | null> {
  const { rows } = await client.query<{ path: string | null }>(
    `SELECT setting AS path FROM pg_settings WHERE name = 'hba_file'`,
  );
  return rows[0]?.path ?? null;
}
