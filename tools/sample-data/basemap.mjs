// Builds the basemap's land, borders, lakes, rivers and places.
// usage: node basemap.mjs STEP IN OUT   (STEP: topology | lakes | rivers | places | round)
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const require = createRequire(join(process.cwd(), 'package.json'));
const [step, input, output] = process.argv.slice(2);
const data = JSON.parse(readFileSync(input, 'utf8'));
const write = (name, features) =>
  writeFileSync(name, JSON.stringify({ type: 'FeatureCollection', features }));
const feature = (geometry, properties = {}) => ({ type: 'Feature', properties, geometry });
const client = () => require('topojson-client');

const area = (ring) =>
  Math.abs(ring.reduce((sum, [x, y], i) => {
    const [u, v] = ring[(i + 1) % ring.length];
    return sum + x * v - u * y;
  }, 0)) / 2;

/** 3 decimals; drops repeated points and the rings and lines that collapse. */
function round(geometry) {
  const line = (points, least) => {
    const out = [];
    for (const [x, y] of points) {
      const q = [Math.round(x * 1e3) / 1e3, Math.round(y * 1e3) / 1e3];
      const last = out.at(-1);
      if (!last || last[0] !== q[0] || last[1] !== q[1]) out.push(q);
    }
    return out.length >= least ? out : null;
  };
  const polygon = (rings) => {
    const out = rings.map((r) => line(r, 4));
    // holes below 0.01 square degree are slivers between neighbours
    return out[0] ? out.filter((r, i) => r && (i === 0 || area(r) > 0.01)) : null;
  };
  const c = geometry.coordinates;
  switch (geometry.type) {
    case 'Point': return { type: 'Point', coordinates: c.map((v) => Math.round(v * 1e3) / 1e3) };
    case 'LineString': return round({ type: 'MultiLineString', coordinates: [c] });
    case 'MultiLineString': return { type: 'MultiLineString', coordinates: c.map((l) => line(l, 2)).filter(Boolean) };
    case 'Polygon': return round({ type: 'MultiPolygon', coordinates: [c] });
    case 'MultiPolygon': return { type: 'MultiPolygon', coordinates: c.map(polygon).filter(Boolean) };
    case 'GeometryCollection': { // what clipping leaves of areas: keep the areas
      const parts = geometry.geometries.filter((g) => g.type.endsWith('Polygon')).map(round);
      return { type: 'MultiPolygon', coordinates: parts.flatMap((g) => g.coordinates) };
    }
    default: throw new Error(geometry.type);
  }
}

if (step === 'topology') { // countries -> land.json and borders.json in OUT
  const { topology } = require('topojson-server');
  const { merge, mesh } = client();
  // neighbours' shared points differ in their last digits: take the first seen within 0.0001 degree
  const near = 1e-4;
  const seen = new Map();
  const snapPoint = (p) => {
    const [i, j] = p.map((v) => Math.floor(v / near));
    for (let di = -1; di <= 1; di++)
      for (let dj = -1; dj <= 1; dj++) {
        const q = seen.get(`${i + di},${j + dj}`);
        if (q && Math.abs(q[0] - p[0]) < near && Math.abs(q[1] - p[1]) < near) return q;
      }
    seen.set(`${i},${j}`, p);
    return p;
  };
  const snap = (c) => (typeof c[0] === 'number' ? snapPoint(c) : c.map(snap));
  for (const f of data.features) f.geometry.coordinates = snap(f.geometry.coordinates);
  const topo = topology({ countries: data });
  const all = topo.objects.countries;
  write(join(output, 'land.json'), [feature(merge(topo, all.geometries))]);
  write(join(output, 'borders.json'), [feature(mesh(topo, all, (a, b) => a !== b))]);
} else if (step === 'lakes') {
  write(output, client().feature(data, data.objects.lakes).features.map((f) => feature(f.geometry)));
} else if (step === 'rivers') { // without the parts the source's grid shrank to a point
  const long = (line) => line.some((p) => p[0] !== line[0][0] || p[1] !== line[0][1]);
  const parts = (g) => (g.type === 'LineString' ? [g.coordinates] : g.coordinates).filter(long);
  write(output, client().feature(data, data.objects.rivers).features
    .map((f) => feature({ type: 'MultiLineString', coordinates: parts(f.geometry) }))
    .filter((f) => f.geometry.coordinates.length > 0));
} else if (step === 'places') {
  const rows = data.features.map(({ properties: p, geometry }) =>
    feature(geometry, { name: p.name, rank: p.scalerank, capital: p.adm0cap, population: p.pop_max }));
  rows.sort((a, b) => a.properties.rank - b.properties.rank || b.properties.population - a.properties.population);
  write(output, rows);
} else if (step === 'round') {
  const point = data.features[0].geometry.type === 'Point';
  const parts = data.features.map((f) => feature(round(f.geometry), f.properties));
  write(output, point ? parts : [feature({
    type: parts[0].geometry.type,
    coordinates: parts.flatMap((f) => f.geometry.coordinates),
  })]);
} else throw new Error(`unknown step ${step}`);
