import { formatBytes, formatNumber } from './format.ts';

interface Props {
  bytes: number | null | undefined;
}

/** A size in binary units; the exact count of bytes on hover. */
export function FileSize({ bytes }: Props) {
  if (bytes === null || bytes === undefined) return <span aria-hidden>–</span>;
  return (
    <span className="numeric" title={`${formatNumber(bytes)} bytes`} style={{ whiteSpace: 'nowrap' }}>
      {formatBytes(bytes)}
    </span>
  );
}
