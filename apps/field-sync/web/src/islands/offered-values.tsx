import { useEffect, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { formatNumber, islandData, t } from '@cairn/ui';
import type { OfferedValuesData } from '../../../src/features/pages/island-data.ts';
import { fetchOffers } from './fetch-offers.ts';
import { fillRequest, sourcesOf, type FilledRequest } from './offer-request.ts';
import styles from './islands.module.css';

/** Providers list no more projects than that, or five times as many. */
const MAX_LISTED = 1_000;

/** Offers the values that an action lists for the field that the element is in, and says what becomes of the list. */
export function OfferedValues({ element }: { element: HTMLElement }) {
  const [offered] = useState(() => islandData<OfferedValuesData>(element));
  const { field, list } = offered;
  const id = `${field}-offers`;
  const request = useRequest(element, offered, id);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['offers', list, request],
    queryFn: ({ signal }) => fetchOffers(request!, { list, signal }),
    enabled: request !== null,
    ...{ retry: false, staleTime: Infinity, refetchOnWindowFocus: false },
  });
  const isEmpty = error !== null || data?.length === 0;
  return (
    <>
      <datalist id={id}>
        {data?.map((value) => (
          <option key={value}>{value}</option>
        ))}
      </datalist>
      <p role="status" className={styles.offers}>
        {isFetching && t(`offers.${list}.loading`)}
        {!isFetching && data && sentenceOf(list, data.length)}
        {!isFetching && error?.message}
      </p>
      {!isFetching && isEmpty && (
        <button type="button" className="button" onClick={() => void refetch()}>
          {t('offers.retry')}
        </button>
      )}
    </>
  );
}

function sentenceOf(list: OfferedValuesData['list'], count: number): string {
  if (count === 0) return t(`offers.${list}.none`);
  return list === 'projects' && count >= MAX_LISTED
    ? t('offers.projects.first', { total: formatNumber(count) })
    : t(`offers.${list}.found`, { count });
}

/**
 * What is asked for: each list is a call to the provider, so not before a blank field, the focus, or a change of what it depends on asks
 * for it. Null while the form is incomplete.
 */
function useRequest(
  element: HTMLElement,
  { field, requests }: OfferedValuesData,
  listId: string,
): FilledRequest | null {
  const [request, setRequest] = useState<FilledRequest | null>(null);
  useEffect(() => {
    const form = element.closest('form');
    const input = form?.elements.namedItem(field);
    if (!form || !(input instanceof HTMLInputElement)) return undefined;
    input.setAttribute('list', listId);
    const ask = () => setRequest(fillRequest(requests, new FormData(form)));
    const follow = () => {
      const next = fillRequest(requests, new FormData(form));
      // A login that someone is typing is not tried with each of its fields.
      const isDue = next !== null && !next.hasPassword;
      setRequest((last) => (isDue || JSON.stringify(last) === JSON.stringify(next) ? next : null));
    };
    const sources = sourcesOf(requests);
    const onChange = ({ target }: Event) => {
      if (target instanceof Element && sources.has(target.getAttribute('name') ?? '')) follow();
    };
    if (input.value === '') follow();
    form.addEventListener('change', onChange);
    input.addEventListener('focus', ask);
    return () => {
      form.removeEventListener('change', onChange);
      input.removeEventListener('focus', ask);
    };
  }, [element, field, requests, listId]);
  return request;
}
