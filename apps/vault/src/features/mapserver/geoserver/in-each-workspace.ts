import { AppError } from '@cairn/service';

/** Requests to the server at the same time. */
const AT_ONCE = 4;

/** The items of all workspaces in their order; workspaces for which the server fails are left out. */
export async function inEachWorkspace<T>(
  workspaces: string[],
  list: (workspace: string) => Promise<T[]>,
): Promise<{ workspace: string; item: T }[]> {
  const found = new Map<string, T[]>();
  const waiting = [...workspaces];
  async function work(): Promise<void> {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      const items = await list(name).catch((error: unknown) => {
        if (error instanceof AppError && error.kind !== 'internal') return [];
        throw error;
      });
      found.set(name, items);
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return workspaces.flatMap((workspace) => (found.get(workspace) ?? []).map((item) => ({ workspace, item })));
}
