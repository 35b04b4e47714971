import type { DbadminSchemas } from '@cairn/contracts';
import { AppError } from '@cairn/service';
import type { Actor } from '@cairn/service';
import type pg from 'pg';
import { findLastApplication } from './applications.ts';
import type { RuleDeps } from './apply.ts';
import { placeBlock, renderBlock, renderRules } from './block.ts';
import { diffLines } from './diff.ts';
import { explainLeftover, guardFor, requireGround } from './ground.ts';
import { mayReplace, readHbaFile } from './hba-file.ts';
import { errorIn, readHbaRows } from './hba-rows.ts';
import { findRules } from './repo.ts';

/** Around each change, unless the whole file is asked for. */
const CONTEXT_LINES = 3;

type Preview = DbadminSchemas['RulePreview'];

/** What applying would write, and whether it can. Nothing is changed. */
export async function previewRules(
  { db, servers, connections, platform }: RuleDeps,
  connectionId: number,
  { isWhole, actor }: { isWhole: boolean; actor: Pick<Actor, 'isAdmin'> },
): Promise<Preview> {
  const { hbaFilePath } = await connections.get(connectionId);
  const rules = renderRules(await findRules(db, connectionId));
  const last = hbaFilePath === null ? null : await findLastApplication(db, connectionId, hbaFilePath);
  return servers.ask(connectionId, async (client): Promise<Preview> => {
    const block = renderBlock(await guardFor(client), rules);
    const shown = { file_path: hbaFilePath, own_path: await ownPathOf(client), block, diff: [] };
    try {
      const path = await requireGround(client, hbaFilePath, { platform, actor });
      const file = await readHbaFile(path);
      const before = file.content.toString('utf8');
      const diff = diffLines(before, placeBlock(before, block), isWhole ? Infinity : CONTEXT_LINES);
      await mayReplace(path);
      const broken = errorIn(await readHbaRows(client));
      const reason =
        broken === null
          ? explainLeftover(last)
          : `The file has errors of its own (${broken}); mend it first.`;
      return { ...shown, diff, can_apply: broken === null, ...(reason === null ? {} : { reason }) };
    } catch (error) {
      if (!(error instanceof AppError) || error.kind !== 'conflict') throw error;
      return { ...shown, can_apply: false, reason: error.message };
    }
  });
}

async function ownPathOf(client: pg.ClientBase): Promise<string | null> {
  const { rows } = await client.query<{ path: string | null }>(
    `SELECT setting AS path FROM pg_settings WHERE name = 'hba_file'`,
  );
  return rows[0]?.path ?? null;
}
