import type { VaultSchemas } from '@cairn/contracts/client';

export type Filter = VaultSchemas['FilterInput'];
export type Dissolve = VaultSchemas['DissolveInput'];
export type Clip = VaultSchemas['ClipInput'];
export type BufferInput = VaultSchemas['BufferInput'];
export type ReprojectInput = VaultSchemas['ReprojectInput'];
export type SimplifyInput = VaultSchemas['SimplifyInput'];
export type SpatialJoinInput = VaultSchemas['SpatialJoinInput'];
export type IntersectInput = VaultSchemas['IntersectInput'];
export type CalculateInput = VaultSchemas['CalculateInput'];
export type CalculatedPreview = VaultSchemas['CalculatedPreview'];
export type Preview = VaultSchemas['DerivationPreview'];
export type Derived = VaultSchemas['Derived'];

/** A derivation as the contract describes it. */
export type Derivation =
  | { operation: 'filter'; filter: Filter }
  | { operation: 'dissolve'; dissolve: Dissolve }
  | { operation: 'clip'; clip: Clip }
  | { operation: 'buffer'; buffer: BufferInput }
  | { operation: 'reproject'; reproject: ReprojectInput }
  | { operation: 'simplify'; simplify: SimplifyInput }
  | { operation: 'spatial_join'; spatial_join: SpatialJoinInput }
  | { operation: 'intersect'; intersect: IntersectInput }
  | { operation: 'calculate'; calculate: CalculateInput };

export const OPERATIONS = [
  'filter',
  'dissolve',
  'clip',
  'buffer',
  'reproject',
  'simplify',
  'spatial_join',
  'intersect',
  'calculate',
] as const;
export type OperationName = (typeof OPERATIONS)[number];
