import { createServer } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';
import { listen } from '@cairn/testing';

/** A thread that answers every request with the same bytes: the least that an answer of this size costs. */
const { body, headers } = workerData as { body: Uint8Array; headers: Record<string, string> };
const server = createServer((_req, res) => res.writeHead(200, headers).end(body));
parentPort?.postMessage(await listen(server));
