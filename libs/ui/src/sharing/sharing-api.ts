import { useQuery } from '@tanstack/react-query';
import type { ApiError } from '../api/api-error.ts';
import { requestJson } from '../api/request.ts';
import { portalPath } from '../boot/base-path.ts';
import { tui } from '../i18n.ts';

export type Level = 'view' | 'edit' | 'admin';

/** A resource of any service, as the portal knows it. */
export interface SharedResource {
  type: string;
  key: string;
}

export interface Sharing {
  display_name: string;
  version: string;
  visibility: 'private' | 'public';
  service_is_public: boolean;
  owner: { user_id: number; username: string } | null;
  people: { user_id: number; username: string; level: Level }[];
  groups: { group_id: number; group_name: string; level: Level }[];
  group_choices: { group_id: number; group_name: string }[];
}

export interface PersonName {
  user_id: number;
  username: string;
}

interface Explanation {
  summary: string;
  reasons: { sentence: string }[];
}

const MIN_SEARCH_LENGTH = 2;

function accessPath({ type, key }: SharedResource): string {
  return `${portalPath()}/api/resources/${encodeURIComponent(type)}/${encodeURIComponent(key)}/access`;
}

export function useSharing(resource: SharedResource) {
  return useQuery<Sharing, ApiError>({
    queryKey: ['cairn', 'sharing', resource.type, resource.key],
    queryFn: ({ signal }) => requestJson<Sharing>(accessPath(resource), { signal }),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
}

/** Saves exactly these people and groups; 409 when the access was changed in the meantime. */
export function saveSharing(resource: SharedResource, sharing: Sharing): Promise<Sharing> {
  const { version, visibility, people, groups } = sharing;
  const body = {
    version,
    visibility,
    people: people.map(({ user_id, level }) => ({ user_id, level })),
    groups: groups.map(({ group_id, level }) => ({ group_id, level })),
  };
  return requestJson<Sharing>(accessPath(resource), { method: 'PUT', body: JSON.stringify(body) });
}

export function usePeople(text: string) {
  const q = text.trim();
  return useQuery<PersonName[], ApiError>({
    queryKey: ['cairn', 'people', q],
    queryFn: async ({ signal }) => {
      const address = `${portalPath()}/api/people?q=${encodeURIComponent(q)}`;
      return (await requestJson<{ items: PersonName[] }>(address, { signal })).items;
    },
    enabled: q.length >= MIN_SEARCH_LENGTH,
    placeholderData: (previous) => previous,
  });
}

/** What a search field says when it has no results: type more, the error of the search, or that nothing matches. */
export function noResults(text: string, error: ApiError | null): string {
  if (text.trim().length < MIN_SEARCH_LENGTH) return tui('sharing.typeMore');
  return error?.message ?? tui('sharing.nobody');
}

export function useExplanation(resource: SharedResource, userId: number | null) {
  return useQuery<Explanation, ApiError>({
    queryKey: ['cairn', 'sharing', resource.type, resource.key, 'explain', userId],
    queryFn: ({ signal }) =>
      requestJson<Explanation>(`${accessPath(resource)}/explain?user_id=${userId}`, { signal }),
    enabled: userId !== null,
    gcTime: 0,
  });
}
