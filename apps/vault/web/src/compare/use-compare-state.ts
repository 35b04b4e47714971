import { useMediaQuery } from '@mantine/hooks';
import { useUrlState } from '@cairn/ui';
import type { Version } from '../client.ts';
import { useAddress } from '../dataset/use-address.ts';
import { KINDS, type DifferenceKind } from './difference-kinds.ts';

export type Layout = 'swipe' | 'side';

export interface CompareState {
  left: Version;
  right: Version;
  layer: string;
  key: string;
  kind: DifferenceKind | '';
  page: number;
  /** The selected difference. */
  feature: string;
  layout: Layout;
  change: (changes: Record<string, string>) => void;
}

/** Belongs to the list that is shown, not to the next one. */
export const LIST_STATE = { kind: '', page: '', feature: '' };

/** What is compared and how it is shown, kept in the URL. */
export function useCompareState(versions: Version[]): CompareState {
  const [leftText] = useUrlState('left');
  const [rightText] = useUrlState('right');
  const [layer] = useUrlState('layer');
  const [key] = useUrlState('key');
  const [kind] = useUrlState('kind');
  const [page] = useUrlState('page');
  const [feature] = useUrlState('feature');
  const narrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  const [layout] = useUrlState('layout');
  const change = useAddress();
  const numbered = (text: string) => versions.find(({ version }) => String(version) === text);
  return {
    left: numbered(leftText) ?? (versions[1] as Version),
    right: numbered(rightText) ?? (versions[0] as Version),
    layer,
    key,
    kind: KINDS.find((each) => each === kind) ?? '',
    page: Math.max(1, Math.trunc(Number(page)) || 1),
    feature,
    layout: layout === 'swipe' || layout === 'side' ? layout : narrow ? 'side' : 'swipe',
    change,
  };
}
