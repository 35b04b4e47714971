import { formatNumber } from '@cairn/ui';

const HECTARE = 10_000;
const SQUARE_KILOMETRE = 1_000_000;

/** Square metres as people read them: 1,250 km², 3.2 ha, 840 m². */
export function formatArea(squareMetres: number): string {
  if (squareMetres >= SQUARE_KILOMETRE) return `${rounded(squareMetres / SQUARE_KILOMETRE)} km²`;
  if (squareMetres >= HECTARE) return `${rounded(squareMetres / HECTARE)} ha`;
  return `${rounded(squareMetres)} m²`;
}

/** Metres as people read them: 1,250 km, 840 m. */
export function formatLength(metres: number): string {
  return metres >= 1_000 ? `${rounded(metres / 1_000)} km` : `${rounded(metres)} m`;
}

/** Four digits that count; large numbers whole. */
function rounded(value: number): string {
  return formatNumber(value >= 1_000 ? Math.round(value) : Number(value.toPrecision(4)));
}
