import type { DeriveTasks } from './derive-types.ts';
import type { TaskLoaders } from './tasks.ts';

export const deriveTasks: TaskLoaders<keyof DeriveTasks> = {
  fieldValues: async () => (await import('./field-values.ts')).countFieldValues,
  deriveFilter: async () => (await import('./derive-filter.ts')).filterLayer,
  dissolveCollect: async () => (await import('./dissolve-collect.ts')).collectGroups,
  dissolveRegather: async () => (await import('./dissolve-merge.ts')).regather,
  dissolveMerge: async () => (await import('./dissolve-merge.ts')).mergePieces,
  dissolveMerged: async () => (await import('./dissolve-merge.ts')).writeMerged,
  dissolveWrite: async () => (await import('./dissolve-write.ts')).writeDissolved,
  shapesTake: async () => (await import('./shapes-take.ts')).takeShapes,
  shapesPut: async () => (await import('./shapes-put.ts')).putShapes,
  simplify: async () => (await import('./simplify-layer.ts')).simplifyLayer,
  findPairs: async () => (await import('./find-pairs.ts')).findPairs,
  joinWrite: async () => (await import('./join-write.ts')).writeJoined,
  intersectWrite: async () => (await import('./intersect-write.ts')).writeIntersected,
  bufferCut: async () => (await import('./buffer-cut.ts')).cutForBuffer,
  calculate: async () => (await import('./calculate-field.ts')).calculateField,
  firstRows: async () => (await import('./first-rows.ts')).readFirstRows,
  derivePick: async () => (await import('./derive-pick.ts')).pickFeatures,
  deriveMeasure: async () => (await import('./derive-measure.ts')).measureShapes,
  clipScan: async () => (await import('./clip-scan.ts')).scanForClip,
  clipWrite: async () => (await import('./clip-write.ts')).writeClipped,
};
