// Runs in a process of its own behind the fence. It reads GeoPackages that anybody may have made, so it must be free to
// hang or run out of memory without harm to the service.
//   node tool.ts request.json                   answers one request on standard output
//   node tool.ts copy request.json reply.json   writes a layer to standard output, and the answer to a file
//   node tool.ts                                answers requests over the channel to its parent until that closes
import { readFileSync, writeFileSync } from 'node:fs';
import type { Answer } from './channel.ts';
import { copyOut } from './copy-out.ts';
import type { CopyRequest } from './copy-out.ts';
import type { ToolRequest } from './protocol.ts';
import { Refusal } from './refusal.ts';
import { perform } from './tasks.ts';

function answer<R>(work: () => R): Answer<R> {
  try {
    return { reply: work() };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { refusal: { kind: error.kind, code: error.code, message: error.message } };
  }
}

function read(file: string | undefined): unknown {
  return JSON.parse(readFileSync(file ?? '', 'utf8'));
}

const [first, request, reply] = process.argv.slice(2);
if (first === 'copy') {
  writeFileSync(reply ?? '', JSON.stringify(answer(() => copyOut(read(request) as CopyRequest))));
} else if (first) {
  process.stdout.write(JSON.stringify(answer(() => perform(read(first) as ToolRequest))));
} else {
  process.on('message', (asked: { id: number; request: ToolRequest }) => {
    let said: Answer;
    try {
      said = answer(() => perform(asked.request));
    } catch {
      said = { failed: true };
    }
    process.send?.({ id: asked.id, ...said });
  });
}
