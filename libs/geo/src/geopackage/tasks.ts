import { deriveTasks } from './derive-tasks.ts';
import type { TaskName, Tasks, ToolRequest } from './protocol.ts';

type Task<T extends TaskName> = (request: Tasks[T]['request']) => Tasks[T]['reply'];

/** How to come by what does a task. A process that does one task loads no more than that: most are short. */
export type TaskLoaders<T extends TaskName> = { [name in T]: () => Promise<Task<name>> };

const tasks: TaskLoaders<TaskName> = {
  layers: async () => {
    const { readLayers } = await import('./layers.ts');
    return ({ file }) => ({ layers: readLayers(file) });
  },
  sample: async () => (await import('./sample.ts')).takeSample,
  rowRange: async () => (await import('./row-table.ts')).outlineRows,
  rowOrder: async () => (await import('./row-order.ts')).orderRows,
  rowPositions: async () => (await import('./row-places.ts')).placeRows,
  rows: async () => (await import('./rows.ts')).readRows,
  rowCount: async () => (await import('./row-order.ts')).countOrdered,
  rewrite: async () => (await import('./rewrite.ts')).rewrite,
  renumber: async () => (await import('./renumber.ts')).renumber,
  assignCrs: async () => (await import('./assign-crs.ts')).assignCrs,
  editGeoJson: async () => (await import('../geojson-edit/edit-geojson.ts')).editGeoJson,
  diff: async () => (await import('./diff.ts')).diffLayers,
  diffPage: async () => (await import('./diff-page.ts')).readDiffPage,
  geometries: async () => (await import('../tiles/make-task.ts')).copyGeometries,
  tiles: async () => (await import('../tiles/make-task.ts')).makeTileFile,
  tile: async () => (await import('../tiles/tile-task.ts')).answerTile,
  tilesSummary: async () => (await import('../tiles/tile-task.ts')).outlineTiles,
  survey: async () => (await import('../survey/survey.ts')).survey,
  ...deriveTasks,
};

/** Does one task; runs in the tool's process. */
export async function perform(request: ToolRequest): Promise<Tasks[TaskName]['reply']> {
  const task = (await tasks[request.task]()) as Task<TaskName>;
  return task(request as Tasks[TaskName]['request']);
}
