import { PbfWriter } from 'pbf';
import { EXTENT } from './grid.ts';

export type Value = string | number | boolean | null;

/** A feature on the tile's own grid. */
export interface TileFeature {
  kind: 1 | 2 | 3;
  key: bigint;
  /** Commands and parameters of its geometry (MVT 2.1, clause 4.3). */
  commands: Uint32Array;
}

export const LAYER = 'features';
/** Property for a key that cannot be the id of a feature in a vector tile. */
export const KEY_FIELD = '_key';
const MOST = BigInt(Number.MAX_SAFE_INTEGER);

type Known = Exclude<Value, null>;

/** Writes one layer of a Mapbox Vector Tile 2.1; what was written last can be taken back. */
export class TileWriter {
  features = 0;
  private readonly pbf = new PbfWriter(new Uint8Array(256 * 1024));
  private readonly keys: string[];
  private readonly keyField: number;
  private readonly values: Known[] = [];
  private readonly known = new Map<Known, number>();
  private valueBytes = 0;

  constructor(fields: string[]) {
    this.keys = fields.includes(KEY_FIELD) ? fields : [...fields, KEY_FIELD];
    this.keyField = this.keys.length > fields.length ? fields.length : -1;
    this.pbf.writeVarintField(15, 2);
    this.pbf.writeStringField(1, LAYER);
  }

  /** Bytes of the tile so far, about. */
  get size(): number {
    return this.pbf.pos + this.valueBytes;
  }

  add(feature: TileFeature, row: Value[]): void {
    const tags: number[] = [];
    row.forEach((value, field) => value !== null && tags.push(field, this.indexOf(value)));
    const isId = feature.key >= 0n && feature.key <= MOST;
    if (!isId && this.keyField >= 0) tags.push(this.keyField, this.indexOf(String(feature.key)));
    this.pbf.writeMessage(2, writeFeature, { feature, tags, id: isId ? Number(feature.key) : null });
    this.features += 1;
  }

  /** Returns how to go back to now. */
  mark(): () => void {
    const { features, valueBytes } = this;
    const { pos } = this.pbf;
    const count = this.values.length;
    return () => {
      this.features = features;
      this.valueBytes = valueBytes;
      this.pbf.pos = pos;
      for (const value of this.values.splice(count)) this.known.delete(value);
    };
  }

  finish(): Uint8Array {
    for (const key of this.keys) this.pbf.writeStringField(3, key);
    for (const value of this.values) this.pbf.writeMessage(4, writeValue, value);
    this.pbf.writeVarintField(5, EXTENT);
    const layer = this.pbf.finish();
    const tile = new PbfWriter(new Uint8Array(layer.length + 16));
    tile.writeBytesField(3, layer);
    return tile.finish();
  }

  private indexOf(value: Known): number {
    const found = this.known.get(value);
    if (found !== undefined) return found;
    const index = this.values.push(value) - 1;
    this.known.set(value, index);
    this.valueBytes += typeof value === 'string' ? Buffer.byteLength(value) + 6 : 13;
    return index;
  }
}

function writeFeature(
  { feature, tags, id }: { feature: TileFeature; tags: number[]; id: number | null },
  pbf: PbfWriter,
): void {
  if (id !== null) pbf.writeVarintField(1, id);
  pbf.writePackedVarint(2, tags);
  pbf.writeVarintField(3, feature.kind);
  pbf.writePackedVarint(4, feature.commands as unknown as number[]);
}

function writeValue(value: Known, pbf: PbfWriter): void {
  if (typeof value === 'string') pbf.writeStringField(1, value);
  else if (typeof value === 'boolean') pbf.writeBooleanField(7, value);
  else if (Number.isSafeInteger(value)) pbf.writeSVarintField(6, value);
  else pbf.writeDoubleField(3, value);
}
