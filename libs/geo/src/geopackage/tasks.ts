import { deriveTasks } from './derive-tasks.ts';
import { diffLayers } from './diff.ts';
import { readDiffPage } from './diff-page.ts';
import { readLayers } from './layers.ts';
import type { TaskName, Tasks, ToolRequest } from './protocol.ts';
import { editGeoJson } from '../geojson-edit/edit-geojson.ts';
import { rewrite } from './rewrite.ts';
import { countOrdered, orderRows } from './row-order.ts';
import { placeRows } from './row-places.ts';
import { outlineRows } from './row-table.ts';
import { readRows } from './rows.ts';
import { takeSample } from './sample.ts';

import { survey } from '../survey/survey.ts';
import { copyGeometries, makeTileFile } from '../tiles/make-task.ts';
import { answerTile, outlineTiles } from '../tiles/tile-task.ts';

type Task<T extends TaskName> = (request: Tasks[T]['request']) => Tasks[T]['reply'];

const tasks: { [T in TaskName]: Task<T> } = {
  layers: ({ file }) => ({ layers: readLayers(file) }),
  sample: takeSample,
  rowOutline: outlineRows,
  rowOrder: orderRows,
  rowPlaces: placeRows,
  rows: readRows,
  rowCount: countOrdered,
  rewrite,
  editGeoJson,
  diff: diffLayers,
  diffPage: readDiffPage,
  geometries: copyGeometries,
  tiles: makeTileFile,
  tile: answerTile,
  survey,
  tilesOutline: outlineTiles,
  ...deriveTasks,
};

/** Does one task; runs in the tool's process. */
export function perform(request: ToolRequest): Tasks[TaskName]['reply'] {
  return (tasks[request.task] as Task<TaskName>)(request as Tasks[TaskName]['request']);
}
