import { readLayers } from './layers.ts';
import type { TaskName, Tasks, ToolRequest } from './protocol.ts';
import { takeSample } from './sample.ts';

type Task<T extends TaskName> = (request: Tasks[T]['request']) => Tasks[T]['reply'];

const tasks: { [T in TaskName]: Task<T> } = {
  layers: ({ file }) => ({ layers: readLayers(file) }),
  sample: takeSample,
};

/** Does one task; runs in the tool's process. */
export function perform(request: ToolRequest): Tasks[TaskName]['reply'] {
  return (tasks[request.task] as Task<TaskName>)(request as Tasks[TaskName]['request']);
}
