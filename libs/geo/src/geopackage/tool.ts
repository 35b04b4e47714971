// Runs in a process of its own behind the fence: `node tool.ts request.json`. It reads GeoPackages that anybody may have
// made, so it must be free to hang or run out of memory without harm to the service.
import { readFileSync } from 'node:fs';
import { readLayers } from './layers.ts';
import type { ToolRequest } from './protocol.ts';
import { takeSample } from './sample.ts';

const request = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as ToolRequest;
const reply = request.task === 'layers' ? { layers: readLayers(request.file) } : takeSample(request);
process.stdout.write(JSON.stringify(reply));
