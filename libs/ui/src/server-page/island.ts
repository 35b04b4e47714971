import type { ComponentType } from 'react';

/** A component that is mounted in an element `data-island="<name>"` of a page; it reads the data of the element. */
export type Island = ComponentType<{ element: HTMLElement }>;
