import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { followChanges } from './follow-changes.ts';
import { NotFound } from '../page/not-found.tsx';
import type { Island } from './island.ts';
import { sendForms } from './send-forms.ts';

/** What the server rendered, moved into the shell, with the islands in it. */
export function ServerContent({ islands }: { islands: Record<string, Island> }) {
  const place = useRef<HTMLDivElement>(null);
  // The server sends none where there is no such page.
  const [isMissing] = useState(() => document.getElementById('server-content') === null);
  const [found, setFound] = useState<HTMLElement[]>([]);

  useLayoutEffect(() => {
    const content = document.getElementById('server-content');
    if (!content || !place.current) return;
    // The shell has a <main> of its own.
    place.current.append(...content.childNodes);
    document.getElementById('server-page')?.remove();
    showCurrentTabs(place.current);
    setFound(islandsIn(place.current));
  }, []);

  useEffect(() => {
    const root = place.current;
    if (!root) return;
    const onChange = () => setFound(islandsIn(root));
    const onNewContent = () => {
      showCurrentTabs(root);
      onChange();
    };
    const stops = [sendForms(root, onNewContent), followChanges(root, onChange)];
    return () => stops.forEach((stop) => stop());
  }, []);

  if (isMissing) return <NotFound />;
  return (
    <>
      <div ref={place} className="server-page" />
      {found.map((element) => {
        const Island = islands[element.dataset.island ?? ''];
        return Island && element.isConnected
          ? createPortal(<Island element={element} />, mountOf(element), element.dataset.islandKey)
          : null;
      })}
    </>
  );
}

function islandsIn(root: HTMLElement): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>('[data-island]')];
}

/** On narrow windows the tabs scroll sideways, and the current one may be among the last. */
function showCurrentTabs(root: HTMLElement): void {
  for (const list of root.querySelectorAll<HTMLElement>('.tabs')) {
    const tab = list.querySelector<HTMLElement>('[aria-current]');
    // Not scrollIntoView, which would scroll the page as well.
    if (tab) list.scrollLeft = tab.offsetLeft - list.offsetLeft - (list.clientWidth - tab.offsetWidth) / 2;
  }
}

/** A place of its own within the element, whose other content but its data is for browsers without scripts. */
function mountOf(element: HTMLElement): Element {
  const existing = element.querySelector(':scope > [data-island-mount]');
  if (existing) return existing;
  const mount = document.createElement('div');
  mount.dataset.islandMount = '';
  element.replaceChildren(...element.querySelectorAll(':scope > script'), mount);
  return mount;
}
