/// <reference lib="dom" />
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, join } from 'node:path';
import { repositoryRoot } from '@cairn/topology';
import type { Page } from 'playwright-core';

const LIBRARY = join(repositoryRoot, 'node_modules/maplibre-gl/dist');

export interface MapSite {
  origin: string;
  close(): Promise<void>;
}

/** A web site of another origin with an empty page, which serves MapLibre GL. */
export async function openMapSite(): Promise<MapSite> {
  const server = createServer((request, response) => {
    const name = basename(request.url ?? '');
    if (!name.endsWith('.mjs')) {
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end(
        '<!doctype html><title>A town</title><div id="map" style="width:400px;height:400px"></div>',
      );
      return;
    }
    readFile(join(LIBRARY, name)).then(
      (script) => {
        response.setHeader('content-type', 'text/javascript');
        response.end(script);
      },
      () => {
        response.statusCode = 404;
        response.end();
      },
    );
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

/** Runs the code that the page of a dataset offers for MapLibre GL; returns the values of what the map then draws. */
export function drawByMapLibre(page: Page, snippet: string): Promise<Record<string, unknown>[]> {
  return page.evaluate(async (code) => {
    const library = '/maplibre-gl.mjs';
    const maplibre = await import(library);
    maplibre.setWorkerUrl(`${location.origin}/maplibre-gl-worker.mjs`);
    const map = new maplibre.Map({
      container: 'map',
      style: { version: 8, sources: {}, layers: [] },
      center: [8, 48],
      zoom: 2,
    });
    const failed = new Promise<never>((_done, reject) =>
      map.on('error', ({ error }: { error: Error }) => reject(error)),
    );
    new Function('map', code)(map);
    const idle = map.once('load').then(() => map.once('idle'));
    await Promise.race([idle, failed]);
    const features = map.queryRenderedFeatures({ layers: ['published'] });
    return features.map(({ properties }: { properties: Record<string, unknown> }) => properties);
  }, snippet);
}
