import { useDebouncedValue } from '@mantine/hooks';
import { useApi } from '@cairn/ui';
import { vault, type PreviewConflict, type Version } from '../../client.ts';
import type { Derivation } from './derivation.ts';

const PAUSE_MS = 350;
const TOO_SLOW: PreviewConflict['code'] = 'vault.preview_too_slow';

/** What a derivation would give, asked once the typing pauses; an answer that came too late is cancelled on its way. */
export function usePreview({ dataset, version, id }: Version, derivation: Derivation | null) {
  const [settled] = useDebouncedValue(derivation, PAUSE_MS);
  const path = { name: dataset, version };
  const preview = useApi(
    ['derivation', id, settled],
    (signal) =>
      vault.POST('/datasets/{name}/versions/{version}/derive/preview', {
        params: { path },
        body: settled as Derivation,
        signal,
      }),
    { enabled: settled !== null, staleTime: Infinity, keepPrevious: true },
  );
  const isCurrent = JSON.stringify(settled) === JSON.stringify(derivation);
  const error = derivation !== null && isCurrent ? preview.error : null;
  return {
    /** Of the last derivation that could be tried out; it may be an older one while `counting`. */
    data: derivation === null || preview.error ? undefined : preview.data,
    /** Of this very derivation. */
    error,
    /** Only the preview takes too long; the result itself is created by a worker without that limit. */
    isTooSlow: error?.code === TOO_SLOW,
    counting: derivation !== null && (!isCurrent || preview.isFetching),
    retry: () => void preview.refetch(),
  };
}
