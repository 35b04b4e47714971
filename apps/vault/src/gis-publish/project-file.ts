import type { Crs, Extent, RasterDrawing, TechnicalInfo } from '@cairn/geo';
import { clampToWorld, unionExtents } from '@cairn/geo';
import { unprocessable } from '@cairn/service';
import { rasterNoData, rasterRenderer } from './raster-layer.ts';
import { DATA_FILES } from './types.ts';
import type { ProjectLayer } from './types.ts';
import { geometryKinds, vectorRenderer } from './vector-layer.ts';
import { escapeXml } from './xml.ts';

export interface ProjectFile {
  /** The QGIS project as XML. */
  xml: string;
  layers: ProjectLayer[];
}

interface MapLayer extends ProjectLayer {
  id: string;
  source: string;
  provider: 'gdal' | 'ogr';
  crs: Crs;
  extent: Extent | undefined;
  extentWgs84: Extent | undefined;
  /** Attributes of the element, and what it contains beside the parts that all layers have. */
  attributes: string;
  content: string;
}

/** The version whose format is written; later ones of QGIS read it. */
const QGIS_VERSION = '3.22.16';
/** EPSG codes in which every project is offered beside its own. */
const COMMON_SRIDS = [4326, 3857];
const MAX_LAYERS = 200;

/**
 * A project with the one layer of a GeoTIFF. `layerName`: the name that map programs know already.
 * @throws {AppError} unprocessable when it has no coordinate system
 */
export function rasterProject(
  title: string,
  info: TechnicalInfo,
  { drawing, layerName }: { drawing: RasterDrawing; layerName?: string | undefined },
): ProjectFile {
  const layer: MapLayer = {
    ...{ id: layerId(1), name: layerName ?? toLayerName(title, new Set()), title, provider: 'gdal' },
    source: `./${DATA_FILES.GTiff}`,
    crs: requireCrs(info.crs),
    extent: info.extent,
    extentWgs84: info.extentWgs84,
    attributes: 'type="raster"',
    content: `${rasterNoData(info.raster?.bands ?? [])}<pipe>${rasterRenderer(drawing)}</pipe>`,
  };
  return writeProject(title, [layer]);
}

/**
 * A project with the layers of a GeoPackage that have a geometry and a coordinate system. A layer of mixed geometries becomes one
 * layer for each kind.
 * @throws {AppError} unprocessable when no layer has both, or when a name cannot be written
 */
export function vectorProject(title: string, info: TechnicalInfo): ProjectFile {
  const names = new Set<string>();
  const layers: MapLayer[] = [];
  for (const layer of info.layers ?? []) {
    if (!layer.geometryColumn || !layer.crs) continue;
    if (/[|\0]/.test(layer.name)) {
      throw unprocessable(
        'gis.layer_name',
        'The name of a layer contains "|". Rename it and publish it again.',
      );
    }
    const kinds = geometryKinds(layer.geometryType);
    for (const kind of kinds) {
      const mixed = kinds.length > 1;
      const shown = mixed ? `${layer.name} (${kind.toLowerCase()}s)` : layer.name;
      layers.push({
        ...{ id: layerId(layers.length + 1), name: toLayerName(shown, names), title: shown, provider: 'ogr' },
        source: `./${DATA_FILES.GPKG}|layername=${layer.name}${mixed ? `|geometrytype=${kind}` : ''}`,
        crs: layer.crs,
        extent: layer.extent,
        extentWgs84: layer.extentWgs84,
        attributes: `type="vector" geometry="${kind}"`,
        content: vectorRenderer(kind, layers.length),
      });
    }
  }
  if (layers.length === 0 || layers.length > MAX_LAYERS) {
    throw unprocessable(
      'gis.no_layers',
      layers.length === 0
        ? 'No layer has both a geometry and a coordinate system. Set the coordinate system and publish it again.'
        : `The file has more than ${MAX_LAYERS} layers. Publish fewer.`,
    );
  }
  return writeProject(title, layers);
}

function requireCrs(crs: Crs | undefined): Crs {
  if (crs) return crs;
  throw unprocessable(
    'gis.no_crs',
    'The file has no coordinate system. Set its coordinate system and publish it again.',
  );
}

