import { esriGeometryKind } from '@cairn/geo';
import type { EsriField } from '@cairn/geo';
import { ServiceError } from './errors.ts';
import type { ServiceClient } from './service-client.ts';
import type { FeatureService, ServiceLayer } from './types.ts';

const MAX_LAYERS = 200;
const PARALLEL = 4;

interface ServiceBody {
  layers?: { id: number }[];
  tables?: { id: number }[];
  capabilities?: string;
  maxRecordCount?: number;
  supportedQueryFormats?: string;
}

interface SpatialReference {
  wkid?: number;
  latestWkid?: number;
}

/** What is used of the description of a layer (Esri's REST API, "Layer (Feature Service)"). */
interface LayerBody {
  id?: number;
  name?: string;
  type?: string;
  geometryType?: string;
  hasZ?: boolean;
  hasM?: boolean;
  fields?: EsriField[];
  objectIdField?: string;
  uniqueIdInfo?: { OIDFieldContainsHashValue?: boolean; fields?: { name: string }[] };
  capabilities?: string;
  maxRecordCount?: number;
  supportsPagination?: boolean;
  supportsStatistics?: boolean;
  supportedQueryFormats?: string;
  advancedQueryCapabilities?: { supportsPagination?: boolean; supportsStatistics?: boolean };
  extent?: { spatialReference?: SpatialReference };
  sourceSpatialReference?: SpatialReference;
  typeIdField?: string;
  types?: { id: string | number; name: string }[];
}

/** Reads the description of a service and of its layers, or of the one layer that the address names. */
export async function openService(client: ServiceClient): Promise<FeatureService> {
  const { address } = client;
  const service = await client.json<ServiceBody>('');
  const listed = [...(service.layers ?? []), ...(service.tables ?? [])].map(({ id }) => id);
  if (listed.length === 0 && !Array.isArray(service.layers) && !Array.isArray(service.tables)) {
    throw new ServiceError(200, 'not_a_feature_service', 'The address does not describe a feature service.');
  }
  const ids = address.layerId === null ? listed : listed.filter((id) => id === address.layerId);
  if (ids.length === 0 && address.layerId !== null) {
    throw new ServiceError(404, 'no_such_layer', `The service has no layer ${address.layerId}.`);
  }
  if (ids.length > MAX_LAYERS) {
    throw new ServiceError(
      200,
      'too_many_layers',
      `The service has ${ids.length} layers, and ${MAX_LAYERS} is the maximum. Enter the address of one layer, with its number at the end.`,
    );
  }
  const layers = await inGroups(ids, async (id) =>
    toLayer(id, await client.json<LayerBody>(`/${id}`), service),
  );
  return { ...address, layers };
}

/** Results in the order of the items, a few items at a time: it is somebody else's server. */
export async function inGroups<T, R>(items: T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let i = 0; i < items.length; i += PARALLEL) {
    results.push(...(await Promise.all(items.slice(i, i + PARALLEL).map(work))));
  }
  return results;
}

/** The number of features of a layer. */
export async function countFeatures(
  client: ServiceClient,
  { id }: Pick<ServiceLayer, 'id'>,
): Promise<number> {
  const parameters = { where: '1=1', returnCountOnly: true };
  const { count } = await client.json<{ count?: number }>(`/${id}/query`, parameters);
  if (Number.isSafeInteger(count) && count! >= 0) return count!;
  throw new ServiceError(200, 'no_count', 'The service does not say how many features a layer has.');
}

function toLayer(id: number, layer: LayerBody, service: ServiceBody): ServiceLayer {
  const fields = (layer.fields ?? []).filter(
    (field) => typeof field?.name === 'string' && typeof field.type === 'string',
  );
  const objectIdField =
    layer.objectIdField || fields.find(({ type }) => type === 'esriFieldTypeOID')?.name || null;
  const geometryType = layer.geometryType || null;
  const formats = (layer.supportedQueryFormats ?? service.supportedQueryFormats ?? 'JSON').toLowerCase();
  const advanced = layer.advancedQueryCapabilities;
  const capabilities = layer.capabilities ?? service.capabilities;
  const { wkid, latestWkid } = layer.sourceSpatialReference ?? layer.extent?.spatialReference ?? {};
  const type = layer.type ?? (geometryType === null ? 'Table' : 'Feature Layer');
  return {
    id,
    name: layer.name ?? `Layer ${id}`,
    type,
    geometryType,
    kind: geometryType === null ? null : esriGeometryKind(geometryType),
    hasZ: layer.hasZ === true,
    hasM: layer.hasM === true,
    fields: describeTypes(fields, layer),
    objectIdField,
    hasHashedIds: layer.uniqueIdInfo?.OIDFieldContainsHashValue === true,
    uniqueIdFields: layer.uniqueIdInfo?.fields?.map(({ name }) => name) ?? [],
    supportsQuery:
      fields.length > 0 && (capabilities === undefined || /\b(Query|Data)\b/i.test(capabilities)),
    supportsPagination: advanced?.supportsPagination ?? layer.supportsPagination ?? false,
    supportsStatistics: advanced?.supportsStatistics ?? layer.supportsStatistics ?? false,
    supportsPbf: /\bpbf\b/.test(formats),
    supportsJson: /(^|[ ,])json\b/.test(formats),
    maxRecordCount: layer.maxRecordCount ?? service.maxRecordCount ?? null,
    wkids: [latestWkid, wkid].filter((each): each is number => Number.isInteger(each) && each! > 0),
  };
}

/** The names of subtypes are in the description of the layer; with them, their numbers read like a coded value. */
function describeTypes(fields: EsriField[], { typeIdField, types }: LayerBody): EsriField[] {
  if (!typeIdField || !types?.length) return fields;
  const codedValues = types.map(({ id, name }) => ({ code: id, name }));
  return fields.map((field) =>
    field.name.toLowerCase() === typeIdField.toLowerCase() && !field.domain
      ? { ...field, domain: { type: 'codedValue', codedValues } }
      : field,
  );
}
