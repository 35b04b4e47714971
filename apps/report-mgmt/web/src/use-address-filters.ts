import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';

interface ListState {
  q: string;
  cursor: string;
}

/**
 * Filters, search and page of a list, which are in the address. A page further down, or the `run` that is shown, is a step that Back
 * returns from; a filter or a search begins at the newest entry.
 */
export function useAddressFilters<Filters extends ListState>(read: (address: URLSearchParams) => Filters) {
  const [address, setAddress] = useSearchParams();
  const filters = read(address);

  function change(changed: Partial<Filters> & { run?: string }): void {
    const next = new URLSearchParams(window.location.search);
    const isStep = 'cursor' in changed || 'run' in changed;
    if (!isStep) next.delete('cursor');
    for (const [name, value] of Object.entries<string | undefined>(changed)) {
      if (value) next.set(name, value);
      else next.delete(name);
    }
    setAddress(next, { replace: !isStep, preventScrollReset: true });
  }

  // The table writes the search into the address itself.
  const lastSearch = useRef(filters.q);
  useEffect(() => {
    if (lastSearch.current === filters.q) return;
    lastSearch.current = filters.q;
    if (filters.cursor !== '') change({});
  });
  return { filters, change };
}
