import { useApi, useChange } from '@cairn/ui';
import { reportServer, type SavedView, type SavedViewInput } from '../../client.ts';

export const viewsKey = ['views'] as const;

/** The user's saved views. */
export function useViews() {
  const answer = useApi(viewsKey, (signal) => reportServer.GET('/api/v1/explorer/views', { signal }), {
    staleTime: 60_000,
  });
  return { ...answer, views: answer.data?.views };
}

export function useDeleteView(onDeleted: (view: SavedView) => void) {
  return useChange(
    (view: SavedView) =>
      reportServer.DELETE('/api/v1/explorer/views/{key}', { params: { path: { key: view.key } } }),
    { refresh: [[...viewsKey]], onDone: (_, view) => onDeleted(view) },
  );
}

export function saveView(body: SavedViewInput) {
  return reportServer.POST('/api/v1/explorer/views', { body });
}

/** A view as it is saved again, for Undo. */
export function toViewInput({
  title,
  description,
  kind,
  source,
  query,
  visual,
  key,
  is_default,
}: SavedView): SavedViewInput {
  return { title, description, kind, source, query, visual, key, is_default };
}
