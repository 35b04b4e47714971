/**
 * Loads the page anew and replaces the parts that are marked `data-live="<name>"`, or all of it. Islands, open details and the element
 * with the focus stay.
 */
export async function refresh(root: HTMLElement, options: { liveOnly: boolean }): Promise<void> {
  const answer = await fetch(window.location.href, { headers: { Accept: 'text/html' } });
  if (answer.redirected) {
    window.location.reload();
    return;
  }
  if (!answer.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const content = fresh.getElementById('server-content');
  if (!content) return;
  if (!options.liveOnly) {
    root.replaceChildren(...content.childNodes);
    return;
  }
  for (const part of root.querySelectorAll<HTMLElement>('[data-live]')) {
    const name = CSS.escape(part.dataset.live ?? '');
    const next = content.querySelector<HTMLElement>(`[data-live="${name}"]`);
    if (next && next.outerHTML !== part.outerHTML && !part.contains(document.activeElement))
      part.replaceWith(next);
  }
}
