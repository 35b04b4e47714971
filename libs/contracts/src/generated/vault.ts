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
    /** Delete an archived dataset with all its versions */
    delete: operations['deleteDataset'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/limits': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** What the vault accepts at most */
    get: operations['readLimits'];
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
  '/api/folders': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Folders that the caller may open */
    get: operations['listFolders'];
    put?: never;
    /**
     * Create a folder
     * @description A folder without a group is open to everybody who may use the vault; with one, to its members, its owner and administrators. The group must be one of the caller's, unless an administrator asks.
     */
    post: operations['createFolder'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/folders/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** One folder */
    get: operations['getFolder'];
    /** Rename or describe a folder; its group stays */
    put: operations['updateFolder'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/folders/{id}/archive': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Archive a folder: it takes no datasets and is hidden; its datasets stay as they are */
    post: operations['archiveFolder'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/folders/{id}/restore': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Bring an archived folder back */
    post: operations['restoreFolder'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/import-url': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Import a file from an HTTP(S) address
     * @description Waits for the end and answers 201. With `Prefer: respond-async` it answers 202 with a job at once; follow it at /api/jobs/{id}, where the result appears. A client that goes away does not end the import; cancelling the job does.
     */
    post: operations['importUrl'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/import-s3': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Import an object of an S3-compatible store, or register it where it lies
     * @description Waits for the end and answers 201. With `Prefer: respond-async` it answers 202 with a job at once; follow it at /api/jobs/{id}, where the result appears. A client that goes away does not end the import; cancelling the job does.
     */
    post: operations['importS3'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/jobs': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The caller's own jobs, newest first */
    get: operations['listJobs'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/jobs/{id}/cancel': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Cancel a job that is queued or running; a finished one stays as it is
     * @description For who asked for the job, and for administrators. Nothing of its work remains.
     */
    post: operations['cancelJob'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/datasets/{name}/versions/{version}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /** Delete a version that is not the latest */
    delete: operations['deleteVersion'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/datasets/{name}/rename': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Give a dataset another name; permissions, versions and metadata stay */
    post: operations['renameDataset'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/datasets/{name}/archive': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Hide a dataset and make it read-only; nothing is lost */
    post: operations['archiveDataset'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/datasets/{name}/restore': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Bring an archived dataset back */
    post: operations['restoreDataset'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/datasets/{name}/clone': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * A new dataset with the same data; no byte is copied
     * @description The caller owns the clone; permissions are not copied. `clone_versions` takes all versions over, otherwise the latest alone becomes version 1.
     */
    post: operations['cloneDataset'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/datasets/{name}/folder': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /** Put a dataset into a folder, or out of all folders */
    put: operations['moveDataset'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/versions/{id}/lineage': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** What a version was made from and what was made from it */
    get: operations['versionLineage'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/versions/{id}/rollback': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Make a new version with the content of an earlier one; history stays */
    post: operations['rollbackVersion'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/versions/{id}/publish-capability': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Whether a version could be published, and where */
    get: operations['publishCapability'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/register': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Accepted for old clients; does nothing */
    post: operations['register'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/datasets/{name}/versions/{version}/fields': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Fields of a layer, for filters and dissolves */
    get: operations['listFields'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/datasets/{name}/versions/{version}/values': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Distinct values of a field, most frequent first */
    get: operations['listValues'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/datasets/{name}/versions/{version}/filter': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * A new version with the features for which a condition holds
     * @description `where` is a language of its own, close to SQL: comparisons, AND, OR, NOT, IN, BETWEEN, LIKE, ILIKE, IS NULL, parentheses, "quoted names", numbers, 'texts' and DATE '2026-01-31'. Functions and subqueries do not exist. `Prefer: respond-async` answers 202 with the job.
     */
    post: operations['filterVersion'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/datasets/{name}/versions/{version}/dissolve': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * A new version with features merged into one, or one for each value of a field
     * @description `aggregations` name numeric fields to sum. `Prefer: respond-async` answers 202 with the job.
     */
    post: operations['dissolveVersion'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/datasets/{name}/versions/{version}/clip': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * A new version cut to an area
     * @description `geometry` is a GeoJSON polygon or multipolygon, `bbox` west, south, east, north, both in WGS84. In dataset mode the polygons of `clip_layer` of the latest version of `clip_dataset` cut, for which view permission is needed. `Prefer: respond-async` answers 202 with the job.
     */
    post: operations['clipVersion'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/datasets/{name}/versions/{version}/derive': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * A new dataset from a version of another one
     * @description The dataset that is read stays as it is, so permission to view it is enough. The caller owns the new dataset, created in the source's folder if the caller has access to it. `Prefer: respond-async` answers 202 with the job.
     */
    post: operations['deriveDataset'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/datasets/{name}/versions/{version}/derive/version': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * A new version from an earlier one, by any of the tools
     * @description Takes the same input as `derive` and adds the result to the dataset that is read. `Prefer: respond-async` answers 202 with the job.
     */
    post: operations['deriveVersion'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/datasets/{name}/versions/{version}/derive/preview': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** What a derivation would give, without making it */
    post: operations['previewDerivation'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/datasets/{name}/versions/{version}/crs': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Coordinate systems to choose from for a version
     * @description With `q` those of the EPSG dataset whose code, name or area holds all words. Without it likely ones: to assign a system, those that the coordinates fit; to reproject, those that are used where the layer is.
     */
    get: operations['listCrsChoices'];
    put?: never;
    /**
     * A new version whose file names another coordinate system
     * @description The system is assigned: coordinates stay as they are. For GeoPackages, shapefiles and GeoTIFFs; GeoJSON is always WGS 84. 422 when there is no such system or the coordinates do not fit it. `Prefer: respond-async` answers 202 with the job.
     */
    post: operations['setCrs'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/datasets/{name}/versions/{version}/crs/{srid}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Where a version would be on the map if its coordinates were in this system */
    get: operations['previewCrs'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/datasets/{name}/versions/{version}/edit/capability': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Whether the rows of a layer can be edited; grants nothing */
    get: operations['editCapability'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/datasets/{name}/versions/{version}/edit/schema': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Columns of a layer and which of them can be edited */
    get: operations['editSchema'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/datasets/{name}/versions/{version}/edit/rows': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * A page of the rows of a layer
     * @description For the latest version, editors see the draft as well, unless `sealed=true`.
     */
    get: operations['listRows'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/datasets/{name}/versions/{version}/edit/update': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Change one row
     * @description Exactly one row, or 409. A `hash` that is not that of the row any more is a 409 that carries the current row.
     */
    post: operations['updateRow'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/datasets/{name}/versions/{version}/edit/delete': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Delete one row
     * @description Exactly one row, or 409. A `hash` that is not that of the row any more is a 409 that carries the current row.
     */
    post: operations['deleteRow'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/datasets/{name}/versions/{version}/edit/insert': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Add one row, without geometry unless one is given */
    post: operations['insertRow'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/datasets/{name}/edits': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Who changed what */
    get: operations['listEdits'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/datasets/{name}/edits/deleted': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Rows that the draft deletes, so that a map does not draw them; for people who can edit */
    get: operations['listDeletedRows'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/datasets/{name}/edits/seal': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Publish the draft as a version */
    post: operations['commitEdits'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/datasets/{name}/edits/discard': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Undo all edits of the draft, or the last one */
    post: operations['discardEdits'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/datasets/{name}/edits/redo': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Redo the edit that was undone last; 409 when something was edited since */
    post: operations['redoEdit'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/datasets/{name}/versions/{version}/tiles.json': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Where the vector tiles of a layer are (TileJSON 3.0) */
    get: operations['tileJson'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/datasets/{name}/versions/{version}/tiles/{z}/{x}/{y}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * One vector tile (Mapbox Vector Tile 2.1, Web Mercator)
     * @description The features of the layer `features` carry the key of the row as their id. A tile of a crowded place holds a part of them, the largest first or an even sample of points; TileJSON says so.
     */
    get: operations['tile'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/datasets/{name}/versions/{version}/diff': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * What differs between two versions, feature by feature
     * @description From `version` to `with`: added are features that `with` alone has. Without `key`, the key of the row serves.
     */
    get: operations['diffVersions'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/datasets/{name}/compare': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Two versions side by side, as a page */
    get: operations['comparePage'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/dbadmin-service/discover': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Servers and databases that the service dbadmin shows to the caller */
    get: operations['discoverDatabases'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/dbadmin-service/adopt': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Save a connection to such a database, for the caller alone
     * @description The service dbadmin makes a login role without superuser rights for it. The caller needs the edit permission there. Asking again renews its password and privileges.
     */
    post: operations['adoptDatabase'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/dbadmin-service/databases/{id}/tables': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Tables of such a database, as the service dbadmin lists them to the caller */
    get: operations['listDatabaseTables'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/datasets/register': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** A dataset whose rows stay in a table of a saved connection */
    post: operations['registerTable'];
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
    /**
     * How far a piece of work is
     * @description For who asked for it, for administrators, and for who may see the dataset that it works on.
     */
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
    Success: {
      success: boolean;
    };
    Folder: {
      id: number;
      name: string;
      description?: string;
      /** @description Username */
      owner: string | null;
      owner_id: number | null;
      /** @description Group whose members may open it; null for everybody */
      group_name: string | null;
      /** Format: date-time */
      updated_at: string;
      archived: boolean;
      /** Format: date-time */
      archived_at: string | null;
      /** @description Active datasets in it that the caller may see */
      dataset_count: number;
      permissions: components['schemas']['Permissions'];
    };
    FolderInput: {
      name: string;
      description?: string;
      group_name?: string | null;
    };
    RenameInput: {
      name: string;
    };
    CloneInput: {
      /** @description Blank: the name of the source followed by ` (Copy)` */
      name?: string;
      /** @default true */
      clone_metadata: boolean;
      /** @default false */
      clone_versions: boolean;
      /** @description Accepted and ignored */
      clone_publish_config?: boolean;
    };
    CloneResult: {
      success: boolean;
      name: string;
      dataset_id: number;
      source: string;
      /** @description How many it has */
      versions: number;
      latest_version: number;
      latest_version_id: number;
      url: string;
    };
    MoveInput: {
      folder_id: number | null;
    };
    RollbackInput: {
      reason?: string;
    };
    RollbackResult: {
      success: boolean;
      /** @description Number of the new version */
      new_version: number;
      version: components['schemas']['Version'];
      reason: string;
      /** @description Number of the version whose content it has */
      rolled_back_to: number;
    };
    Lineage: {
      /** @description The version that was asked for */
      version_id: number;
      nodes: {
        version_id: number;
        dataset: string;
        version: number;
        operation: string;
        /** @description What the operation was told */
        parameters?: {
          [key: string]: unknown;
        };
        label?: string;
        latest: boolean;
        feature_count?: number;
        /** Format: date-time */
        created_at: string;
        created_by?: string;
      }[];
      edges: {
        /** @description Id of the version that was read */
        from: number;
        /** @description Id of the version that was made */
        to: number;
        /**
         * @description Made from it, cut by it, or made with it as the second dataset
         * @enum {string}
         */
        role: 'parent' | 'clip' | 'other';
      }[];
    };
    PublishCapability: {
      available: boolean;
      target?: string;
      reason?: string;
    };
    /** @description Load the layers into PostGIS too. What goes wrong there is told in the answer and undoes nothing. */
    SpatialDbSidecar: {
      spatialdb_import?: boolean | string;
      /** @description `existing` (default); `new` needs the database service */
      spatialdb_destination?: string;
      /** @description A saved connection, instead of the fields */
      spatialdb_connection_id?: number | string;
      spatialdb_database_id?: number | string;
      spatialdb_new_database_name?: string;
      /** @description `public` by default */
      spatialdb_schema?: string;
      /** @description The layer's name by default; a prefix when the file has several */
      spatialdb_table_name?: string;
      /** @description `create` (default), `replace` or `append` */
      spatialdb_mode?: string;
      spatialdb_owner_mode?: string;
      spatialdb_owner_username?: string;
      spatialdb_owner_password?: string;
      spatialdb_pg_service_name?: string;
      spatialdb_host?: string;
      spatialdb_port?: number | string;
      spatialdb_dbname?: string;
      spatialdb_user?: string;
      spatialdb_password?: string;
      spatialdb_sslmode?: string;
    };
    MapServerSidecar: {
      publish_to_mapserver?: boolean | string;
      mapserver_connection_id?: number | string;
      mapserver_workspace?: string;
      mapserver_store_name?: string;
      mapserver_layer_name?: string;
      mapserver_style?: string;
      mapserver_publish_immediate?: boolean | string;
    };
    UrlImport: components['schemas']['SpatialDbSidecar'] &
      components['schemas']['MapServerSidecar'] & {
        dataset_name: string;
        url: string;
        version_label?: string;
        /** @default 1 */
        project_id: number;
        folder_id?: number | string | null;
      };
    S3Import: components['schemas']['SpatialDbSidecar'] &
      components['schemas']['MapServerSidecar'] & {
        /** @description The object's name without its extension by default */
        dataset_name?: string;
        bucket: string;
        key: string;
        /** @description Amazon S3 by default */
        endpoint?: string;
        /** @description `us-east-1` by default */
        region?: string;
        /** @description Without it the object must be public */
        access_key?: string;
        secret_key?: string;
        /** @description True by default when an endpoint is given */
        path_style?: boolean;
        /**
         * @default import
         * @enum {string}
         */
        mode: 'import' | 'remote';
        version_label?: string;
        /** @default 1 */
        project_id: number;
        folder_id?: number | string | null;
      };
    SpatialDbResult: {
      success: boolean;
      schema?: string;
      mode?: string;
      tables?: {
        layer: string;
        table: string;
        rows: number;
        srid?: number;
      }[];
      error?: string;
      job_id?: string;
    };
    GeometryProblem: {
      layer: string;
      /** @description Key of the feature; absent when it concerns the layer */
      feature?: number | string;
      problem: string;
      cure: string;
    };
    FieldList: {
      dataset: string;
      version: number;
      layer: string;
      layers: string[];
      geometry_type?: string;
      feature_count: number;
      fields: components['schemas']['Field'][];
    };
    ValueList: {
      dataset: string;
      version: number;
      layer: string;
      field: string;
      values: (string | number | boolean | null)[];
      /** @description Features with each value */
      counts: number[];
      /** @description There are more than 200 */
      truncated: boolean;
    };
    FilterInput: {
      layer?: string;
      where: string;
    };
    DissolveInput: {
      layer?: string;
      /** @enum {string} */
      mode: 'all' | 'field';
      field?: string;
      /** @description Names of numeric fields, or objects `{field}` or `{field, op}` with `sum` */
      aggregations?: (
        | string
        | {
            field: string;
            /** @enum {string} */
            op?: 'sum';
          }
      )[];
    };
    ClipInput: {
      layer?: string;
      /** @enum {string} */
      mode: 'draw' | 'bbox' | 'dataset';
      /** @description GeoJSON polygon or multipolygon, WGS84 */
      geometry?: {
        [key: string]: unknown;
      };
      /** @description West, south, east, north in WGS84; west > east crosses the antimeridian */
      bbox?: number[] | string;
      clip_dataset?: string;
      /** @description Layer of the clip dataset; the first by default */
      clip_layer?: string;
    };
    BufferInput: {
      layer?: string;
      /** @description In metres on the ground, whatever CRS the layer has */
      distance: number;
      /**
       * @description Merges all buffers into one feature
       * @default false
       */
      dissolve: boolean;
    };
    ReprojectInput: {
      layer?: string;
      /** @description EPSG code */
      srid: number;
    };
    SimplifyInput: {
      layer?: string;
      /** @description How far, in metres, the new outline may be from a position that is left out */
      tolerance: number;
    };
    SpatialJoinInput: {
      layer?: string;
      /** @description Dataset whose attributes are added, of its latest version; permission to view it is needed */
      join_dataset: string;
      /** @description Layer of that dataset; the first by default */
      join_layer?: string;
      /**
       * @description What a feature does with the one whose attributes it gets. Of several it is the first one, and `match_count` is their number; `nearest` adds `distance_m`
       * @default intersects
       * @enum {string}
       */
      predicate: 'intersects' | 'contains' | 'within' | 'nearest';
    };
    IntersectInput: {
      layer?: string;
      /** @description Dataset whose latest version is intersected with this one; permission to view it is needed */
      intersect_dataset: string;
      /** @description Layer of that dataset; the first by default */
      intersect_layer?: string;
    };
    /** @enum {string} */
    ValueType: 'integer' | 'real' | 'text';
    CalculateInput: {
      layer?: string;
      /** @description Name of the field that is calculated */
      field: string;
      /**
       * @description The field exists and gets other values; else it must be new
       * @default false
       */
      replace: boolean;
      /** @description What the field holds; by default what the expression gives */
      type?: components['schemas']['ValueType'];
      /** @description Fields, numbers and texts with + - * / || and functions, like `round(population / area_km2, 1)` */
      expression: string;
    };
    CalculatedPreview: {
      field: string;
      type: components['schemas']['ValueType'];
      /** @description Fields that the expression names */
      reads: string[];
      /** @description Of the first features: the values of these fields, then the calculated one */
      rows: unknown[][];
    };
    /** @enum {string} */
    DerivationName:
      | 'filter'
      | 'dissolve'
      | 'clip'
      | 'buffer'
      | 'reproject'
      | 'simplify'
      | 'spatial_join'
      | 'intersect'
      | 'calculate';
    Derived: {
      success: boolean;
      dataset: string;
      /** @description Number of the new version */
      new_version: number;
      version_id: number;
      /** @description In the layer that was worked on */
      feature_count?: number;
      warnings?: string[];
    };
    SetCrsInput: {
      /** @description EPSG code */
      srid: number;
      /** @description Names of the layers; absent for all that name no coordinate system, or for the only one */
      layers?: string[];
      /** @description A comment on the version */
      version_label?: string;
    };
    CrsChoices: {
      choices: components['schemas']['CrsChoice'][];
    };
    CrsChoice: {
      /** @description EPSG code */
      srid: number;
      name: string;
      /** @enum {string} */
      kind: 'geographic' | 'projected' | 'compound';
      /** @description Where it is used */
      area?: string;
      /** @description Of the datasets that the caller may view so many use it */
      datasets?: number;
    };
    CrsPreview: {
      srid: number;
      name: string;
      /** @description Where the system is used */
      area?: string;
      /** @description Whether the middle of the data is in that area */
      in_area: boolean;
      bbox?: components['schemas']['Extent'];
      /** @description GeoJSON in WGS 84 */
      features: {
        [key: string]: unknown;
      };
    };
    DeriveDatasetInput: {
      operation: components['schemas']['DerivationName'];
      /** @description Name of the new dataset; 409 when it is taken */
      dataset_name: string;
      filter?: components['schemas']['FilterInput'];
      dissolve?: components['schemas']['DissolveInput'];
      clip?: components['schemas']['ClipInput'];
      buffer?: components['schemas']['BufferInput'];
      reproject?: components['schemas']['ReprojectInput'];
      simplify?: components['schemas']['SimplifyInput'];
      spatial_join?: components['schemas']['SpatialJoinInput'];
      intersect?: components['schemas']['IntersectInput'];
      calculate?: components['schemas']['CalculateInput'];
    };
    DerivationPreviewInput: {
      operation: components['schemas']['DerivationName'];
      filter?: components['schemas']['FilterInput'];
      dissolve?: components['schemas']['DissolveInput'];
      clip?: components['schemas']['ClipInput'];
      buffer?: components['schemas']['BufferInput'];
      reproject?: components['schemas']['ReprojectInput'];
      simplify?: components['schemas']['SimplifyInput'];
      spatial_join?: components['schemas']['SpatialJoinInput'];
      intersect?: components['schemas']['IntersectInput'];
      calculate?: components['schemas']['CalculateInput'];
    };
    DerivationPreview: {
      /** @description Features that the new version would have; for a clip those that it touches */
      feature_count: number;
      /** @description Features that the layer has now */
      total: number;
      /** @description Of their polygons, on the ellipsoid; absent for points and lines */
      area_m2?: number;
      /** @description Of their lines, on the ellipsoid */
      length_m?: number;
      /** @description Area and length are projected from a sample */
      estimated?: boolean;
      bbox?: components['schemas']['Extent'];
      /** @description A GeoJSON FeatureCollection of some of them */
      sample: {
        [key: string]: unknown;
      };
      calculated?: components['schemas']['CalculatedPreview'];
    };
    PreviewConflict: {
      error: string;
      /**
       * @description Only when the preview took too long: the derivation itself may succeed. Without it the derivation fails with the same error.
       * @enum {string}
       */
      code?: 'vault.preview_too_slow';
    };
    EditColumn: {
      name: string;
      /** @enum {string} */
      type: 'boolean' | 'integer' | 'real' | 'text' | 'date' | 'datetime' | 'time' | 'binary' | 'geometry';
      editable: boolean;
      nullable: boolean;
      width?: number;
      native_type?: string;
      primary_key?: boolean;
    };
    EditCapability: {
      editable: boolean;
      /** @description Why it cannot be edited */
      reason?: string;
      layer: string;
      layers: string[];
      /** @enum {string} */
      datasource_type?: 'file' | 'remote' | 'spatialdb';
      pk_column?: string;
      feature_count?: number;
      working?: components['schemas']['WorkingEdits'];
    };
    EditSchema: {
      layer: string;
      columns: components['schemas']['EditColumn'][];
      primary_key?: string;
      pk_column?: string;
      /** @description Columns that name a row */
      identity: string[];
      geometry_column?: string;
      editable: boolean;
      reason?: string;
    };
    /** @description Unpublished edits */
    WorkingEdits: {
      edits: number;
      revision: number;
      /** Format: date-time */
      since: string;
      /** Format: date-time */
      last_at: string;
      /**
       * Format: date-time
       * @description When they become a version by themselves, unless there is another edit
       */
      seals_at?: string;
      people: string[];
    };
    /** @description Value by column; the geometry is left out */
    Row: {
      [key: string]: unknown;
    };
    RowPage: {
      dataset: string;
      version: number;
      layer: string;
      layers: string[];
      columns: components['schemas']['EditColumn'][];
      pk_column?: string;
      identity: string[];
      editable: boolean;
      reason?: string;
      rows: components['schemas']['Row'][];
      /** @description One a row; send it back with an edit */
      hashes: string[];
      /** @description Where each feature lies, in WGS84; null without a geometry */
      bounds: (components['schemas']['Extent'] | null)[];
      /** @description Columns of each row that the draft changed; null for an unchanged row. Absent without a draft */
      changes?: (string[] | null)[];
      /** @description Rows that match the filters; with `count=false` perhaps only those up to the end of the page */
      total: number;
      limit: number;
      offset: number;
      sort?: string;
      order?: string;
      working?: components['schemas']['WorkingEdits'];
    };
    RowUpdate: {
      pk_column: string;
      pk_value: string | number;
      updates: {
        [key: string]: unknown;
      };
      hash?: string;
    };
    RowDelete: {
      pk_column: string;
      pk_value: string | number;
      hash?: string;
    };
    RowInsert: {
      row: {
        [key: string]: unknown;
      };
      /** @description GeoJSON, WGS84 */
      geometry?: {
        [key: string]: unknown;
      } | null;
    };
    Mutation: {
      success: boolean;
      affected: number;
      pk_value?: string | number;
      row?: components['schemas']['Row'];
      hash?: string;
      edit_id?: number;
      working?: components['schemas']['WorkingEdits'];
    };
    EditConflict: {
      error: string;
      current?: components['schemas']['Row'];
      current_hash?: string;
    };
    CommitInput: {
      label?: string;
    };
    DiscardInput: {
      /**
       * @description Undo the last edit only
       * @default false
       */
      last: boolean;
      /** @description With "last", the id of the edit to undo; 409 when it is not the last one */
      edit_id?: number;
    };
    RedoInput: {
      /** @description The edit that the caller takes for the one undone last; 409 when it is another one */
      edit_id?: number;
    };
    DeletedRows: {
      dataset: string;
      layers: {
        layer: string;
        keys: (string | number)[];
      }[];
    };
    EditList: {
      dataset: string;
      version?: number;
      working?: components['schemas']['WorkingEdits'];
      edits: {
        id: number;
        layer: string;
        /** @enum {string} */
        kind: 'update' | 'insert' | 'delete';
        pk_value: string | number;
        /** @description What a column that looks like a name called the row before; for people who can edit */
        row_name?: string;
        /** @description Changed values before, the whole row when it was deleted; for people who can edit, like "after" */
        before?: components['schemas']['Row'] | null;
        after?: components['schemas']['Row'] | null;
        by?: string;
        by_id?: number;
        /** Format: date-time */
        at: string;
      }[];
    };
    TileJson: {
      /** @constant */
      tilejson: '3.0.0';
      name?: string;
      attribution?: string;
      tiles: string[];
      minzoom: number;
      maxzoom: number;
      bounds?: components['schemas']['Extent'];
      /** @description Tiles of smaller zoom levels hold a part of the features */
      sampled_below?: number;
      /** @description What part that is, for each zoom level from 0 to sampled_below */
      sampled?: {
        /** @description All tiles of the level hold about one in so many features */
        one_in: number;
        /** @description The tiles with the most features hold fewer than that */
        crowded: boolean;
      }[];
      vector_layers: {
        id: string;
        fields: {
          [key: string]: string;
        };
        geometry_type?: string;
        feature_count?: number;
      }[];
    };
    Diff: {
      dataset: string;
      from: number;
      to: number;
      layer: string;
      layers?: string[];
      key: string;
      /** @description `key` is the key of the row, not a field that was asked for */
      row_key?: boolean;
      /** @description Fields that could serve as the key */
      keys?: string[];
      added: number;
      removed: number;
      changed: number;
      unchanged: number;
      geometry_changed?: number;
      columns_added?: string[];
      columns_removed?: string[];
      /** @description The two layers lie in different reference systems, so that all coordinates differ */
      crs_changed?: boolean;
      limit: number;
      offset: number;
      differences: {
        /** @enum {string} */
        kind: 'added' | 'removed' | 'changed';
        key: string | number | null;
        /** @description What people call the feature, where a field such as `name` says it */
        name?: string;
        before?: components['schemas']['Row'] | null;
        after?: components['schemas']['Row'] | null;
        geometry_changed?: boolean;
        /** @description Left out where the geometry did not change */
        geometry_before?: {
          [key: string]: unknown;
        } | null;
        geometry_after?: {
          [key: string]: unknown;
        } | null;
      }[];
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
      /** @description How it came to be: `upload`, `import_url`, `import_s3`, `rollback`, `clone`, `filter`, `dissolve`, `clip`, `edit` */
      operation: string;
      /**
       * @description Where the data lie: here, in an object store, in a database table
       * @enum {string}
       */
      datasource_type?: 'file' | 'remote' | 'spatialdb';
      feature_count?: number;
      /** @description Id of the version that it was made from */
      parent_id?: number;
      /** @description What the operation was told */
      parameters?: {
        [key: string]: unknown;
      };
      label?: string;
      type: components['schemas']['DatasetType'];
      format: components['schemas']['Format'];
      /** @description Name of the file as it was uploaded */
      file_name: string;
      /** @description Bytes */
      size: number;
      /** @description SHA-256 of the bytes, lower-case hex */
      sha256?: string;
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
      sha256?: string;
      /** @enum {string} */
      datasource_type?: 'file' | 'remote' | 'spatialdb';
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
      sharing?: components['schemas']['SharingState'];
      permissions: components['schemas']['Permissions'];
      archived: boolean;
      /** Format: date-time */
      archived_at?: string;
      folder_id?: number;
      /** @description Name of the folder */
      folder?: string;
    };
    /**
     * @description With the owner only, with some people or groups, or public
     * @enum {string}
     */
    SharingState: 'private' | 'shared' | 'public';
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
      /** @description Key of its resource `vault_dataset` at the portal */
      resource_key?: string;
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
      sharing?: components['schemas']['SharingState'];
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
    DatabaseTree: {
      connections: components['schemas']['DatabaseServer'][];
    };
    DatabaseServer: {
      id: number;
      name: string;
      host?: string;
      port?: number;
      sslmode?: string;
      databases: {
        id: number;
        name: string;
        purpose: string;
        /** @description Whether the caller may save a connection to it */
        may_adopt?: boolean;
      }[];
    };
    DatabaseTable: {
      schema: string;
      name: string;
      geometry_column: string | null;
      geometry_type: string | null;
      srid: number | null;
      row_estimate?: number | null;
      size_bytes?: number;
      index_count?: number;
      owner?: string;
      comment?: string | null;
    };
    AdoptInput: {
      connection_id: number;
      database_id: number;
      /** @description Generated unless given */
      name?: string;
    };
    AdoptedConnection: {
      connection_id: number;
      name: string;
      existing: boolean;
    };
    TableRegistration: {
      name: string;
      connection_id: number;
      /** @default public */
      schema_name: string;
      table_name: string;
      geometry_column: string;
      /** @default 1 */
      project_id: number;
      folder_id?: number | null;
    };
    RegisteredTable: {
      dataset: string;
      version: number;
      version_id: number;
      /** @description Page of the dataset */
      url: string;
    };
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
      sha256?: string;
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
      /** @description The first 100 */
      problems?: components['schemas']['GeometryProblem'][];
      problem_count?: number;
      /**
       * @description Present when the file names no coordinate system. `assumed`: WGS 84 is assumed because all coordinates can be degrees. `unplaced`: the map cannot place it.
       * @enum {string}
       */
      missing_crs?: 'assumed' | 'unplaced';
      spatialdb?: components['schemas']['SpatialDbResult'];
      mapserver?: {
        success: boolean;
        error?: string;
      };
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
      /** @description Smallest value; ISO 8601 for dates */
      minimum?: number | string;
      maximum?: number | string;
      null_count?: number;
      /** @description Where it was counted */
      distinct_count?: number;
    };
    Layer: {
      name: string;
      /** @description Point, LineString, Polygon, MultiPoint, MultiLineString, MultiPolygon, Geometry, … */
      geometry_type: string;
      /** @description Types that occur, the most frequent first; known once the features were looked through */
      geometry_types?: string[];
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
      /**
       * @description What tells that a pixel holds no data; absent when all of them hold some
       * @enum {string}
       */
      mask?: 'nodata' | 'mask' | 'alpha';
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
      sha256?: string;
      /** Format: date-time */
      extracted_at: string;
      warnings: string[];
      /** @description Geometries that need repair, the first 100 */
      problems?: components['schemas']['GeometryProblem'][];
      /** @description Absent for rasters and for data that lie elsewhere, which are not looked through */
      problem_count?: number;
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
      /** @description Such as `version.inspect` or `import.url` */
      kind: string;
      /** @description What it is about, for people */
      title?: string;
      /** @description What it does, did or could not do, for people; absent for housekeeping */
      summary?: string;
      /** @description The page that shows it, below the base path of the service */
      page?: string;
      /** @description A sentence for each failed attempt */
      errors?: string[];
      /** @description What the operation answers with when one waits for it */
      result?: {
        [key: string]: unknown;
      };
      may_cancel?: boolean;
      /** @enum {string} */
      status: 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled';
      /** @description 0 to 100 */
      progress: number;
      /** @description What is being done, in a sentence */
      stage?: string;
      /** @description Why it failed, or did not do what was asked for */
      error?: string;
      dataset?: string;
      version_id?: number;
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      started_at?: string;
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
    /** @description The dataset has another name now; go to its page */
    Renamed: {
      headers: {
        Location?: string;
        [name: string]: unknown;
      };
      content?: never;
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
    /** @description Too many requests of visitors from one address; people who are signed in do not get it */
    TooManyVisitors: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Error'];
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
    /** @description No row, or more than one, or another edit came first; nothing was changed */
    EditConflict: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['EditConflict'];
      };
    };
    /** @description The preview took too long (see `code`), or the derivation does not fit the layer */
    PreviewConflict: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['PreviewConflict'];
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
    /** @description Number of the version within the dataset, from 1 */
    VersionPath: number;
    /** @description Id of a version */
    VersionId: string;
    FolderId: number;
    RowLimit: number;
    RowOffset: number;
    /** @description Name of a column */
    RowSort: string;
    RowOrder: 'asc' | 'desc';
    /** @description A JSON array of at most 50 objects `{column, op, value}`, all of which must hold. `op` is one of =, !=, <, <=, >, >=, contains, starts_with, in, is_null, not_null. */
    RowFilters: string;
    /** @description Id of the project */
    ProjectId: number;
    DatabaseId: number;
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
          /** @description A comment on the version */
          version_label?: string;
          /** @description Load the layers into PostGIS too; see SpatialDbSidecar */
          spatialdb_import?: string;
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
      429: components['responses']['TooManyVisitors'];
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
      429: components['responses']['TooManyVisitors'];
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
      429: components['responses']['TooManyVisitors'];
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
      302: components['responses']['Renamed'];
      303: components['responses']['SignIn'];
      401: components['responses']['ErrorPage'];
      403: components['responses']['ErrorPage'];
      404: components['responses']['ErrorPage'];
      500: components['responses']['ErrorPage'];
      503: components['responses']['ErrorPage'];
    };
  };
  deleteDataset: {
    parameters: {
      query?: {
        /** @description Must be `true` */
        confirm?: string;
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
      /** @description Deleted; bytes that no other dataset shares go with it */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Success'];
        };
      };
      400: components['responses']['Error'];
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      404: components['responses']['Error'];
      409: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  readLimits: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Limits */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description Largest file in bytes */
            max_upload_bytes: number;
          };
        };
      };
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
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
      429: components['responses']['TooManyVisitors'];
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
      429: components['responses']['TooManyVisitors'];
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
      429: components['responses']['TooManyVisitors'];
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
      429: components['responses']['TooManyVisitors'];
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
      429: components['responses']['TooManyVisitors'];
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
      429: components['responses']['TooManyVisitors'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  listFolders: {
    parameters: {
      query?: {
        /** @description `only`: archived ones alone; otherwise active ones */
        archived?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Folders by name */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Folder'][];
        };
      };
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  createFolder: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['FolderInput'];
      };
    };
    responses: {
      /** @description The folder */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Folder'];
        };
      };
      400: components['responses']['Error'];
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  getFolder: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: components['parameters']['FolderId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The folder */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Folder'];
        };
      };
      400: components['responses']['Error'];
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      404: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  updateFolder: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: components['parameters']['FolderId'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['FolderInput'];
      };
    };
    responses: {
      /** @description The folder */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Folder'];
        };
      };
      400: components['responses']['Error'];
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      404: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  archiveFolder: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: components['parameters']['FolderId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Success'];
        };
      };
      400: components['responses']['Error'];
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      404: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  restoreFolder: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: components['parameters']['FolderId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Success'];
        };
      };
      400: components['responses']['Error'];
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      404: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  importUrl: {
    parameters: {
      query?: {
        /** @description Folder for a new dataset, a positive integer; anything else is ignored. The form field wins. */
        folder_id?: components['parameters']['FolderIdForUpload'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['UrlImport'];
      };
    };
    responses: {
      /** @description Stored as an immutable version */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['IngestResult'];
        };
      };
      /** @description The job that does it, when the client sent `Prefer` with respond-async */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Job'];
        };
      };
      400: components['responses']['Error'];
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      409: components['responses']['Error'];
      422: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  importS3: {
    parameters: {
      query?: {
        /** @description Folder for a new dataset, a positive integer; anything else is ignored. The form field wins. */
        folder_id?: components['parameters']['FolderIdForUpload'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['S3Import'];
      };
    };
    responses: {
      /** @description Stored as an immutable version */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['IngestResult'];
        };
      };
      /** @description The job that does it, when the client sent `Prefer` with respond-async */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Job'];
        };
      };
      400: components['responses']['Error'];
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      409: components['responses']['Error'];
      422: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  listJobs: {
    parameters: {
      query?: {
        /** @description `active`: queued and running ones alone */
        status?: 'active' | 'all';
        limit?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Jobs */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Job'][];
        };
      };
      400: components['responses']['Error'];
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  cancelJob: {
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
  deleteVersion: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Name of a dataset */
        name: components['parameters']['DatasetName'];
        /** @description Number of the version within the dataset, from 1 */
        version: components['parameters']['VersionPath'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Deleted; bytes that no other version shares go with it */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Success'];
        };
      };
      400: components['responses']['Error'];
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      404: components['responses']['Error'];
      409: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  renameDataset: {
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
        'application/json': components['schemas']['RenameInput'];
      };
    };
    responses: {
      /** @description Renamed */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            success: boolean;
            name: string;
          };
        };
      };
      400: components['responses']['Error'];
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      409: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  archiveDataset: {
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
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Success'];
        };
      };
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      404: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  restoreDataset: {
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
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Success'];
        };
      };
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      404: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  cloneDataset: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Name of a dataset */
        name: components['parameters']['DatasetName'];
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['CloneInput'];
      };
    };
    responses: {
      /** @description The clone */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CloneResult'];
        };
      };
      400: components['responses']['Error'];
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      404: components['responses']['Error'];
      409: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  moveDataset: {
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
        'application/json': components['schemas']['MoveInput'];
      };
    };
    responses: {
      /** @description Moved */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Success'];
        };
      };
      400: components['responses']['Error'];
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      404: components['responses']['Error'];
      409: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  versionLineage: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of a version */
        id: components['parameters']['VersionId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A graph; versions of datasets that the caller may not see are left out */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Lineage'];
        };
      };
      400: components['responses']['Error'];
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      404: components['responses']['Error'];
      429: components['responses']['TooManyVisitors'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  rollbackVersion: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of a version */
        id: components['parameters']['VersionId'];
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['RollbackInput'];
      };
    };
    responses: {
      /** @description The new version */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RollbackResult'];
        };
      };
      400: components['responses']['Error'];
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      404: components['responses']['Error'];
      409: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  publishCapability: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of a version */
        id: components['parameters']['VersionId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The capability; nothing is published */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PublishCapability'];
        };
      };
      400: components['responses']['Error'];
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      404: components['responses']['Error'];
      429: components['responses']['TooManyVisitors'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  register: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Nothing was done */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      401: components['responses']['Error'];
      403: components['responses']['Error'];
    };
  };
  listFields: {
    parameters: {
      query?: {
        /** @description Name of a layer; the first by default */
        layer?: string;
      };
      header?: never;
      path: {
        /** @description Name of a dataset */
        name: components['parameters']['DatasetName'];
        /** @description Number of the version within the dataset, from 1 */
        version: components['parameters']['VersionPath'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The fields */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['FieldList'];
        };
      };
      400: components['responses']['Error'];
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      404: components['responses']['Error'];
      429: components['responses']['TooManyVisitors'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  listValues: {
    parameters: {
      query: {
        field: string;
        /** @description Name of a layer; the first by default */
        layer?: string;
      };
      header?: never;
      path: {
        /** @description Name of a dataset */
        name: components['parameters']['DatasetName'];
        /** @description Number of the version within the dataset, from 1 */
        version: components['parameters']['VersionPath'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description At most 200 values with their counts */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ValueList'];
        };
      };
      400: components['responses']['Error'];
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      404: components['responses']['Error'];
      429: components['responses']['TooManyVisitors'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  filterVersion: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Name of a dataset */
        name: components['parameters']['DatasetName'];
        /** @description Number of the version within the dataset, from 1 */
        version: components['parameters']['VersionPath'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['FilterInput'];
      };
    };
    responses: {
      /** @description The new version */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Derived'];
        };
      };
      /** @description The job that does it, when the client sent `Prefer` with respond-async */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Job'];
        };
      };
      400: components['responses']['Error'];
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      404: components['responses']['Error'];
      409: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  dissolveVersion: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Name of a dataset */
        name: components['parameters']['DatasetName'];
        /** @description Number of the version within the dataset, from 1 */
        version: components['parameters']['VersionPath'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['DissolveInput'];
      };
    };
    responses: {
      /** @description The new version */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Derived'];
        };
      };
      /** @description The job that does it, when the client sent `Prefer` with respond-async */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Job'];
        };
      };
      400: components['responses']['Error'];
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      404: components['responses']['Error'];
      409: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  clipVersion: {
    parameters: {
      query?: {
        /** @description Folder in which `clip_dataset` is looked up */
        folder_id?: string;
      };
      header?: never;
      path: {
        /** @description Name of a dataset */
        name: components['parameters']['DatasetName'];
        /** @description Number of the version within the dataset, from 1 */
        version: components['parameters']['VersionPath'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ClipInput'];
      };
    };
    responses: {
      /** @description The new version */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Derived'];
        };
      };
      /** @description The job that does it, when the client sent `Prefer` with respond-async */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Job'];
        };
      };
      400: components['responses']['Error'];
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      404: components['responses']['Error'];
      409: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  deriveDataset: {
    parameters: {
      query?: {
        /** @description Folder for a new dataset, a positive integer; anything else is ignored. The form field wins. */
        folder_id?: components['parameters']['FolderIdForUpload'];
      };
      header?: never;
      path: {
        /** @description Name of a dataset */
        name: components['parameters']['DatasetName'];
        /** @description Number of the version within the dataset, from 1 */
        version: components['parameters']['VersionPath'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['DeriveDatasetInput'];
      };
    };
    responses: {
      /** @description The new dataset, with version 1 */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Derived'];
        };
      };
      /** @description The job that does it, when the client sent `Prefer` with respond-async */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Job'];
        };
      };
      400: components['responses']['Error'];
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      404: components['responses']['Error'];
      409: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  deriveVersion: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Name of a dataset */
        name: components['parameters']['DatasetName'];
        /** @description Number of the version within the dataset, from 1 */
        version: components['parameters']['VersionPath'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['DerivationPreviewInput'];
      };
    };
    responses: {
      /** @description The new version */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Derived'];
        };
      };
      /** @description The job that does it, when the client sent `Prefer` with respond-async */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Job'];
        };
      };
      400: components['responses']['Error'];
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      404: components['responses']['Error'];
      409: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  previewDerivation: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Name of a dataset */
        name: components['parameters']['DatasetName'];
        /** @description Number of the version within the dataset, from 1 */
        version: components['parameters']['VersionPath'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['DerivationPreviewInput'];
      };
    };
    responses: {
      /** @description Count, area and a sample */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DerivationPreview'];
        };
      };
      400: components['responses']['Error'];
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      404: components['responses']['Error'];
      409: components['responses']['PreviewConflict'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  listCrsChoices: {
    parameters: {
      query?: {
        q?: string;
        /** @description Name of a layer; the first by default */
        layer?: string;
        /** @description Systems with heights cannot be reprojected to */
        purpose?: 'assign' | 'reproject';
      };
      header?: never;
      path: {
        /** @description Name of a dataset */
        name: components['parameters']['DatasetName'];
        /** @description Number of the version within the dataset, from 1 */
        version: components['parameters']['VersionPath'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description At most 50, the best first */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CrsChoices'];
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
  setCrs: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Name of a dataset */
        name: components['parameters']['DatasetName'];
        /** @description Number of the version within the dataset, from 1 */
        version: components['parameters']['VersionPath'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['SetCrsInput'];
      };
    };
    responses: {
      /** @description The new version */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Derived'];
        };
      };
      /** @description The job that does it, when the client sent `Prefer` with respond-async */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Job'];
        };
      };
      400: components['responses']['Error'];
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      404: components['responses']['Error'];
      409: components['responses']['Error'];
      422: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  previewCrs: {
    parameters: {
      query?: {
        /** @description Name of a layer; the first by default */
        layer?: string;
      };
      header?: never;
      path: {
        /** @description Name of a dataset */
        name: components['parameters']['DatasetName'];
        /** @description Number of the version within the dataset, from 1 */
        version: components['parameters']['VersionPath'];
        srid: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Extent and a sample of features; of a raster its outline */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CrsPreview'];
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
  editCapability: {
    parameters: {
      query?: {
        /** @description Name of a layer; the first by default */
        layer?: string;
      };
      header?: never;
      path: {
        /** @description Name of a dataset */
        name: components['parameters']['DatasetName'];
        /** @description Number of the version within the dataset, from 1 */
        version: components['parameters']['VersionPath'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The capability */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EditCapability'];
        };
      };
      400: components['responses']['Error'];
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      404: components['responses']['Error'];
      429: components['responses']['TooManyVisitors'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  editSchema: {
    parameters: {
      query?: {
        /** @description Name of a layer; the first by default */
        layer?: string;
      };
      header?: never;
      path: {
        /** @description Name of a dataset */
        name: components['parameters']['DatasetName'];
        /** @description Number of the version within the dataset, from 1 */
        version: components['parameters']['VersionPath'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The schema */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EditSchema'];
        };
      };
      400: components['responses']['Error'];
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      404: components['responses']['Error'];
      429: components['responses']['TooManyVisitors'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  listRows: {
    parameters: {
      query?: {
        /** @description Name of a layer; the first by default */
        layer?: string;
        limit?: components['parameters']['RowLimit'];
        offset?: components['parameters']['RowOffset'];
        /** @description Name of a column */
        sort?: components['parameters']['RowSort'];
        order?: components['parameters']['RowOrder'];
        /** @description A JSON array of at most 50 objects `{column, op, value}`, all of which must hold. `op` is one of =, !=, <, <=, >, >=, contains, starts_with, in, is_null, not_null. */
        filters?: components['parameters']['RowFilters'];
        /** @description Leave out unpublished edits */
        sealed?: boolean;
        /** @description Count the rows that match; a table in a database may need long for it */
        count?: boolean;
      };
      header?: never;
      path: {
        /** @description Name of a dataset */
        name: components['parameters']['DatasetName'];
        /** @description Number of the version within the dataset, from 1 */
        version: components['parameters']['VersionPath'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Schema, rows, total and paging */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RowPage'];
        };
      };
      400: components['responses']['Error'];
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      404: components['responses']['Error'];
      429: components['responses']['TooManyVisitors'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  updateRow: {
    parameters: {
      query?: {
        /** @description Name of a layer; the first by default */
        layer?: string;
      };
      header?: never;
      path: {
        /** @description Name of a dataset */
        name: components['parameters']['DatasetName'];
        /** @description Number of the version within the dataset, from 1 */
        version: components['parameters']['VersionPath'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['RowUpdate'];
      };
    };
    responses: {
      /** @description What was changed */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Mutation'];
        };
      };
      400: components['responses']['Error'];
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      404: components['responses']['Error'];
      409: components['responses']['EditConflict'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  deleteRow: {
    parameters: {
      query?: {
        /** @description Name of a layer; the first by default */
        layer?: string;
      };
      header?: never;
      path: {
        /** @description Name of a dataset */
        name: components['parameters']['DatasetName'];
        /** @description Number of the version within the dataset, from 1 */
        version: components['parameters']['VersionPath'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['RowDelete'];
      };
    };
    responses: {
      /** @description What was changed */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Mutation'];
        };
      };
      400: components['responses']['Error'];
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      404: components['responses']['Error'];
      409: components['responses']['EditConflict'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  insertRow: {
    parameters: {
      query?: {
        /** @description Name of a layer; the first by default */
        layer?: string;
      };
      header?: never;
      path: {
        /** @description Name of a dataset */
        name: components['parameters']['DatasetName'];
        /** @description Number of the version within the dataset, from 1 */
        version: components['parameters']['VersionPath'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['RowInsert'];
      };
    };
    responses: {
      /** @description What was changed */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Mutation'];
        };
      };
      400: components['responses']['Error'];
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      404: components['responses']['Error'];
      409: components['responses']['EditConflict'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  listEdits: {
    parameters: {
      query?: {
        /** @description Edits that were published as this version; by default those of the draft */
        version?: number;
        limit?: number;
        /** @description Only edits with a smaller id */
        before?: number;
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
      /** @description The edits, newest first */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EditList'];
        };
      };
      400: components['responses']['Error'];
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      404: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  listDeletedRows: {
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
      /** @description Keys by layer, at most 50,000; none for people who only view */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DeletedRows'];
        };
      };
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      404: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  commitEdits: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Name of a dataset */
        name: components['parameters']['DatasetName'];
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['CommitInput'];
      };
    };
    responses: {
      /** @description The new version */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Derived'];
        };
      };
      /** @description The job that does it, when the client sent `Prefer` with respond-async */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Job'];
        };
      };
      400: components['responses']['Error'];
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      404: components['responses']['Error'];
      409: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  discardEdits: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Name of a dataset */
        name: components['parameters']['DatasetName'];
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['DiscardInput'];
      };
    };
    responses: {
      /** @description What is left */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EditList'];
        };
      };
      400: components['responses']['Error'];
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      404: components['responses']['Error'];
      409: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  redoEdit: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Name of a dataset */
        name: components['parameters']['DatasetName'];
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['RedoInput'];
      };
    };
    responses: {
      /** @description The draft with the edit */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EditList'];
        };
      };
      400: components['responses']['Error'];
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      404: components['responses']['Error'];
      409: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  tileJson: {
    parameters: {
      query?: {
        /** @description Name of a layer; the first by default */
        layer?: string;
      };
      header?: never;
      path: {
        /** @description Name of a dataset */
        name: components['parameters']['DatasetName'];
        /** @description Number of the version within the dataset, from 1 */
        version: components['parameters']['VersionPath'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description TileJSON */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TileJson'];
        };
      };
      400: components['responses']['Error'];
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      404: components['responses']['Error'];
      422: components['responses']['Error'];
      429: components['responses']['TooManyVisitors'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  tile: {
    parameters: {
      query?: {
        /** @description Name of a layer; the first by default */
        layer?: string;
        /** @description Names of fields to put into the tile as a JSON array; without it the row's key alone */
        fields?: string;
        /** @description The beginning of the SHA-256 of the bytes, as TileJSON says it: other bytes have another address */
        v?: string;
      };
      header?: never;
      path: {
        /** @description Name of a dataset */
        name: components['parameters']['DatasetName'];
        /** @description Number of the version within the dataset, from 1 */
        version: components['parameters']['VersionPath'];
        z: number;
        x: number;
        y: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The tile */
      200: {
        headers: {
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          'application/vnd.mapbox-vector-tile': string;
        };
      };
      /** @description Nothing lies here */
      204: {
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
      400: components['responses']['Error'];
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      404: components['responses']['Error'];
      422: components['responses']['Error'];
      429: components['responses']['TooManyVisitors'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  diffVersions: {
    parameters: {
      query: {
        /** @description The other version */
        with: number;
        /** @description Name of a layer; the first by default */
        layer?: string;
        /** @description Field that identifies a feature in both; the row's key by default */
        key?: string;
        kind?: 'added' | 'removed' | 'changed';
        limit?: number;
        offset?: number;
      };
      header?: never;
      path: {
        /** @description Name of a dataset */
        name: components['parameters']['DatasetName'];
        /** @description Number of the version within the dataset, from 1 */
        version: components['parameters']['VersionPath'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Counts and a page of differences, with geometries in WGS84 */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Diff'];
        };
      };
      400: components['responses']['Error'];
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      404: components['responses']['Error'];
      409: components['responses']['Error'];
      422: components['responses']['Error'];
      429: components['responses']['TooManyVisitors'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  comparePage: {
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
      302: components['responses']['Renamed'];
      303: components['responses']['SignIn'];
      401: components['responses']['ErrorPage'];
      403: components['responses']['ErrorPage'];
      404: components['responses']['ErrorPage'];
      500: components['responses']['ErrorPage'];
      503: components['responses']['ErrorPage'];
    };
  };
  discoverDatabases: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The tree; empty for a caller without permissions there */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DatabaseTree'];
        };
      };
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      500: components['responses']['Error'];
      502: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  adoptDatabase: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['AdoptInput'];
      };
    };
    responses: {
      /** @description The caller had a connection to it */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AdoptedConnection'];
        };
      };
      /** @description Saved */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AdoptedConnection'];
        };
      };
      400: components['responses']['Error'];
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      409: components['responses']['Error'];
      500: components['responses']['Error'];
      502: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  listDatabaseTables: {
    parameters: {
      query?: {
        schema?: string;
      };
      header?: never;
      path: {
        id: components['parameters']['DatabaseId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Tables with geometry columns and without */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DatabaseTable'][];
        };
      };
      400: components['responses']['Error'];
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      500: components['responses']['Error'];
      502: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  registerTable: {
    parameters: {
      query?: {
        /** @description Folder for a new dataset, a positive integer; anything else is ignored. The form field wins. */
        folder_id?: components['parameters']['FolderIdForUpload'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['TableRegistration'];
      };
    };
    responses: {
      /** @description Registered as version 1 */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RegisteredTable'];
        };
      };
      400: components['responses']['Error'];
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      404: components['responses']['Error'];
      409: components['responses']['Error'];
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
      429: components['responses']['TooManyVisitors'];
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
