import type { Kysely } from 'kysely';
import { createJobsTables } from '@cairn/jobs';

export async function up(db: Kysely<unknown>): Promise<void> {
  await createJobsTables(db);
}
