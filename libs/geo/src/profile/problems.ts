import type { Crs } from '../crs/crs.ts';
import type { Extent } from '../crs/extent.ts';
import { layerCrs, layerGeometryType } from '../geopackage/declared-types.ts';
import type { LayerSummary } from '../gdal/ogrinfo.ts';
import type { Problem } from '../inspect/types.ts';
import type { GeometryProblem, GeometryProblemKind, LayerProfile } from '../reader-protocol/profile-types.ts';
import type { InvalidPolygon } from './invalid-polygons.ts';

/** Problems that are listed; the rest are only counted. */
export const MAX_PROBLEMS = 100;

const FIX = 'Repair it in QGIS with Vector → Geometry tools → Fix geometries, and upload the file again.';
const DRAW = 'Redraw the geometry or delete the feature, and upload the file again.';

const FAULTS: Record<
  GeometryProblemKind,
  { says(fault: GeometryProblem, place: string): string; cure: string }
> = {
  broken: { says: ({ detail }) => `The geometry ${detail}.`, cure: DRAW },
  not_a_number: { says: () => 'A coordinate is not a number.', cure: DRAW },
  outside_the_world: {
    says: (_fault, place) => `A position is ${place}, which are not valid degrees.`,
    cure: 'Choose the correct coordinate system with “Set CRS” on the page of the dataset.',
  },
  too_few_positions: {
    says: (_fault, place) => `A line or a ring ${place} has too few positions.`,
    cure: FIX,
  },
  no_length: { says: (_fault, place) => `All positions of a line are the same, ${place}.`, cure: DRAW },
  ring_not_closed: { says: (_fault, place) => `A ring that begins ${place} does not end there.`, cure: FIX },
};

/** GEOS's reasons (TopologyValidationError.cpp) in plain words. */
const REASONS: Record<string, string> = {
  'Self-intersection': 'The outline crosses itself',
  'Ring Self-intersection': 'The outline touches itself',
  'Hole lies outside shell': 'A hole is outside the outline',
  'Holes are nested': 'A hole is inside another hole',
  'Interior is disconnected': 'Holes cut the polygon into pieces',
  'Nested shells': 'A part is inside another part',
  'Duplicate Rings': 'Two rings are the same',
  'Too few points in geometry component': 'A ring has too few positions',
  'Invalid Coordinate': 'A coordinate is not a number',
  'Ring is not closed': 'A ring is not closed',
};

/** What is wrong with single features, in their order. */
export function featureProblems({ layer, faults }: LayerProfile, invalid: InvalidPolygon[]): Problem[] {
  const crs = layerCrs(layer);
  const place = (at: GeometryProblem['at']) => (at ? `near ${toPlace(at, crs)}` : 'somewhere');
  const malformed = faults.map((fault) => {
    const { says, cure } = FAULTS[fault.kind];
    const at = fault.kind === 'outside_the_world' ? `at ${(fault.at ?? []).join(', ')}` : place(fault.at);
    return { layer: layer.name, feature: toKey(fault.feature), problem: says(fault, at), cure };
  });
  const crossing = invalid.map(({ feature, reason, at }) => ({
    layer: layer.name,
    feature: toKey(feature),
    problem: `${REASONS[reason] ?? 'The area is not valid'}${at ? ` ${place(at)}` : ''}.`,
    cure: FIX,
  }));
  return [...malformed, ...crossing].toSorted((a, b) => Number(a.feature) - Number(b.feature));
}

/** What is wrong with a layer as a whole; `isOurs` when we wrote its table, whose declarations then mean nothing. */
export function layerProblems(survey: LayerProfile, { isOurs }: { isOurs: boolean }): Problem[] {
  const { layer, isComplete, extent, declaredExtent } = survey;
  const problems: Omit<Problem, 'layer'>[] = [];
  if (isComplete && survey.features === 0)
    problems.push({
      problem: 'The layer has no features.',
      cure: 'Add features, or remove the layer from the file.',
    });
  const declared = layerGeometryType(layer.geometryType);
  const foreign = foreignTypes(declared, survey.types);
  if (foreign.length > 0)
    problems.push({
      problem: `The layer declares ${declared} but also contains ${foreign.join(' and ')}.`,
      cure: 'Export each type of geometry as a layer of its own, or declare the layer as Geometry.',
    });
  if (!isOurs && isComplete && extent && declaredExtent && !agrees(declaredExtent, extent))
    problems.push({
      problem: `The file declares the extent ${toBox(declaredExtent)}, but the features have the extent ${toBox(extent)}.`,
      cure: 'Export the layer again to update its extent.',
    });
  return problems.map((problem) => ({ layer: layer.name, ...problem }));
}

/** Fields whose names differ in case alone: a table holds but one of them under its name, the others get another. */
export function repeatedFields(layers: LayerSummary[]): Problem[] {
  return layers.flatMap(({ name: layer, fieldNames = [] }) => {
    const first = new Map<string, string>();
    return fieldNames.flatMap((name) => {
      const known = first.get(name.toLowerCase());
      if (known === undefined) first.set(name.toLowerCase(), name);
      return known === undefined
        ? []
        : [
            {
              layer,
              problem: `The fields "${known}" and "${name}" differ only in case. The second one gets another name.`,
              cure: 'Rename one of them and upload the file again.',
            },
          ];
    });
  });
}

/** Types that the declared one does not cover. Single geometries in a layer of multiple ones, and the other way, are usual. */
function foreignTypes(declared: string, types: Record<string, number>): string[] {
  if (declared === 'Geometry') return [];
  return Object.entries(types)
    .filter(([type]) => familyOf(type) !== familyOf(declared))
    .map(([type, count]) => `${count} ${type}`);
}

function familyOf(type: string): string {
  if (type === 'GeometryCollection' || type === 'Geometry') return type;
  if (/Polygon|Surface|Triangle|TIN/.test(type)) return 'area';
  return /Point/.test(type) ? 'point' : 'line';
}

/** Within a thousandth of the larger one's size. */
function agrees(declared: Extent, found: Extent): boolean {
  const size = Math.max(
    found[2] - found[0],
    found[3] - found[1],
    declared[2] - declared[0],
    declared[3] - declared[1],
  );
  const slack = Math.max(size, Math.max(...found.map(Math.abs)) * 1e-6) * 1e-3;
  return declared.every((value, i) => Math.abs(value - found[i]!) <= slack);
}

function toPlace([x, y]: [number, number], crs: Crs | null): string {
  const digits = crs?.kind === 'geographic' ? 5 : 2;
  const label = crs?.srid === undefined ? crs?.name : `EPSG:${crs.srid}`;
  return `${x.toFixed(digits)}, ${y.toFixed(digits)}${label ? ` (${label})` : ''}`;
}

function toBox(extent: Extent): string {
  return extent.map((value) => Number(value.toPrecision(7))).join(', ');
}

/** A number where JavaScript holds it. */
function toKey(feature: string): number | string {
  const key = Number(feature);
  return Number.isSafeInteger(key) ? key : feature;
}
