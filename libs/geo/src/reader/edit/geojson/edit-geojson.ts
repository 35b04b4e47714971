import type { GeoJsonEditRequest, GeoJsonEdits } from '../../../reader-protocol/edit-types.ts';
import { closeSync, fstatSync, openSync } from 'node:fs';
import { positionsOf } from '../../../geometry/geojson-geometry.ts';
import { readText, splice } from './file-bytes.ts';
import type { Patch, Span } from './file-bytes.ts';
import { checkFeature, editFeature, newFeature, notTheSame } from './edit-feature.ts';
import { memberText } from './json-members.ts';
import { findSpans } from './feature-spans.ts';
import type { DocumentSpans } from './feature-spans.ts';

/**
 * Copies a GeoJSON file with some features changed. All other bytes stay, so that numbers, lists and foreign members survive, which
 * a conversion to tables would lose. The file was scanned before.
 * Throws Refusal when the features are not those that were edited.
 */
export function editGeoJson({ file, output, edits }: GeoJsonEditRequest): { done: true } {
  const input = openSync(file, 'r');
  try {
    const { features, members } = findSpans(input);
    const patches = features
      ? patchCollection(input, { features, members }, edits)
      : patchSingle(input, edits);
    splice(input, output, patches);
    return { done: true };
  } finally {
    closeSync(input);
  }
}

function patchCollection(
  file: number,
  { features, members }: DocumentSpans & { features: Span[] },
  edits: GeoJsonEdits,
): Patch[] {
  if (features.length !== edits.featureCount) throw notTheSame();
  const span = (place: number): Span => {
    const found = features[place - 1];
    if (!found) throw notTheSame();
    return found;
  };
  const patches: Patch[] = [];
  for (const { place, before, after } of edits.updated) {
    const text = readText(file, span(place));
    patches.push({ ...span(place), text: editFeature(text, { before, after, types: edits.types }) });
  }
  for (const { place, before } of edits.deleted)
    checkFeature(readText(file, span(place)), { before, types: edits.types });
  const gone = new Set(edits.deleted.map(({ place }) => place - 1));
  const bbox = members.get('bbox');
  return [
    patches,
    removals(features, gone),
    additions(features, members.get('features') as Span, { gone, edits }),
    bbox ? widened(file, bbox, edits) : [],
  ]
    .flat()
    .sort((a, b) => a.start - b.start || a.end - b.end);
}

/** A file that is one feature, or one geometry, becomes a collection as soon as it is edited. */
function patchSingle(file: number, edits: GeoJsonEdits): Patch[] {
  if (edits.featureCount !== 1) throw notTheSame();
  const { size } = fstatSync(file);
  const text = readText(file, { start: 0, end: size })
    .replace(/^\uFEFF/, '')
    .trim();
  const isFeature = (JSON.parse(text) as { type?: unknown }).type === 'Feature';
  let feature: string | null = isFeature
    ? text
    : `{ "type": "Feature", "properties": {}, "geometry": ${text} }`;
  for (const { before, after } of edits.updated)
    feature = editFeature(feature, { before, after, types: edits.types });
  for (const { before } of edits.deleted) {
    checkFeature(feature as string, { before, types: edits.types });
    feature = null;
  }
  const all = [...(feature === null ? [] : [feature]), ...edits.inserted.map((row) => addition(row, edits))];
  // A coordinate system counts on the outside alone.
  const crs = memberText(text, 'crs');
  const head = `{ "type": "FeatureCollection",${crs === null ? '' : ` "crs": ${crs},`} "features": [`;
  return [{ start: 0, end: size, text: `${head}\n${all.join(',\n')}\n] }\n` }];
}

/** Removes the commas as well: after each removed feature, or before the last ones. */
function removals(features: Span[], gone: Set<number>): Patch[] {
  const patches: Patch[] = [];
  const lastKept = features.findLastIndex((_, i) => !gone.has(i));
  for (const i of gone) {
    if (i >= lastKept) continue;
    patches.push({ start: features[i]?.start as number, end: features[i + 1]?.start as number, text: '' });
  }
  const end = features.at(-1)?.end;
  const from = lastKept < 0 ? features[0]?.start : features[lastKept]?.end;
  if (end !== undefined && from !== undefined && from < end) patches.push({ start: from, end, text: '' });
  return patches;
}

function additions(
  features: Span[],
  array: Span,
  { gone, edits }: { gone: Set<number>; edits: GeoJsonEdits },
): Patch[] {
  if (edits.inserted.length === 0) return [];
  const text = edits.inserted.map((row) => addition(row, edits)).join(',\n');
  const at = features.at(-1)?.end ?? array.start + 1;
  const isFirst = gone.size === features.length;
  return [{ start: at, end: at, text: `${isFirst ? '\n' : ',\n'}${text}` }];
}

function addition({ values, geometry }: GeoJsonEdits['inserted'][number], { types }: GeoJsonEdits): string {
  return newFeature(values, types, geometry);
}

/** The box that the file declares, grown by what was added. */
function widened(file: number, span: Span, { inserted }: GeoJsonEdits): Patch[] {
  const positions = inserted.flatMap(({ geometry }) => (geometry ? positionsOf(geometry) : []));
  const box = JSON.parse(readText(file, span)) as number[];
  if (positions.length === 0 || !Array.isArray(box) || box.length < 4) return [];
  const axes = box.length / 2;
  const grown = box.map((value, i) => {
    const found = positions.flatMap((position) => position[i % axes] ?? []);
    return found.reduce((a, b) => (i < axes ? Math.min(a, b) : Math.max(a, b)), value);
  });
  return [{ ...span, text: JSON.stringify(grown) }];
}
