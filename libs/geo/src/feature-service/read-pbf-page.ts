import { PbfReader } from 'pbf';
import { EsriFormatError } from './types.ts';
import type { EsriDimensions, EsriFeature, EsriGeometry, EsriGeometryKind, EsriPage } from './types.ts';

/**
 * Reads the answer to a query with `f=pbf`: a FeatureCollectionPBuffer, whose messages and numbers of fields are in
 * github.com/Esri/arcgis-pbf, proto/FeatureCollection/FeatureCollection.proto. Positions are whole numbers, each the difference to
 * the one before in its part; the transform of the answer makes coordinates of them.
 * @throws {EsriFormatError} for what is not such an answer, or is cut.
 */
export function readPbfPage(
  bytes: Uint8Array,
  { kind, ...wanted }: EsriDimensions & { kind: EsriGeometryKind | null },
): EsriPage {
  const collection: Collection = { result: null };
  try {
    new PbfReader(bytes).readFields(readCollection, collection);
  } catch (error) {
    throw new EsriFormatError('The service sent a binary answer that is cut or cannot be read.', {
      cause: error,
    });
  }
  const { result } = collection;
  if (!result) throw new EsriFormatError('The service sent a binary answer without features.');
  const { fields, transform, hasZ, hasM } = result;
  const features = result.features.map(({ values, lengths, coords }): EsriFeature => {
    if (values.length > 0 && values.length !== fields.length) {
      throw new EsriFormatError('The service sent a feature with another number of values than fields.');
    }
    const attributes: Record<string, unknown> = {};
    for (const [i, name] of fields.entries()) attributes[name] = values[i] ?? null;
    if (kind === null || coords.length === 0) return { attributes, geometry: null };
    return {
      attributes,
      geometry: toGeometry({ lengths, coords }, kind, { sent: { hasZ, hasM }, wanted, transform }),
    };
  });
  return { features, exceeded: result.exceeded };
}

interface Collection {
  result: Result | null;
}

interface Result {
  exceeded: boolean;
  hasZ: boolean;
  hasM: boolean;
  transform: Transform;
  fields: string[];
  features: RawFeature[];
}

interface RawFeature {
  values: unknown[];
  lengths: number[];
  coords: number[];
}

/** By axis: x, y, m, z, as the messages number them. */
interface Transform {
  lowerLeft: boolean;
  scale: [number, number, number, number];
  translate: [number, number, number, number];
}

function readCollection(tag: number, collection: Collection, pbf: PbfReader): void {
  if (tag === 2) pbf.readMessage(readQueryResult, collection);
}

function readQueryResult(tag: number, collection: Collection, pbf: PbfReader): void {
  if (tag !== 1) return;
  const transform: Transform = { lowerLeft: false, scale: [1, 1, 1, 1], translate: [0, 0, 0, 0] };
  const result = { exceeded: false, hasZ: false, hasM: false, transform, fields: [], features: [] };
  collection.result = pbf.readMessage<Result>(readResult, result);
}

function readResult(tag: number, result: Result, pbf: PbfReader): void {
  if (tag === 9) result.exceeded = pbf.readBoolean();
  else if (tag === 10) result.hasZ = pbf.readBoolean();
  else if (tag === 11) result.hasM = pbf.readBoolean();
  else if (tag === 12) pbf.readMessage(readTransform, result.transform);
  else if (tag === 13) result.fields.push(pbf.readMessage(readFieldName, { name: '' }).name);
  else if (tag === 15)
    result.features.push(pbf.readMessage(readFeature, { values: [], lengths: [], coords: [] }));
}

function readTransform(tag: number, transform: Transform, pbf: PbfReader): void {
  if (tag === 1) transform.lowerLeft = pbf.readVarint() === 1;
  else if (tag === 2) pbf.readMessage(readAxes, transform.scale);
  else if (tag === 3) pbf.readMessage(readAxes, transform.translate);
}

function readAxes(tag: number, axes: number[], pbf: PbfReader): void {
  if (tag >= 1 && tag <= 4) axes[tag - 1] = pbf.readDouble();
}

function readFieldName(tag: number, field: { name: string }, pbf: PbfReader): void {
  if (tag === 1) field.name = pbf.readString();
}

function readFeature(tag: number, feature: RawFeature, pbf: PbfReader): void {
  if (tag === 1) feature.values.push(pbf.readMessage(readValue, { value: null as unknown }).value);
  else if (tag === 2) pbf.readMessage(readGeometry, feature);
  else if (tag === 3)
    throw new EsriFormatError('The service sent geometries as shape buffers, which cannot be read.');
}

function readGeometry(tag: number, feature: RawFeature, pbf: PbfReader): void {
  if (tag === 2) pbf.readPackedVarint(feature.lengths);
  else if (tag === 3) pbf.readPackedSVarint(feature.coords);
}

function readValue(tag: number, to: { value: unknown }, pbf: PbfReader): void {
  if (tag === 1) to.value = pbf.readString();
  else if (tag === 2) to.value = pbf.readFloat();
  else if (tag === 3) to.value = pbf.readDouble();
  else if (tag === 4 || tag === 8) to.value = pbf.readSVarint();
  else if (tag === 5) to.value = pbf.readVarint();
  else if (tag === 6) to.value = pbf.readVarint(true);
  else if (tag === 7) to.value = pbf.readVarint();
  else if (tag === 9) to.value = pbf.readBoolean();
}

interface Frame {
  sent: EsriDimensions;
  wanted: EsriDimensions;
  transform: Transform;
}

function toGeometry(
  { lengths, coords }: Pick<RawFeature, 'lengths' | 'coords'>,
  kind: EsriGeometryKind,
  frame: Frame,
): EsriGeometry | null {
  const stride = 2 + Number(frame.sent.hasZ) + Number(frame.sent.hasM);
  // Some servers send the length of a point, which has none, in numbers instead of positions.
  const counts = lengths.length > 0 && kind !== 'point' ? lengths : [coords.length / stride];
  const paths: number[][] = [];
  let at = 0;
  for (const count of counts) {
    paths.push(toPath(coords, { at, count, stride }, frame));
    at += count * stride;
  }
  if (at !== coords.length)
    throw new EsriFormatError('The service sent a geometry of another length than it says.');
  const filled = paths.filter((path) => path.length > 0);
  return filled.length === 0 ? null : { kind, paths: filled };
}

function toPath(
  coords: number[],
  { at, count, stride }: { at: number; count: number; stride: number },
  { sent, wanted, transform: { lowerLeft, scale, translate } }: Frame,
): number[] {
  const path: number[] = [];
  const sums = [0, 0, 0, 0];
  for (let i = at; i < at + count * stride; i += stride) {
    for (let axis = 0; axis < stride; axis += 1) sums[axis]! += coords[i + axis] ?? Number.NaN;
    const [x, y, third, fourth] = sums as [number, number, number, number];
    path.push(x * scale[0] + translate[0]);
    // With the origin at the upper left, which is the default, y grows downwards.
    path.push(translate[1] + (lowerLeft ? y : -y) * scale[1]);
    if (wanted.hasZ) path.push(sent.hasZ ? third * scale[3] + translate[3] : Number.NaN);
    if (wanted.hasM)
      path.push(sent.hasM ? (sent.hasZ ? fourth : third) * scale[2] + translate[2] : Number.NaN);
  }
  return path;
}
