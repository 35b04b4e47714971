import { scanForClip } from './clip-scan.ts';
import { writeClipped } from './clip-write.ts';
import { measureShapes } from './derive-measure.ts';
import { pickFeatures } from './derive-pick.ts';
import { filterLayer } from './derive-filter.ts';
import type { DeriveTasks } from './derive-types.ts';
import { collectGroups } from './dissolve-collect.ts';
import { mergePieces, regather, writeMerged } from './dissolve-merge.ts';
import { writeDissolved } from './dissolve-write.ts';
import { countFieldValues } from './field-values.ts';

export const deriveTasks: {
  [T in keyof DeriveTasks]: (request: DeriveTasks[T]['request']) => DeriveTasks[T]['reply'];
} = {
  fieldValues: countFieldValues,
  deriveFilter: filterLayer,
  dissolveCollect: collectGroups,
  dissolveRegather: regather,
  dissolveMerge: mergePieces,
  dissolveMerged: writeMerged,
  dissolveWrite: writeDissolved,
  derivePick: pickFeatures,
  deriveMeasure: measureShapes,
  clipScan: scanForClip,
  clipWrite: writeClipped,
};
