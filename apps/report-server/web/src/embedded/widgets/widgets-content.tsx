import { addMessages, ErrorState, LoadingRows, unwrap } from '@cairn/ui';
import { sendMapRequestsWith } from '@cairn/ui/map';
import { Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { reportServer } from '../../client.ts';
import { dashboardPageMessages } from '../../messages/en-dashboards.ts';
import { messages } from '../../messages/en.ts';
import { sessionHeaders } from '../session.ts';
import type { Embedding } from '../use-embedding.ts';
import { EmbeddedDashboard } from './embedded-dashboard.tsx';
import { EmbeddedView } from './embedded-view.tsx';
import { useLoaders } from './use-loaders.ts';

addMessages({ ...messages, ...dashboardPageMessages });
sendMapRequestsWith(sessionHeaders);

/** Id of the one widget of a view. */
const VIEW = 'view';

/** A saved view, or a dashboard. */
export function WidgetsContent({ embedding }: { embedding: Embedding }) {
  const { host, report, revision, viewer, parameters } = embedding;
  const { data, error } = useQuery({
    queryKey: ['content', revision],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => unwrap(reportServer.GET('/embed/api/content', { signal })),
  });
  const loaders = useLoaders(data, parameters, revision);
  useEffect(() => {
    if (error) report(error);
  }, [error, report]);
  useEffect(() => {
    if (data) host.post({ type: 'loaded' });
  }, [data, host]);
  if (!data) return error ? <ErrorState error={error} /> : <LoadingRows rows={4} />;
  if (Object.hasOwn(data.views, VIEW) && data.layout.length === 0) {
    return (
      <EmbeddedView
        title={data.title}
        view={data.views[VIEW] ?? null}
        embedding={embedding}
        loader={loaders(VIEW)}
      />
    );
  }
  return (
    <>
      {viewer.toolbar !== false && (
        <Text component="h1" fz="md" fw={620} pb="xs">
          {data.title}
        </Text>
      )}
      <EmbeddedDashboard content={data} embedding={embedding} loaders={loaders} />
    </>
  );
}
