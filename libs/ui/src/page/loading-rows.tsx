import { Skeleton, VisuallyHidden } from '@mantine/core';
import { tui } from '../i18n.ts';

interface Props {
  rows?: number;
  /** Height of a row in pixels. */
  height?: number;
}

/** Skeleton of a list while it loads. */
export function LoadingRows({ rows = 6, height = 40 }: Props) {
  return (
    <div aria-busy="true" style={{ display: 'grid', gap: 8 }}>
      <VisuallyHidden role="status">{tui('state.loading')}</VisuallyHidden>
      {Array.from({ length: rows }, (_, index) => (
        <Skeleton key={index} height={height} radius="md" style={{ opacity: 1 - index / (rows + 2) }} />
      ))}
    </div>
  );
}
