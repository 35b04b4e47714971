// Runs in a process of its own behind the fence. It reads GeoPackages that anybody may have made, so it must be free to
// hang or run out of memory without harm to the service.
//   node tool.ts request.json   answers one request on standard output
//   node tool.ts                answers requests over the channel to its parent until that closes
import { readFileSync } from 'node:fs';
import type { Answer } from './channel.ts';
import type { ToolRequest } from './protocol.ts';
import { Refusal } from './refusal.ts';
import { perform } from './tasks.ts';

function answer(request: ToolRequest): Answer {
  try {
    return { reply: perform(request) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { refusal: { kind: error.kind, code: error.code, message: error.message } };
  }
}

const file = process.argv[2];
if (file) process.stdout.write(JSON.stringify(answer(JSON.parse(readFileSync(file, 'utf8')) as ToolRequest)));
else {
  process.on('message', ({ id, request }: { id: number; request: ToolRequest }) => {
    let said: Answer;
    try {
      said = answer(request);
    } catch {
      said = { failed: true };
    }
    process.send?.({ id, ...said });
  });
}
