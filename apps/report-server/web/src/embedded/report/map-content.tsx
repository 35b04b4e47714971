import type { FeatureCollection } from 'geojson';
import type { ReportServerSchemas } from '@cairn/contracts/client';
import { EmptyState, ErrorState, formatNumber, LoadingRows, notifyError, t, unwrap } from '@cairn/ui';
import { MapView, type Bbox, type FeatureLayer } from '@cairn/ui/map';
import { Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { reportServer } from '../../client.ts';
import type { EmbedAddress } from '../address.ts';
import type { Embedding } from '../use-embedding.ts';
import { givenParameters } from './fetch-document.ts';
import { printDocument } from './print-document.ts';
import { ReportHead } from './report-head.tsx';
import { useReportConfig } from './use-report-config.ts';

type ReportMap = ReportServerSchemas['EmbeddedMaps']['maps'][number];

interface Props {
  address: EmbedAddress;
  embedding: Embedding;
}

/** The maps of a report, to move and to look closer; printed and saved as the report draws them. */
export function MapContent({ address, embedding }: Props) {
  const { host, parameters, datasource, revision, report } = embedding;
  const { id: key } = address;
  const { config, isReady, isMissing } = useReportConfig(key, embedding);
  const answer = useQuery({
    queryKey: ['maps', key, parameters, datasource, revision],
    enabled: isReady,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      unwrap(
        reportServer.POST('/embed/api/reports/{key}/maps', {
          params: { path: { key } },
          body: {
            parameters: givenParameters(parameters),
            time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
            ...(datasource === null ? {} : { datasource }),
          },
          signal,
        }),
      ),
  });

  const error = config.error ?? answer.error;
  useEffect(() => {
    if (error) report(error);
  }, [error, report]);
  const maps = answer.data?.maps;
  useEffect(() => {
    if (maps) host.post({ type: 'loaded' });
  }, [maps, host]);

  if (!config.data) return error ? <ErrorState error={error} /> : <LoadingRows rows={4} />;
  const { title } = config.data;
  return (
    <>
      <ReportHead
        {...{ address, embedding, isMissing }}
        config={config.data}
        isRunning={answer.isFetching}
        onPrint={() => void printDocument({ key, parameters, datasource }).catch(notifyError)}
      />
      {answer.error && !isMissing && <ErrorState error={answer.error} retry={() => void answer.refetch()} />}
      {answer.isPending && !isMissing && <LoadingRows rows={4} />}
      {maps?.length === 0 && <EmptyState title={t('embedded.noMaps')} />}
      {!answer.error && !isMissing
        ? maps?.map((map, at) => <LiveMap key={at} map={map} title={map.title ?? title} />)
        : null}
    </>
  );
}

function LiveMap({ map, title }: { map: ReportMap; title: string }) {
  const { features, color_by: colorBy, extent } = map;
  const layers = useMemo<FeatureLayer[]>(
    () => [
      {
        ...{ id: 'features', title },
        data: features as unknown as FeatureCollection,
        ...(colorBy === null ? {} : { colorBy }),
      },
    ],
    [features, title, colorBy],
  );
  return (
    <>
      <MapView
        label={title}
        height={480}
        legend="strip"
        layers={layers}
        extent={(extent ?? undefined) as Bbox | undefined}
      />
      {features.truncated ? (
        <Text size="xs" c="dimmed" role="status">
          {t('embedded.mapCut', { number: formatNumber(features.features.length) })}
        </Text>
      ) : null}
    </>
  );
}
