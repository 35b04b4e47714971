import { Skeleton, VisuallyHidden } from '@mantine/core';
import { tui } from '@cairn/ui';
import classes from './home.module.css';

/** Placeholder for cards that are loading. */
export function CardSkeletons() {
  return (
    <div className={classes.grid} aria-busy="true">
      <VisuallyHidden role="status">{tui('state.loading')}</VisuallyHidden>
      {Array.from({ length: 6 }, (_, index) => (
        <Skeleton key={index} height={206} radius="lg" />
      ))}
    </div>
  );
}
