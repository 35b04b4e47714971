import type { GisPublishSchemas } from '@cairn/contracts';
import type { Generation, Project } from './types.ts';

type Status = GisPublishSchemas['Project']['runtime_status'];

export function toProjectBody(project: Project, status: Status): GisPublishSchemas['Project'] {
  const { id, name, createdAt, updatedAt, runtime } = project;
  return {
    ...{ id, name, created_at: createdAt, updated_at: updatedAt },
    render_mode: runtime.renderMode,
    runtime_status: status,
    ...(runtime.source === undefined ? {} : { source: runtime.source }),
    layers: runtime.layers,
  };
}

export function toListedProjectBody(project: Project, status: Status): GisPublishSchemas['ListedProject'] {
  return { ...toProjectBody(project, status), snapshot_count: project.snapshots.length };
}

/** The runtime, which is version 0, and the snapshots, the newest first. */
export function toVersionBodies({ runtime, snapshots }: Project): GisPublishSchemas['ProjectVersion'][] {
  const toBody = (version: number, { createdAt, sizeBytes }: Generation) => ({
    version,
    created_at: createdAt,
    size_bytes: sizeBytes,
    is_runtime: version === 0,
  });
  return [toBody(0, runtime), ...snapshots.toReversed().map((each) => toBody(each.version, each))];
}
