import type { ComponentType } from 'react';

/** A component that is mounted in an element `data-island="<name>"` of a page; it reads the data of the element. */
export type Island = ComponentType<{ element: HTMLElement }>;

/** What the server sent for an island: the JSON in its element. */
export function islandData<Data>(element: HTMLElement): Data {
  const { textContent } = element.querySelector(':scope > script[type="application/json"]') as HTMLElement;
  return JSON.parse(textContent) as Data;
}
