import { useCallback } from 'react';
import { useNavigate } from 'react-router';

/** Belongs to the table that is shown, not to the next one. */
export const TABLE_STATE = { q: '', sort: '', page: '', filters: '', hide: '', group: '' };

/** Changes several values of the address in one step; an empty one leaves it. */
export function useAddress(): (changes: Record<string, string>) => void {
  const navigate = useNavigate();
  return useCallback(
    (changes) => {
      const params = new URLSearchParams(window.location.search);
      for (const [name, value] of Object.entries(changes)) {
        if (value === '') params.delete(name);
        else params.set(name, value);
      }
      void navigate({ search: params.toString() }, { replace: true, preventScrollReset: true });
    },
    [navigate],
  );
}
