import type { Feature } from 'geojson';

/** What pages send to their scripts, which import these types from here: by the names of the elements that the scripts fill. */
export interface IslandData {
  'offered-values': OfferedValuesData;
  'layer-map': LayerMapData;
  'shapes-map': ShapesMapData;
}

export type OfferedValuesData = OfferedList & {
  /** Name of the form's field that they are for. */
  field: string;
};

/** What a field may be, as an action lists it. */
export interface OfferedList {
  list: 'projects' | 'geopackages';
  /** The first of them whose fields are all filled is sent. */
  requests: OfferRequest[];
}

export interface OfferRequest {
  /** Such as `server.php`. */
  action: string;
  /** Such as `list_projects`. */
  does: string;
  /** Fields of the form by the names under which they are sent. */
  fields: Record<string, string>;
  /** Names of those that may be blank. */
  optional?: string[];
  /** Values that fields of the form must have. */
  when?: Record<string, string>;
}

/** A layer whose rows the script asks `table_loader.php` for. */
export interface LayerMapData {
  projectId: number;
  table: string;
  geometryColumn: string;
  /** Of one column; null where rows have none. */
  key: string | null;
  columns: string[];
  /** Rows that look different, by their keys. */
  marks: LayerMark[];
  /** Rows that are not in the table any more. */
  lost: { title: string; features: Feature[] };
}

export interface LayerMark {
  id: string;
  title: string;
  keys: string[];
}

/** A few geometries of one row. */
export interface ShapesMapData {
  label: string;
  layers: ShapesMapLayer[];
}

export interface ShapesMapLayer {
  title: string;
  /** `before` is drawn as outlines, `after` filled. */
  look: 'before' | 'after';
  features: Feature[];
}
