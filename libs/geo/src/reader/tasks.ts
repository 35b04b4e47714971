import type { TaskName, Tasks, ReaderRequest } from '../reader-protocol/protocol.ts';

type Task<T extends TaskName> = (request: Tasks[T]['request']) => Tasks[T]['reply'];

/** Loads a task's code on its first request: a process that runs one short task imports nothing else. */
const tasks: { [name in TaskName]: () => Promise<Task<name>> } = {
  layers: async () => {
    const { readLayers } = await import('./geopackage/read-layers.ts');
    return ({ file }) => ({ layers: readLayers(file) });
  },
  outline: async () => (await import('./rows/take-sample.ts')).readOutline,
  sample: async () => (await import('./rows/take-sample.ts')).takeSample,
  rowRange: async () => (await import('./rows/row-table.ts')).readRowRange,
  rowOrder: async () => (await import('./rows/row-order.ts')).orderRows,
  rowPositions: async () => (await import('./rows/row-positions.ts')).findRowPositions,
  rows: async () => (await import('./rows/read-rows.ts')).readRows,
  rowCount: async () => (await import('./rows/row-order.ts')).countOrdered,
  firstRows: async () => (await import('./rows/first-rows.ts')).readFirstRows,
  fieldValues: async () => (await import('./rows/field-values.ts')).countFieldValues,
  applyEdits: async () => (await import('./edit/apply-edits.ts')).applyEdits,
  renumberRows: async () => (await import('./edit/renumber-rows.ts')).renumberRows,
  assignCrs: async () => (await import('./edit/assign-crs.ts')).assignCrs,
  editGeoJson: async () => (await import('./edit/geojson/edit-geojson.ts')).editGeoJson,
  diff: async () => (await import('./diff/diff-layers.ts')).diffLayers,
  diffPage: async () => (await import('./diff/read-page.ts')).readDiffPage,
  geometries: async () => (await import('./tiles/make-tile-file.ts')).copyGeometries,
  tiles: async () => (await import('./tiles/make-tile-file.ts')).makeTileFile,
  tile: async () => (await import('./tiles/read-tile.ts')).readTile,
  tilesSummary: async () => (await import('./tiles/read-tile.ts')).summarizeTiles,
  profileLayers: async () => (await import('./profile/profile-layers.ts')).profileLayers,
  filterLayer: async () => (await import('./derive/filter-layer.ts')).filterLayer,
  calculateField: async () => (await import('./derive/calculate-field.ts')).calculateField,
  simplifyLayer: async () => (await import('./derive/simplify-layer.ts')).simplifyLayer,
  sampleMatches: async () => (await import('./derive/sample-matches.ts')).sampleMatches,
  measureShapes: async () => (await import('./derive/measure-shapes.ts')).measureShapes,
  extractShapes: async () => (await import('./derive/extract-shapes.ts')).extractShapes,
  replaceShapes: async () => (await import('./derive/replace-shapes.ts')).replaceShapes,
  cutForBuffer: async () => (await import('./derive/cut-for-buffer.ts')).cutForBuffer,
  collectGroups: async () => (await import('./derive/collect-groups.ts')).collectGroups,
  regatherPieces: async () => (await import('./derive/merge-pieces.ts')).regatherPieces,
  mergePieces: async () => (await import('./derive/merge-pieces.ts')).mergePieces,
  writeMerged: async () => (await import('./derive/merge-pieces.ts')).writeMerged,
  writeDissolved: async () => (await import('./derive/write-dissolved.ts')).writeDissolved,
  scanForClip: async () => (await import('./derive/scan-for-clip.ts')).scanForClip,
  writeClipped: async () => (await import('./derive/write-clipped.ts')).writeClipped,
  findPairs: async () => (await import('./derive/find-pairs.ts')).findPairs,
  writeJoined: async () => (await import('./derive/write-joined.ts')).writeJoined,
  writeIntersected: async () => (await import('./derive/write-intersected.ts')).writeIntersected,
  applyChangesets: async () => (await import('./sync/apply-changesets.ts')).applyChangesets,
  compareTable: async () => (await import('./sync/compare-table.ts')).compareTable,
  packageTables: async () => (await import('./sync/package-tables.ts')).readPackageTables,
};

export async function runTask(request: ReaderRequest): Promise<Tasks[TaskName]['reply']> {
  const task = (await tasks[request.task]()) as Task<TaskName>;
  return task(request as Tasks[TaskName]['request']);
}

export async function loadTasks(): Promise<void> {
  await Promise.all(Object.values(tasks).map((load) => load()));
}
