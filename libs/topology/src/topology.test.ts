import { expect, test } from '@jest/globals';
import { existingServices, gisPublish, topology } from './topology.ts';

test('no two processes share a port', () => {
  const ports = topology.flatMap(({ port, internalPort, worker, workerInternalPort }) =>
    worker ? [port, internalPort, workerInternalPort] : [port, internalPort],
  );
  ports.push(gisPublish.port, gisPublish.internalPort);
  expect(ports.filter((port, index) => ports.indexOf(port) !== index)).toEqual([]);
});

test('only the portal is at the root, every other service is below its own name', () => {
  expect(topology.filter(({ basePath }) => basePath === '').map(({ name }) => name)).toEqual(['portal']);
  for (const { name, basePath } of topology) expect(['', `/${name}`]).toContain(basePath);
});

test('schemas are plain names, one a service', () => {
  const schemas = topology.map(({ schema }) => schema);
  expect(schemas.filter((schema) => !/^[a-z_]+$/.test(schema))).toEqual([]);
  expect(new Set(schemas).size).toBe(topology.length);
});

test('a service exists when its web process does', () => {
  expect(existingServices().map(({ name }) => name)).toEqual(expect.arrayContaining(['portal', 'vault']));
  expect(existingServices('/nowhere')).toEqual([]);
});
