import type { VaultSchemas } from '@cairn/contracts/client';

export type Diff = VaultSchemas['Diff'];
export type Difference = Diff['differences'][number];
export type DifferenceKind = Difference['kind'];

export const KINDS = ['added', 'removed', 'changed'] as const satisfies DifferenceKind[];

/** A sign for each kind besides its colour, for colour-blind users. */
export const SIGNS: Record<DifferenceKind, string> = { added: '+', removed: '−', changed: '≠' };

/** Okabe and Ito's blue, vermilion and reddish purple; at night their lighter kin. */
export const COLORS: Record<'light' | 'dark', Record<DifferenceKind, string>> = {
  light: { added: '#0060a0', removed: '#b84300', changed: '#93397a' },
  dark: { added: '#6cc0f5', removed: '#ff9b63', changed: '#e79ccb' },
};

/** Names a difference in an address: its key is unique among those of its kind. */
export function differenceId({ kind, key }: Difference): string {
  return `${kind}:${key}`;
}