function writeProject(title: string, layers: MapLayer[]): ProjectFile {
  const srids = new Set([...layers.flatMap(({ crs }) => crs.srid ?? []), ...COMMON_SRIDS]);
  const first = layers[0]!;
  const world = unionExtents(layers.flatMap(({ extentWgs84 }) => (extentWgs84 ? [extentWgs84] : [])));
  // Without ProjectionsEnabled, QGIS ignores projectCrs and takes WMSExtent for degrees.
  const properties = `<SpatialRefSys><ProjectionsEnabled type="int">1</ProjectionsEnabled></SpatialRefSys>
  <WMSServiceCapabilities type="bool">true</WMSServiceCapabilities>
  <WMSServiceTitle type="QString">${escapeXml(title)}</WMSServiceTitle>
  <WMSCrsList type="QStringList">${[...srids].map((srid) => `<value>EPSG:${srid}</value>`).join('')}</WMSCrsList>
  <WMSUseLayerIDs type="bool">false</WMSUseLayerIDs>
  <WMSAddWktGeometry type="bool">false</WMSAddWktGeometry>
  <WMSImageQuality type="int">85</WMSImageQuality>
  <Paths><Absolute type="bool">false</Absolute></Paths>
  ${first.extent ? `<WMSExtent type="QStringList">${first.extent.map((value) => `<value>${value}</value>`).join('')}</WMSExtent>` : ''}`;
  const xml = `<!DOCTYPE qgis PUBLIC 'http://mrcc.com/qgis.dtd' 'SYSTEM'>
<qgis version="${QGIS_VERSION}" projectname="${escapeXml(title)}">
 <title>${escapeXml(title)}</title>
 <projectCrs>${spatialReference(first.crs)}</projectCrs>
 <layer-tree-group>${layers.map(treeEntry).join('')}</layer-tree-group>
 ${world ? `<mapcanvas name="theMapCanvas">${extentOf('extent', first.extent)}<destinationsrs>${spatialReference(first.crs)}</destinationsrs></mapcanvas>` : ''}
 <projectlayers>
${layers.map(mapLayer).join('\n')}
 </projectlayers>
 <layerorder>${layers.map(({ id }) => `<layer id="${id}"/>`).join('')}</layerorder>
 <properties>
  ${properties}
 </properties>
</qgis>
`;
  return { xml, layers: layers.map(({ name, title: shown }) => ({ name, title: shown })) };
}

function mapLayer(layer: MapLayer): string {
  const { id, name, title, source, provider, crs, extent, extentWgs84, attributes, content } = layer;
  return `  <maplayer ${attributes} hasScaleBasedVisibilityFlag="0">
   <id>${id}</id>
   <datasource>${escapeXml(source)}</datasource>
   <shortname>${name}</shortname>
   <layername>${escapeXml(title)}</layername>
   ${extentOf('extent', extent)}
   ${extentOf('wgs84extent', extentWgs84 && clampToWorld(extentWgs84))}
   <srs>${spatialReference(crs)}</srs>
   <provider${provider === 'ogr' ? ' encoding="UTF-8"' : ''}>${provider}</provider>
   ${content}
   <blendMode>0</blendMode>
  </maplayer>`;
}

/** The first layer of a file is drawn below the others. */
function treeEntry({ id, title, source, provider }: MapLayer): string {
  return `<layer-tree-layer id="${id}" name="${escapeXml(title)}" checked="Qt::Checked" expanded="1" providerKey="${provider}" source="${escapeXml(source)}"/>`;
}

function extentOf(element: string, extent: Extent | undefined): string {
  if (!extent) return '';
  const [west, south, east, north] = extent;
  return `<${element}><xmin>${west}</xmin><ymin>${south}</ymin><xmax>${east}</xmax><ymax>${north}</ymax></${element}>`;
}

/** QGIS 3.22 takes a system only by its WKT or PROJ text; the identifier alone leaves it undefined. */
function spatialReference({ wkt, proj4, srid }: Crs): string {
  const identifier = srid === undefined ? '' : `<authid>EPSG:${srid}</authid>`;
  const text =
    proj4 ?? (wkt === undefined && srid === 4326 ? '+proj=longlat +datum=WGS84 +no_defs' : undefined);
  return `<spatialrefsys nativeFormat="Wkt">${wkt === undefined ? '' : `<wkt>${escapeXml(wkt)}</wkt>`}${text === undefined ? '' : `<proj4>${escapeXml(text)}</proj4>`}${identifier}</spatialrefsys>`;
}

/** QGIS 3.22 finds a layer with an id of less than about ten characters nowhere in its tree of layers. */
function layerId(number: number): string {
  return `layer_of_project_${number}`;
}

/** A name for WMS requests that no other layer has. */
function toLayerName(title: string, taken: Set<string>): string {
  const plain = title
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 60);
  const base = /^[A-Za-z]/.test(plain) ? plain : `layer_${plain}`.replace(/_+$/, '');
  let name = base;
  for (let count = 2; taken.has(name.toLowerCase()); count += 1) name = `${base}_${count}`;
  taken.add(name.toLowerCase());
  return name;
}
