// The reader's process, in the sandbox. It reads GeoPackages of unknown origin, so it may hang or run out of memory
// without harm to the service.
//   node main.ts request.json                   answers one request on standard output
//   node main.ts copy request.json reply.json   writes a layer to standard output and the answer to a file
//   node main.ts copy-table request.json reply.json   the same for a table that is kept in step
//   node main.ts features request.json reply.json   reads rows from standard input and writes the answer to a file
//   node main.ts compile                        imports all code, for Node's compile cache
//   node main.ts                                answers requests over the channel to its parent until that closes
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { Answer } from '../reader-protocol/answer.ts';
import type { CopyRequest } from '../reader-protocol/copy-types.ts';
import type { WriteFeaturesRequest } from '../reader-protocol/feature-types.ts';
import type { ReaderRequest } from '../reader-protocol/protocol.ts';
import type { CopyTableRequest } from '../reader-protocol/sync-types.ts';
import { Refusal } from '../reader-protocol/answer.ts';
import { loadTasks, runTask } from './tasks.ts';

async function answer<R>(work: () => R | Promise<R>): Promise<Answer<R>> {
  try {
    return { reply: await work() };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { kind, code, message, details } = error;
    return { refusal: { kind, code, message, ...(details === undefined ? {} : { details }) } };
  }
}

function read(file: string | undefined): unknown {
  return JSON.parse(readFileSync(file ?? '', 'utf8'));
}

/** This process may be killed at any moment, and half an answer cannot be read. */
function write(file: string | undefined, said: unknown): void {
  writeFileSync(`${file}.part`, JSON.stringify(said));
  renameSync(`${file}.part`, file ?? '');
}

const [first, request, reply] = process.argv.slice(2);
if (first === 'copy') {
  const { copyLayer } = await import('./postgres-copy/copy-layer.ts');
  write(reply, await answer(() => copyLayer(read(request) as CopyRequest)));
} else if (first === 'copy-table') {
  const { copyTable } = await import('./sync/copy-table.ts');
  write(reply, await answer(() => copyTable(read(request) as CopyTableRequest)));
} else if (first === 'features') {
  const { writeFeatures } = await import('./features/write-features.ts');
  write(reply, await answer(() => writeFeatures(read(request) as WriteFeaturesRequest, process.stdin)));
} else if (first === 'compile') {
  const streams = [
    import('./postgres-copy/copy-layer.ts'),
    import('./sync/copy-table.ts'),
    import('./features/write-features.ts'),
  ];
  await Promise.all([loadTasks(), ...streams]);
} else if (first) {
  process.stdout.write(JSON.stringify(await answer(() => runTask(read(first) as ReaderRequest))));
} else {
  process.on('message', async (message: { id: number; request: ReaderRequest }) => {
    const said: Answer = await answer(() => runTask(message.request)).catch(() => ({ failed: true }));
    process.send?.({ id: message.id, ...said });
  });
}
