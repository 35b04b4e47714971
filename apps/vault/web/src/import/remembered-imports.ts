export interface RememberedImport {
  way: 'url' | 's3';
  /** What was filled in, without secrets. */
  values: Record<string, unknown>;
}

// In memory alone: an address may hold a key, and nothing of it outlives the page.
const remembered = new Map<string, RememberedImport>();

/** Keeps what was filled in for an import, so that it can be tried again without typing. */
export function rememberImport(jobId: string, request: RememberedImport): void {
  remembered.set(jobId, request);
}

export function rememberedImport(jobId: string): RememberedImport | undefined {
  return remembered.get(jobId);
}
