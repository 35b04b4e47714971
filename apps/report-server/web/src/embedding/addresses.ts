import { basePath } from '@cairn/ui';

/** Address of the embedding page with something chosen to embed. */
export function embeddingHref(chosen: { type: string; id: string; owner?: string }): string {
  return `${basePath()}/embedding?${new URLSearchParams(chosen)}`;
}
