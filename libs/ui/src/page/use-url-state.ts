import { useCallback } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';

/** A value of the page that lives in the address. The empty string takes it out of there. */
export function useUrlState(name: string, fallback = ''): [string, (value: string) => void] {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const setValue = useCallback(
    (next: string) => {
      // read from the window: two changes in one event must not undo each other
      const changed = new URLSearchParams(window.location.search);
      if (next === '' || next === fallback) changed.delete(name);
      else changed.set(name, next);
      const search = changed.size > 0 ? `?${changed}` : '';
      void navigate({ pathname, search }, { replace: true, preventScrollReset: true });
    },
    [navigate, pathname, name, fallback],
  );
  return [params.get(name) ?? fallback, setValue];
}
