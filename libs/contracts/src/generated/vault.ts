// Generated from openapi/*.yaml by libs/contracts/generate.ts; change the contract, not this file.

export interface paths {
  '/': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The list of datasets, as a page */
    get: operations['datasetListPage'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/upload': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Upload files, as a page */
    get: operations['uploadPage'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/shared/ui/{path}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * An asset that all services share (basemap, fonts, icons)
     * @description The path may have several segments.
     */
    get: operations['sharedAsset'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/projects/{id}/upload': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Create a dataset from a file, or add a version to one
     * @description The dataset takes its name from `dataset_name`, else from the file's name without its extension. When the dataset exists the file becomes its next version, for which its edit permission is needed. Answers 201 with JSON when the client accepts `application/json`, else 303 to the dataset's page.
     */
    post: operations['uploadToProject'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/projects/{id}/versions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The versions that were uploaded to a project, newest first */
    get: operations['listProjectVersions'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/datasets': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * All datasets with their versions
     * @description Takes no parameters; archived datasets are included.
     */
    get: operations['listDatasets'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/datasets-summary': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** One line for each dataset, for lists */
    get: operations['listDatasetSummaries'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/datasets/{name}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** One dataset, as a page */
    get: operations['datasetPage'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/datasets/{name}/upload': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Add a version to a dataset
     * @description Always answers with JSON. Bytes that equal those of the latest version make no new version: the answer has `unchanged: true` and names the version that holds them.
     */
    post: operations['uploadToDataset'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/datasets/{name}/versions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The versions of a dataset, newest first */
    get: operations['listDatasetVersions'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/datasets/{name}/thumbnail': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * A small picture drawn from the latest version's own data
     * @description 480 × 320 pixels, transparent where there is no data.
     */
    get: operations['datasetThumbnail'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/datasets/{name}/metadata': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** What people wrote about a dataset */
    get: operations['getDatasetMetadata'];
    put?: never;
    /**
     * Save what people write about a dataset
     * @description Replaces all seven fields: one that is absent becomes empty, a blank title becomes the dataset's name. `tags` and `keywords` take an array or one comma-separated string.
     */
    post: operations['saveDatasetMetadata'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/versions/{id}/download': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The uploaded file, byte for byte
     * @description Answers `Range` and `If-None-Match`; the ETag is the SHA-256 of the bytes.
     */
    get: operations['downloadVersion'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/metadata': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * What the file of a version says of itself
     * @description Read from the file when first asked, kept from then on.
     */
    get: operations['getTechnicalMetadata'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/preview': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * A bounded picture of a version for a map
     * @description Vectors: a GeoJSON FeatureCollection in WGS84 (longitude, latitude), at most `limit` features and about 4 MiB, simplified for the view, with properties. Foreign members say what was left out. Rasters: a PNG or JPEG in Web Mercator (EPSG:3857); the header `X-Bounds` holds its west, south, east and north in degrees. A raster without a coordinate reference system comes without `X-Bounds`, in its own pixels.
     */
    get: operations['preview'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/discovery': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The datasets that the caller may see, for the portal's catalog */
    get: operations['discover'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/jobs/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** How far the work on an uploaded version is */
    get: operations['getJob'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/health': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Alive; checks nothing else */
    get: operations['health'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    Error: {
      error: string;
    };
    /** @enum {string} */
    DatasetType: 'vector' | 'raster';
    /**
     * @description GDAL's name of the format
     * @enum {string}
     */
    Format: 'GPKG' | 'GeoJSON' | 'ESRI Shapefile' | 'GTiff';
    /** @description Smallest x, smallest y, largest x, largest y; west, south, east, north when in WGS84 */
    Extent: number[];
    Permissions: {
      view: boolean;
      edit: boolean;
      admin: boolean;
    };
    Version: {
      /** @description Id of the version; unique over all datasets */
      id: number;
      dataset: string;
      /** @description Number within the dataset, from 1 */
      version: number;
      latest: boolean;
      project_id: number;
      /** @description How it came to be: `upload` */
      operation: string;
      /** @description Id of the version that it was made from */
      parent_id?: number;
      label?: string;
      type: components['schemas']['DatasetType'];
      format: components['schemas']['Format'];
      /** @description Name of the file as it was uploaded */
      file_name: string;
      /** @description Bytes */
      size: number;
      /** @description SHA-256 of the bytes, lower-case hex */
      sha256: string;
      /** Format: date-time */
      created_at: string;
      /** @description Username */
      created_by?: string;
      created_by_id?: number;
    };
    DatasetListing: {
      name: string;
      title: string;
      type: components['schemas']['DatasetType'];
      latest_version: number;
      version_count: number;
      versions: components['schemas']['Version'][];
    };
    /** @description Optional fields that are empty are left out */
    DatasetSummary: {
      name: string;
      title: string;
      description?: string;
      tags?: string[];
      type: components['schemas']['DatasetType'];
      latest_version: number;
      latest_version_id: number;
      version_count: number;
      file_name: string;
      /** @description Bytes */
      file_size: number;
      format: components['schemas']['Format'];
      sha256: string;
      /** @description `file` */
      datasource_type?: string;
      /** @description Known once the latest version was inspected */
      extent_wgs84?: components['schemas']['Extent'];
      /** @description Of the first layer */
      geometry_type?: string;
      layer_count?: number;
      /** @description Over all layers */
      feature_count?: number;
      /** @description Username */
      owner?: string;
      owner_id?: number;
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      updated_at: string;
      /**
       * @description Public when everybody who may use the vault may see it
       * @enum {string}
       */
      visibility: 'public' | 'restricted';
      permissions: components['schemas']['Permissions'];
      archived: boolean;
      /** Format: date-time */
      archived_at?: string;
      folder_id?: number;
      /** @description Name of the folder */
      folder?: string;
    };
    DatasetMetadata: {
      name: string;
      title: string;
      description: string;
      tags: string[];
      citation: string;
      attribution: string;
      keywords: string[];
      notes: string;
      dataset_id?: number;
      owner?: string;
      owner_id?: number;
      /** Format: date-time */
      created_at?: string;
      /**
       * Format: date-time
       * @description When the metadata was last saved
       */
      updated_at?: string;
      updated_by?: string;
      archived: boolean;
      /** Format: date-time */
      archived_at?: string;
      folder_id?: number;
      folder?: string;
      permissions?: components['schemas']['Permissions'];
    };
    DatasetMetadataInput: {
      title?: string;
      description?: string;
      tags?: components['schemas']['WordList'];
      citation?: string;
      attribution?: string;
      keywords?: components['schemas']['WordList'];
      notes?: string;
    };
    WordList: string[] | string;
    IngestResult: {
      dataset: string;
      title: string;
      version: number;
      version_id: number;
      project_id: number;
      operation: string;
      type: components['schemas']['DatasetType'];
      format: components['schemas']['Format'];
      file_name: string;
      /** @description Bytes */
      size: number;
      sha256: string;
      /** @description The latest version holds these very bytes; no version was made */
      unchanged: boolean;
      /** @description The dataset is new */
      created: boolean;
      /** @description Layers of a vector file; empty for a raster */
      layers: {
        name: string;
        geometry_type?: string;
        feature_count?: number;
        srid?: number;
      }[];
      /** @description Sentences worth reading */
      warnings: string[];
      /** @description Follow it at /api/jobs/{id}; absent when nothing changed */
      job_id?: string;
      /** @description Path of the dataset's page, with the base path */
      url: string;
    };
    Crs: {
      name: string;
      /** @description EPSG code, where it has one */
      srid?: number;
      authority?: string;
      code?: string;
      /** @enum {string} */
      kind?: 'geographic' | 'projected' | 'other';
      unit?: string;
      wkt?: string;
      /** @description The file names none; WGS84 was assumed from its coordinates */
      assumed?: boolean;
    };
    Field: {
      name: string;
      /** @enum {string} */
      type: 'boolean' | 'integer' | 'real' | 'text' | 'date' | 'datetime' | 'time' | 'binary';
      width?: number;
      nullable?: boolean;
      /** @description As the file spells it */
      native_type?: string;
    };
    Layer: {
      name: string;
      /** @description Point, LineString, Polygon, MultiPoint, MultiLineString, MultiPolygon, Geometry, … */
      geometry_type: string;
      has_z?: boolean;
      has_m?: boolean;
      feature_count: number;
      srid?: number;
      crs?: components['schemas']['Crs'];
      extent?: components['schemas']['Extent'];
      extent_wgs84?: components['schemas']['Extent'];
      geometry_column?: string;
      fid_column?: string;
      fields: components['schemas']['Field'][];
    };
    Band: {
      band: number;
      /** @description GDAL's name, such as Byte or Float32 */
      data_type: string;
      color_interpretation: string;
      description?: string;
      unit?: string;
      /** @description A number, or `nan` */
      nodata?: number | string;
      minimum?: number;
      maximum?: number;
      mean?: number;
      std_dev?: number;
      statistics_approximate?: boolean;
      block_size?: number[];
      /** @description Width and height of each */
      overviews?: number[][];
      color_table_entries?: number;
    };
    Raster: {
      /** @description Pixels */
      width: number;
      /** @description Pixels */
      height: number;
      band_count: number;
      /** @description x and y, in units of the CRS */
      pixel_size?: number[];
      compression?: string;
      interleave?: string;
      bands: components['schemas']['Band'][];
    };
    TechnicalMetadata: {
      dataset: string;
      version: number;
      version_id: number;
      type: components['schemas']['DatasetType'];
      format: components['schemas']['Format'];
      file_name: string;
      file_size: number;
      sha256: string;
      /** Format: date-time */
      extracted_at: string;
      warnings: string[];
      /** @description Of the raster or the first layer */
      srid?: number;
      crs?: components['schemas']['Crs'];
      /** @description In the units of `crs` */
      extent?: components['schemas']['Extent'];
      extent_wgs84?: components['schemas']['Extent'];
      /** @description Over all layers; vectors only */
      feature_count?: number;
      /** @description Vectors only */
      layers?: components['schemas']['Layer'][];
      /** @description Rasters only */
      raster?: components['schemas']['Raster'];
    };
    /** @description A GeoJSON FeatureCollection (RFC 7946) with foreign members */
    PreviewCollection: {
      /** @constant */
      type: 'FeatureCollection';
      features: {
        /** @constant */
        type: 'Feature';
        id?: number | string;
        geometry: {
          [key: string]: unknown;
        } | null;
        properties: {
          [key: string]: unknown;
        } | null;
      }[];
      /** @description Name of the layer that is shown */
      layer: string;
      /** @description Names of all layers */
      layers: string[];
      /** @description Every feature of the view is there; false when it is a sample */
      complete: boolean;
      /** @description Lines and outlines were thinned for the view */
      simplified: boolean;
      /** @description Features in the view */
      total: number;
      returned: number;
      /** @description Of the whole layer, in WGS84 */
      bbox?: components['schemas']['Extent'];
    };
    DiscoveryItem: {
      /** @description The dataset's name */
      id: string;
      title: string;
      description: string;
      /** @description Path of the dataset's page, with the base path */
      url: string;
      thumbnail?: string;
      /** @description `vector` or `raster` */
      category: string;
      tags?: string[];
      /** Format: date-time */
      updated_at?: string;
      owner?: string;
      bbox?: components['schemas']['Extent'];
    };
    Job: {
      id: string;
      /** @description `version.inspect` */
      kind: string;
      /** @enum {string} */
      status: 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled';
      /** @description 0 to 100 */
      progress: number;
      /** @description What is being done, in a sentence */
      stage?: string;
      /** @description Why it failed */
      error?: string;
      dataset?: string;
      version_id?: number;
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      finished_at?: string;
    };
  };
  responses: {
    /** @description The page */
    Page: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'text/html': string;
      };
    };
    /** @description No login; go to the portal's sign-in page */
    SignIn: {
      headers: {
        Location?: string;
        [name: string]: unknown;
      };
      content?: never;
    };
    /** @description What went wrong, as a page */
    ErrorPage: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'text/html': string;
      };
    };
    /** @description What went wrong, in one sentence */
    TextError: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'text/plain': string;
      };
    };
    /** @description What went wrong and what to do, in one sentence */
    Error: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description Stored as an immutable version */
    Ingested: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['IngestResult'];
      };
    };
  };
  parameters: {
    /** @description Name of a dataset */
    DatasetName: string;
    /** @description Name of a dataset */
    DatasetQuery: string;
    /** @description Number of the version within the dataset, from 1 */
    VersionQuery: number;
    /** @description Id of the project */
    ProjectId: number;
    /** @description Folder for a new dataset, a positive integer; anything else is ignored. The form field wins. */
    FolderIdForUpload: string;
  };
  requestBodies: {
    /** @description One file: `.gpkg`, `.geojson`, `.json`, `.zip` (a shapefile with its `.shp`, `.dbf` and `.shx`), `.tif` or `.tiff`. Fields that come before the file are known before its bytes are read; put them first. */
    Upload: {
      content: {
        'multipart/form-data': {
          /** Format: binary */
          file: string;
          dataset_name?: string;
          folder_id?: string;
        };
      };
    };
  };
  headers: never;
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  datasetListPage: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['Page'];
      303: components['responses']['SignIn'];
      403: components['responses']['ErrorPage'];
      500: components['responses']['ErrorPage'];
      503: components['responses']['ErrorPage'];
    };
  };
  uploadPage: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['Page'];
      303: components['responses']['SignIn'];
      403: components['responses']['ErrorPage'];
      500: components['responses']['ErrorPage'];
      503: components['responses']['ErrorPage'];
    };
  };
  sharedAsset: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        path: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The asset */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          '*/*': string;
        };
      };
      /** @description Part of the asset */
      206: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Unchanged since the client fetched it */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['TextError'];
      404: components['responses']['TextError'];
      500: components['responses']['TextError'];
    };
  };
  uploadToProject: {
    parameters: {
      query?: {
        /** @description Folder for a new dataset, a positive integer; anything else is ignored. The form field wins. */
        folder_id?: components['parameters']['FolderIdForUpload'];
        /** @description Name of the dataset; the form field of the same name wins */
        dataset_name?: string;
      };
      header?: never;
      path: {
        /** @description Id of the project */
        id: components['parameters']['ProjectId'];
      };
      cookie?: never;
    };
    requestBody: components['requestBodies']['Upload'];
    responses: {
      201: components['responses']['Ingested'];
      /** @description Stored; go to the dataset's page */
      303: {
        headers: {
          Location?: string;
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['Error'];
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      409: components['responses']['Error'];
      413: components['responses']['Error'];
      422: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  listProjectVersions: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the project */
        id: components['parameters']['ProjectId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Versions of the datasets that the caller may see */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Version'][];
        };
      };
      400: components['responses']['Error'];
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  listDatasets: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The datasets that the caller may see, by name, each with its versions newest first */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            datasets: components['schemas']['DatasetListing'][];
          };
        };
      };
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  listDatasetSummaries: {
    parameters: {
      query?: {
        /** @description `vector` or `raster`, in any case */
        type?: string;
        /** @description A positive integer; anything else is ignored */
        folder_id?: string;
        /** @description `only`, `true` or `1`: archived alone; `include` or `all`: both; otherwise active alone */
        archived?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Summaries of the datasets that the caller may see, last changed first */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DatasetSummary'][];
        };
      };
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  datasetPage: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Name of a dataset */
        name: components['parameters']['DatasetName'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['Page'];
      303: components['responses']['SignIn'];
      401: components['responses']['ErrorPage'];
      403: components['responses']['ErrorPage'];
      404: components['responses']['ErrorPage'];
      500: components['responses']['ErrorPage'];
      503: components['responses']['ErrorPage'];
    };
  };
  uploadToDataset: {
    parameters: {
      query?: {
        /** @description Folder for a new dataset, a positive integer; anything else is ignored. The form field wins. */
        folder_id?: components['parameters']['FolderIdForUpload'];
      };
      header?: never;
      path: {
        /** @description Name of a dataset */
        name: components['parameters']['DatasetName'];
      };
      cookie?: never;
    };
    requestBody: components['requestBodies']['Upload'];
    responses: {
      201: components['responses']['Ingested'];
      400: components['responses']['Error'];
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      409: components['responses']['Error'];
      413: components['responses']['Error'];
      422: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  listDatasetVersions: {
    parameters: {
      query?: {
        /** @description Accepted; a dataset's name is enough to find it */
        folder_id?: string;
      };
      header?: never;
      path: {
        /** @description Name of a dataset */
        name: components['parameters']['DatasetName'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The versions */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            dataset: string;
            versions: components['schemas']['Version'][];
          };
        };
      };
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  datasetThumbnail: {
    parameters: {
      query?: {
        /** @description Anything; with it in the address a browser may keep the picture for a day */
        v?: string;
      };
      header?: never;
      path: {
        /** @description Name of a dataset */
        name: components['parameters']['DatasetName'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The picture; the ETag changes with the version */
      200: {
        headers: {
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          'image/webp': string;
        };
      };
      /** @description Unchanged since the client fetched it */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      404: components['responses']['Error'];
      422: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  getDatasetMetadata: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Name of a dataset */
        name: components['parameters']['DatasetName'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The metadata; defaults where nobody wrote any */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DatasetMetadata'];
        };
      };
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  saveDatasetMetadata: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Name of a dataset */
        name: components['parameters']['DatasetName'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['DatasetMetadataInput'];
      };
    };
    responses: {
      /** @description The metadata as saved */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DatasetMetadata'];
        };
      };
      400: components['responses']['Error'];
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  downloadVersion: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of a version; anything that names none is a 404 */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The whole file */
      200: {
        headers: {
          'Content-Disposition'?: string;
          'Content-Length'?: number;
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          'application/octet-stream': string;
        };
      };
      /** @description The bytes that `Range` asked for */
      206: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/octet-stream': string;
        };
      };
      /** @description The client has these bytes */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      404: components['responses']['Error'];
      416: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  getTechnicalMetadata: {
    parameters: {
      query: {
        /** @description Name of a dataset */
        dataset: components['parameters']['DatasetQuery'];
        /** @description Number of the version within the dataset, from 1 */
        version: components['parameters']['VersionQuery'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Layers and fields of a vector file, bands of a raster */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TechnicalMetadata'];
        };
      };
      400: components['responses']['Error'];
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      404: components['responses']['Error'];
      422: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  preview: {
    parameters: {
      query: {
        /** @description Name of a dataset */
        dataset: components['parameters']['DatasetQuery'];
        /** @description Number of the version within the dataset, from 1 */
        version: components['parameters']['VersionQuery'];
        /** @description Name of a layer of a vector file; by default the first. Ignored for rasters. */
        layer?: string;
        /** @description `west,south,east,north` in degrees; only features that touch it, simplified for it. Vectors only. */
        bbox?: string;
        /** @description Most features to return; vectors only */
        limit?: number;
        /** @description Width of the view in pixels: how finely vectors are drawn, how wide a raster's picture is at most */
        width?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The preview */
      200: {
        headers: {
          /** @description Rasters only; `west,south,east,north` of the picture in degrees */
          'X-Bounds'?: string;
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          'application/geo+json': components['schemas']['PreviewCollection'];
          'image/png': string;
          'image/jpeg': string;
        };
      };
      /** @description Unchanged since the client fetched it */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['Error'];
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      404: components['responses']['Error'];
      422: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  discover: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Discovery items */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            service: 'vault';
            /** @constant */
            resource_type: 'vault_dataset';
            items: components['schemas']['DiscoveryItem'][];
          };
        };
      };
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  getJob: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The job */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Job'];
        };
      };
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      404: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  health: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Alive */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            status: 'ok';
          };
        };
      };
    };
  };
}
