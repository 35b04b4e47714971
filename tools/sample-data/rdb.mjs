// Reads one spatial object out of an R lazy-load database (Rdata.rdb/.rdx, as shipped in
// R data packages) and prints it as GeoJSON.  usage: node rdb.mjs DIR/Rdata NAME > out.geojson
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

/** Decodes R's XDR serialization (versions 2 and 3): vectors become arrays, attributes `.attr`. */
function unserialize(buf) {
  let p = 0;
  const refs = [];
  const int = () => ((p += 4), buf.readInt32BE(p - 4));
  const num = () => ((p += 8), buf.readDoubleBE(p - 8));
  const str = (n) => {
    const bytes = buf.subarray(p, (p += n));
    const text = bytes.toString('utf8');
    return text.includes('\ufffd') ? bytes.toString('latin1') : text;
  };
  const many = (n, f) => Array.from({ length: n }, f);
  const pairs = (node) => {
    const out = {};
    for (; node; node = node.next) out[node.tag] = node.value;
    return out;
  };
  function item() {
    const flags = int();
    const type = flags & 0xff;
    const hasAttr = flags & 0x200;
    const withAttr = (v) => {
      if (hasAttr) v.attr = pairs(item());
      return v;
    };
    switch (type) {
      case 254: case 253: case 251: case 242: return null; // NULL and fixed environments
      case 255: return refs[(flags >> 8 || int()) - 1];
      case 1: { const i = refs.push(null) - 1; return (refs[i] = item()); } // symbol
      case 2: case 6: { // pair list, call
        const attr = hasAttr ? item() : null;
        const tag = flags & 0x400 ? item() : null;
        const value = item();
        return { attr, tag, value, next: item() };
      }
      case 4: { // environment
        refs.push({}); int(); item(); item(); item(); item();
        return null;
      }
      case 9: { const n = int(); return n < 0 ? null : str(n); }
      case 10: case 13: return withAttr(many(int(), () => { const v = int(); return v === -2147483648 ? null : v; }));
      case 14: return withAttr(many(int(), () => { const v = num(); return Number.isNaN(v) ? null : v; }));
      case 16: case 19: case 20: return withAttr(many(int(), item));
      case 25: return withAttr({}); // S4 object: its slots are the attributes
      case 238: { // compact vector: integer sequence or a plain wrapper
        const [cls, state] = [item(), item()];
        item();
        if (cls.value === 'compact_intseq') return many(state[0], (_, i) => state[1] + i * state[2]);
        return Array.isArray(state) ? state[0] : state.value;
      }
      default: throw new Error(`R type ${type} at byte ${p} is not supported`);
    }
  }
  if (str(2) !== 'X\n') throw new Error('not XDR');
  const version = int();
  p += 8;
  if (version === 3) str(int());
  return item();
}

const [base, name] = process.argv.slice(2);
const index = readFileSync(`${base}.rdx`);
const dir = unserialize(gunzipSync(index));
const keys = dir.attr.names;
const vars = dir[keys.indexOf('variables')];
const [offset, length] = vars[vars.attr.names.indexOf(name)];
// each entry: its length (4 bytes), the kind of compression ('Z' = raw LZMA2), the data
const entry = readFileSync(`${base}.rdb`).subarray(offset, offset + length);
if (entry[4] !== 0x5a) throw new Error(`compression ${entry[4]} is not supported`);
const raw = execFileSync('xz', ['-dc', '--format=raw', '--lzma2=preset=6e'], { input: entry.subarray(5), maxBuffer: 2 ** 30 });
const layer = unserialize(raw).attr;

const columns = layer.data.attr.names.map((key, i) => {
  const column = layer.data[i];
  const levels = column.attr?.levels;
  return [key, levels ? column.map((v) => (v === null ? null : levels[v - 1])) : column];
});
const ring = ({ attr }) => {
  const c = attr.coords;
  const n = c.length / 2;
  return Array.from({ length: n }, (_, i) => [c[i], c[i + n]]);
};
const inside = ([x, y], r) => {
  let hit = false;
  for (let i = 0, j = r.length - 1; i < r.length; j = i++)
    if (r[i][1] > y !== r[j][1] > y && x < ((r[j][0] - r[i][0]) * (y - r[i][1])) / (r[j][1] - r[i][1]) + r[i][0]) hit = !hit;
  return hit;
};
const features = layer.polygons.map(({ attr }, row) => {
  const parts = attr.Polygons.filter((r) => !r.attr.hole[0]).map((r) => [ring(r)]);
  for (const h of attr.Polygons.filter((r) => r.attr.hole[0])) {
    const hole = ring(h);
    const owner = parts.find(([outer]) => inside(hole[0], outer)) ?? parts[0];
    owner.push(hole);
  }
  return {
    type: 'Feature',
    properties: Object.fromEntries(columns.map(([key, values]) => [key, values[row]])),
    geometry: { type: 'MultiPolygon', coordinates: parts },
  };
});
process.stdout.write(JSON.stringify({ type: 'FeatureCollection', features }));
