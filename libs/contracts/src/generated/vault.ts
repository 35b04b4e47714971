// Generated from openapi/*.yaml by libs/contracts/generate.ts; change the contract, not this file.

export interface paths {
  '/': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Page: list of datasets */
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
    /** Page: upload files */
    get: operations['uploadPage'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/connections': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Page: database connections */
    get: operations['connectionsPage'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/connections/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Page: tables of a database connection */
    get: operations['connectionPage'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/connections/{id}/table/{table}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Page: a table of a database connection */
    get: operations['connectionTablePage'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/map-servers': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Page: map servers */
    get: operations['mapServersPage'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/map-servers/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Page: one map server */
    get: operations['mapServerPage'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/gis-projects': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Page: GIS projects */
    get: operations['gisProjectsPage'];
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
     * Upload a file as a new dataset or version
     * @description The dataset takes its name from `dataset_name`, else from the file name without its extension. If the dataset exists, the file becomes its next version, which needs the edit permission on it. Returns 201 with JSON if the client accepts `application/json`, else 303 to the page of the dataset.
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
    /** List the versions of a project, newest first */
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
     * List all datasets with their versions
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
    /** List dataset summaries */
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
    /** Page: a dataset */
    get: operations['datasetPage'];
    put?: never;
    post?: never;
    /** Delete an archived dataset and all its versions */
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
    /** Limits of the vault */
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
     * Upload a new version of a dataset
     * @description Always returns JSON. If the bytes equal those of the latest version, no version is created: the answer has `unchanged: true` and the number of that version.
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
    /** List the versions of a dataset, newest first */
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
     * Thumbnail of the latest version
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
    /** Description of a dataset */
    get: operations['getDatasetMetadata'];
    put?: never;
    /**
     * Save the description of a dataset
     * @description Replaces all seven fields. A field that is left out becomes empty; a blank title becomes the name of the dataset. `tags` and `keywords` are an array or a comma-separated string.
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
     * Download the uploaded file
     * @description Supports `Range` and `If-None-Match`; the ETag is the SHA-256 of the bytes.
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
     * Technical metadata of a version
     * @description Read from the file at the first request, then cached.
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
     * Preview of a version for a map
     * @description Vectors: a GeoJSON FeatureCollection in WGS84 (longitude, latitude), at most `limit` features and about 4 MiB, simplified for the view, with properties. Foreign members say what was left out. Rasters: a PNG or JPEG in Web Mercator (EPSG:3857); the header `X-Bounds` has its west, south, east and north in degrees. A raster without a coordinate reference system has no `X-Bounds` and is returned in its own pixels.
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
    /** List the folders that the caller may open */
    get: operations['listFolders'];
    put?: never;
    /**
     * Create a folder
     * @description A folder without a group is open to everyone who may use the vault. With a group it is open to the group's members, the owner and administrators. The caller must be a member of the group or an administrator.
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
    /** Get a folder */
    get: operations['getFolder'];
    /** Rename or describe a folder; its group does not change */
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
    /** Archive a folder: it is hidden and takes no more datasets; its datasets do not change */
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
    /** Restore an archived folder */
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
     * @description Waits for the import and returns 201. With `Prefer: respond-async` it returns 202 with a job at once: poll /api/jobs/{id}, which has the result when it has ended. A client that disconnects does not stop the import; cancelling the job does.
     */
    post: operations['importUrl'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/quick-import': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Load a file or tables into a database without creating a dataset
     * @description Waits for the load and returns 201. With `Prefer: respond-async` it returns 202 with a job at once, which has the result when it has ended. Nothing of the source is kept here.
     */
    post: operations['quickImport'];
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
     * Import an object from an S3-compatible store, or register it without copying
     * @description Waits for the import and returns 201. With `Prefer: respond-async` it returns 202 with a job at once: poll /api/jobs/{id}, which has the result when it has ended. A client that disconnects does not stop the import; cancelling the job does.
     */
    post: operations['importS3'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/featuresvc/service/browse': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * List the layers of an ArcGIS feature service
     * @description `service_url` may name the service or one of its layers. With a username and password the vault signs in and returns the token, which an import may send instead of them. Errors of the service and of the network are 400 as well.
     */
    post: operations['browseFeatureService'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/featuresvc/import': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Import layers of an ArcGIS feature service into a PostGIS database, as datasets
     * @description Queues a job and returns it; poll /api/featuresvc/jobs/{id}. Each layer becomes a table, and each with geometries a dataset; all or none. With `run_as_background_job: false` the response is sent when the job has ended.
     */
    post: operations['importFeatureService'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/featuresvc/jobs/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a job, such as an import from a feature service
     * @description The same record as /api/jobs/{id}; all kinds of jobs share one store.
     */
    get: operations['getFeatureServiceJob'];
    put?: never;
    post?: never;
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
    /** List the caller's jobs, newest first */
    get: operations['listJobs'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/audit': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List audit events, newest first
     * @description Changes of datasets, versions and folders. Users who are administrators of the platform only.
     */
    get: operations['listAudit'];
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
     * Cancel a queued or running job; a finished one does not change
     * @description For the user who started the job, and for administrators. Nothing remains of its work.
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
    /** Rename a dataset; permissions, versions and metadata stay */
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
    /** Archive a dataset: it is hidden and read-only */
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
    /** Restore an archived dataset */
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
     * Clone a dataset without copying bytes
     * @description The caller owns the clone; permissions are not copied. `clone_versions` copies all versions; otherwise the latest becomes version 1.
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
    /** Move a dataset to a folder, or out of its folder */
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
    /** Lineage: ancestors and descendants of a version */
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
    /** Roll back: create a new version with the content of an earlier one */
    post: operations['rollbackVersion'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/versions/{id}/local-copy': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Whether a version in an object store has a local copy */
    get: operations['localCopy'];
    put?: never;
    /**
     * Make a local copy of a version in an object store
     * @description Map tiles, rows, comparison, processing and publishing need one; an object of at most 16 MiB is copied when it is needed. The vault removes the least recently used copies. Fails if the object has changed since it was registered. `Prefer: respond-async` returns 202 with the job.
     */
    post: operations['makeLocalCopy'];
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
    /** Whether and where a version can be published */
    get: operations['publishCapability'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/versions/{id}/publish': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Publish a version: a vector layer to the tile server, a raster to the desktop GIS runtime
     * @description `version_id` of the body selects the version; the id of the path is ignored. Needs edit on the dataset of that version. Publishing the same again returns what is published. A version in an object store needs a local copy (`POST /api/versions/{id}/local-copy`), else it is 409; an object of at most 16 MiB is copied now.
     */
    post: operations['publishVersion'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/datasets/{name}/publications': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List the published layers of a dataset */
    get: operations['listPublications'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/publications/{publication}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /** Follow the latest version, or stay at one version */
    put: operations['updatePublication'];
    post?: never;
    /** End a publication and its tokens */
    delete: operations['endPublication'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/publications/{publication}/tokens': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List the tokens of a published layer, without their secrets */
    get: operations['listPublicationTokens'];
    put?: never;
    /**
     * Create a token that reads this layer and nothing else
     * @description External maps send it as `?token=`. It works while its creator may edit the dataset, the dataset is not archived, and the publication lasts.
     */
    post: operations['createPublicationToken'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/publications/{publication}/tokens/{token_id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /** Revoke a token */
    delete: operations['revokePublicationToken'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/published/{publication}.json': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * TileJSON 3.0 of a published layer, with absolute addresses
     * @description For maps of any site: responses to visitors and to requests with a token have CORS headers. They are not sent to a signed-in session.
     */
    get: operations['publishedTileJson'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/published/{publication}/{z}/{x}/{y}.pbf': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Vector tile of a published layer (Mapbox Vector Tile 2.1, Web Mercator)
     * @description Features have their values, as the `vector_layers` of TileJSON list them; texts are cut to 200 characters.
     */
    get: operations['publishedTile'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/published/{publication}/wms': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Web Map Service of a dataset that is published to the GIS runtime
     * @description GetCapabilities, GetMap, GetFeatureInfo and GetLegendGraphic of WMS 1.1.1 and 1.3.0, for QGIS and other clients. Names of parameters count in any case; other parameters are ignored. A picture has at most 4,096 pixels on a side.
     */
    get: operations['publishedWms'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/gisproj-projects': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List GIS projects
     * @description Those of the GIS publish service that the caller may see. A project of a dataset has the permissions of the dataset.
     */
    get: operations['listGisProjects'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/gisproj-projects/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Get a GIS project */
    get: operations['getGisProject'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/gisproj-projects/{id}/versions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the runtime and the snapshots of a GIS project
     * @description A status of the publish service other than 200 is passed on.
     */
    get: operations['listGisProjectVersions'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/gisproj-projects/{id}/versions/{version}/restore': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Make a snapshot the runtime of a GIS project
     * @description Status and JSON of the publish service are passed on. A project of a dataset needs edit on the dataset.
     */
    post: operations['restoreGisProjectVersion'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/gisproj-projects/{id}/download': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Download the runtime of a GIS project
     * @description Status, file and content headers of the publish service are passed on.
     */
    get: operations['downloadGisProject'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/gisproj-projects/{id}/versions/{version}/download': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Download a version of a GIS project
     * @description Status, file and content headers of the publish service are passed on.
     */
    get: operations['downloadGisProjectVersion'];
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
    /** List the fields of a layer */
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
    /** List the distinct values of a field, most frequent first */
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
     * Filter: create a version with the features that match a condition
     * @description `where` is a small language similar to SQL: comparisons, AND, OR, NOT, IN, BETWEEN, LIKE, ILIKE, IS NULL, parentheses, "quoted names", numbers, 'texts' and DATE '2026-01-31'. There are no functions and no subqueries. `Prefer: respond-async` returns 202 with the job.
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
     * Dissolve: create a version with the features merged into one, or into one for each value of a field
     * @description `aggregations` names numeric fields to sum. `Prefer: respond-async` returns 202 with the job.
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
     * Clip: create a version cut to an area
     * @description `geometry` is a GeoJSON polygon or multipolygon, `bbox` is west, south, east, north, both in WGS84. In dataset mode the area is the polygons of `clip_layer` in the latest version of `clip_dataset`, which needs the view permission. `Prefer: respond-async` returns 202 with the job.
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
     * Derive a new dataset from a version, with any tool
     * @description The source does not change, so the view permission on it is enough. The caller owns the new dataset, which is created in the folder of the source if the caller has access to it. `Prefer: respond-async` returns 202 with the job.
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
     * Derive the next version of a dataset, with any tool
     * @description Takes the same input as `derive` and adds the result to the same dataset. `Prefer: respond-async` returns 202 with the job.
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
    /** Preview a derivation */
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
     * List coordinate systems for a version
     * @description With `q`: systems of the EPSG dataset whose code, name or area contains all words. Without it: to assign a system, those that fit the coordinates; to reproject, those that are used in the area of the layer.
     */
    get: operations['listCrsChoices'];
    put?: never;
    /**
     * Assign a coordinate system in a new version
     * @description Coordinates do not change. For GeoPackages, shapefiles and GeoTIFFs; GeoJSON is always WGS 84. Returns 422 if there is no such system or the coordinates do not fit it. `Prefer: respond-async` returns 202 with the job.
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
    /** Preview a version in a coordinate system */
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
    /** Whether the rows of a layer can be edited */
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
    /** List the columns of a layer and whether they can be edited */
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
     * List the rows of a layer
     * @description For the latest version, editors also see the draft, unless `sealed=true`.
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
     * Update a row
     * @description Changes exactly one row, or returns 409. An outdated `hash` is 409 with the current row.
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
     * Delete a row
     * @description Changes exactly one row, or returns 409. An outdated `hash` is 409 with the current row.
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
    /** Insert a row, with an optional geometry */
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
    /** List the edits of the draft or of a version */
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
    /** List the rows that the draft deletes, for editors, so that a map can hide them */
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
    /** Save the draft as a version */
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
    /** Discard the draft, or undo its last edit */
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
    /** Redo the edit that was undone last; 409 if there is a newer edit */
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
    /** TileJSON 3.0 of a layer */
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
     * Vector tile (Mapbox Vector Tile 2.1, Web Mercator)
     * @description The features of the layer `features` have the key of the row as their id. A crowded tile has only some of them, the largest first or an even sample of points; TileJSON says so.
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
     * Compare two versions, feature by feature
     * @description From `version` to `with`: added features are only in `with`. Features are matched by `key`, by default the key of the row.
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
    /** Page: compare two versions */
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
    /** List the servers and databases that the caller may see in database administration */
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
     * Save a connection to a database, for the caller only
     * @description Database administration creates a login role without superuser rights. The caller needs the edit permission there. A second request replaces the password and renews the privileges.
     */
    post: operations['adoptDatabase'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/dbadmin-service/connections': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List the servers of database administration, as it shows them to the caller */
    get: operations['listDbadminConnections'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/dbadmin-service/databases': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List the databases of database administration, as it shows them to the caller */
    get: operations['listDbadminDatabases'];
    put?: never;
    /**
     * Create a database in database administration
     * @description The body is passed on unchanged; the caller needs the edit permission there.
     */
    post: operations['createDbadminDatabase'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/dbadmin-service/connections/{id}/pg-users': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List the login roles of a server of database administration */
    get: operations['listDbadminUsers'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/dbadmin-service/databases/{id}/schemas': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List the schemas of a database of database administration */
    get: operations['listDbadminSchemas'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/database-services': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List the database services of the connection service file, without passwords */
    get: operations['listDatabaseServices'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/database-services/{name}/open': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Save a connection to a database service, or bring the saved one up to date
     * @description All who may edit in the vault can then load and register through it.
     */
    post: operations['openDatabaseService'];
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
    /** List the tables of a database that the caller may see in database administration */
    get: operations['listDatabaseTables'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/connections/test': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Test a database connection without saving it
     * @description With `id` alone, tests a saved connection. With `id` and other fields, those replace the saved ones, and a blank password means the stored one, as for `PUT /api/connections/{id}`. Without `id`, all fields are needed.
     */
    post: operations['testConnection'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/connections': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List saved database connections by name, without passwords */
    get: operations['listConnections'];
    put?: never;
    /**
     * Save a database connection
     * @description Does not connect to the database; test it with `POST /api/connections/test`.
     */
    post: operations['createConnection'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/connections/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * Replace a saved database connection
     * @description A blank password keeps the stored one while host, port and username stay the same and `sslmode` does not become weaker; otherwise 400.
     */
    put: operations['updateConnection'];
    post?: never;
    /**
     * Delete a saved database connection; the database itself is not changed
     * @description 409 while datasets read their rows through it; the message names them.
     */
    delete: operations['deleteConnection'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/connections/{id}/tables': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the spatial tables of a saved connection that its user may read
     * @description One entry for each geometry column, by schema and table: tables, views, materialised views, foreign tables and partitioned tables, without partitions and without the schemas of PostgreSQL and its extensions. At most 10,000 entries; then the header `X-Truncated` is `true`.
     */
    get: operations['listConnectionTables'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/connections/{id}/table/{table}/schema': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Get the columns of a table of a saved connection */
    get: operations['connectionTableSchema'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/connections/{id}/table/{table}/rows': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List the rows of a table of a saved connection */
    get: operations['connectionTableRows'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/connections/{id}/table/{table}/preview': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Preview of a table of a saved connection for a map
     * @description A GeoJSON FeatureCollection in WGS84 (longitude, latitude), as `GET /preview` returns for a dataset: at most 5,000 features, simplified.
     */
    get: operations['connectionTablePreview'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/table/update': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Update a row in a table of a saved connection
     * @description Changes exactly one row, or returns 409. `pk_column` must be the primary key. Through connections that an administrator saved, and through the own ones. Of a registered table, edit on its datasets is needed.
     */
    post: operations['updateTableRow'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/table/delete': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Delete a row in a table of a saved connection
     * @description Deletes exactly one row, or returns 409. `pk_column` must be the primary key. Through connections that an administrator saved, and through the own ones. Of a registered table, edit on its datasets is needed.
     */
    post: operations['deleteTableRow'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/table/insert': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Insert a row into a table of a saved connection
     * @description Returns 409 for a table that cannot be edited. Through connections that an administrator saved, and through the own ones. Of a registered table, edit on its datasets is needed.
     */
    post: operations['insertTableRow'];
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
    /** Register a table of a saved connection as a dataset; its rows stay there */
    post: operations['registerTable'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/mapserver/connections': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List the saved connections to map servers */
    get: operations['listMapServers'];
    put?: never;
    /** Save a connection to a map server */
    post: operations['createMapServer'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/mapserver/connections/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * Change a connection to a map server
     * @description A blank password keeps the saved one, as long as the server (scheme, host and port) and the username stay the same.
     */
    put: operations['updateMapServer'];
    post?: never;
    /**
     * Delete a connection; the map server and its layers stay as they are
     * @description Deleting a connection that does not exist also succeeds.
     */
    delete: operations['deleteMapServer'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/mapserver/connections/{id}/test': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Sign in to a map server and count its workspaces */
    post: operations['testMapServer'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/mapserver/workspaces': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List the workspaces of a map server */
    get: operations['listMapServerWorkspaces'];
    put?: never;
    /** Create a workspace on a map server */
    post: operations['createMapServerWorkspace'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/mapserver/workspaces/{name}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Delete a workspace of a map server
     * @description With `recurse=true` its stores, layers and styles are deleted too; without it, it must be empty.
     */
    delete: operations['deleteMapServerWorkspace'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/mapserver/catalog': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List the workspaces, layers, styles and stores of a map server */
    get: operations['readMapServerCatalog'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/mapserver/catalog/import': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Import a layer of a map server as a dataset
     * @description Copies the features (WFS) or the raster (WCS) in the coordinate system of the layer. If the dataset exists and is named, or has this layer already, this becomes its next version. Waits for the import and returns 201; with `Prefer: respond-async` it returns 202 with a job at once.
     */
    post: operations['importMapServerLayer'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/mapserver/styles': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List the styles of a map server, global ones and those of workspaces */
    get: operations['listMapServerStyles'];
    put?: never;
    /**
     * Create a style from an SLD document
     * @description Of version 1.0 or 1.1, at most 2 MiB as a file, or in a JSON body of at most 1 MiB. Document types, and graphics or documents at other addresses, are refused.
     */
    post: operations['createMapServerStyle'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/mapserver/styles/assign': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Make a style the default style of a layer */
    post: operations['assignMapServerStyle'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/mapserver/styles/{name}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Read a style as it was saved */
    get: operations['readMapServerStyle'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/mapserver/publish': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Publish a version to a map server
     * @description Needs the edit permission on the dataset. The file of the version is uploaded as a store; each vector layer, or the raster, becomes a layer. The job succeeds when the layers are in the capabilities of WMS and of WFS or WCS, and otherwise removes what it created. Publishing to the same store again replaces it.
     */
    post: operations['publishToMapServer'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/mapserver/publications': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List the publications on a map server */
    get: operations['listMapServerPublications'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/mapserver/publications/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Remove a publication and its store from the map server
     * @description Needs the edit permission on the dataset; if the dataset was deleted, edit on the vault is enough. With `forget=true` only the record is removed, and the store stays on the map server.
     */
    delete: operations['unpublishFromMapServer'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/mapserver/publications/{id}/publish': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Publish again, from the latest version or another one */
    post: operations['republishToMapServer'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/mapserver/jobs/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a job, such as a publication to a map server
     * @description The same record as /api/jobs/{id}; all kinds of jobs share one store.
     */
    get: operations['getMapServerJob'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/datasets/{name}/mapserver-publications': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the publications of a dataset on map servers
     * @description Empty for a dataset that does not exist or that the caller may not view.
     */
    get: operations['listDatasetPublications'];
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
    /** List the datasets that the caller may see, for the catalog */
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
     * Get a job
     * @description For the user who started it, for administrators, and for people who may see its dataset.
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
    /** Health of the process */
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
    Folder: {
      id: number;
      name: string;
      description?: string;
      /** @description Username */
      owner: string | null;
      owner_id: number | null;
      /** @description Group whose members may open it; null for everyone */
      group_name: string | null;
      /** Format: date-time */
      updated_at: string;
      archived: boolean;
      /** Format: date-time */
      archived_at: string | null;
      /** @description Number of active datasets in it that the caller may see */
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
      /** @description Number of versions */
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
      /** @description Number of the source version */
      rolled_back_to: number;
    };
    Lineage: {
      /** @description The requested version */
      version_id: number;
      nodes: {
        version_id: number;
        dataset: string;
        version: number;
        operation: string;
        /** @description Parameters of the operation */
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
        /** @description Id of the source version */
        from: number;
        /** @description Id of the result */
        to: number;
        /**
         * @description Derived from it, clipped by it, or derived with it as the second dataset
         * @enum {string}
         */
        role: 'parent' | 'clip' | 'other';
      }[];
    };
    PublishCapability: {
      available: boolean;
      target?: string;
      reason?: string;
      /** @description Whether `POST /api/versions/{id}/local-copy` must make a local copy first */
      needs_local_copy?: boolean;
    };
    PublishInput: {
      /** @description Id of the version */
      version_id: number;
      /** @description Name of its dataset; 409 if the version belongs to another */
      dataset?: string;
      /** @description Layer of the file; the first by default */
      layer?: string;
      /**
       * @description Whether the addresses show the latest version from then on, or this one for good. By default the latest version is followed and an earlier one stays.
       * @enum {string}
       */
      follow?: 'latest' | 'version';
    };
    PublishResult: {
      /** @constant */
      success: true;
      /** @enum {string} */
      target: 'tile-server' | 'gis-runtime';
      /** @description False if it was published already */
      created: boolean;
      publication?: components['schemas']['Publication'];
    };
    Publication: {
      /**
       * Format: uuid
       * @description Stays the same when the dataset is renamed
       */
      id: string;
      dataset: string;
      layer: string;
      /** @enum {string} */
      target: 'tile-server' | 'gis-runtime';
      /**
       * @description What creates the tiles or pictures
       * @enum {string}
       */
      server: 'built-in' | 'martin' | 'qgis';
      /** @enum {string} */
      follow: 'latest' | 'version';
      /** @description Number of the version that is shown now */
      version: number;
      /** @description Id of the version at which it stays */
      version_id?: number;
      /** @description Of the tile server */
      tilejson_url?: string;
      /** @description With the placeholders {z}, {x} and {y} */
      tiles_url?: string;
      /** @description Name of the layer in the tiles */
      tiles_layer?: string;
      /** @description Of the GIS runtime */
      wms_url?: string;
      /** @description The addresses do not work while the dataset is archived */
      archived: boolean;
      published_by?: string;
      /** Format: date-time */
      published_at: string;
    };
    GisProject: {
      id: string;
      name: string;
      created_at?: string;
      updated_at?: string;
      /** @description What it draws, such as `raster` */
      render_mode?: string;
      /** @description Page that shows the project */
      viewer_url: string;
      snapshot_count: number;
      /** @description `running`, or why it is not drawn */
      runtime_status: string;
      /** @description Whether the caller may restore snapshots */
      can_edit: boolean;
      /** @description Names in WMS requests */
      layers?: string[];
      /** @description Dataset that was published to it */
      dataset?: string;
      /**
       * Format: uuid
       * @description Id of the publication while there is one
       */
      publication?: string;
      /** @description Address of its Web Map Service */
      wms_url?: string;
    };
    GisProjectVersion: {
      /** @description 0 is the runtime */
      version: number;
      created_at: string;
      size_bytes: number;
      is_runtime: boolean;
    };
    PublicationInput: {
      /** @enum {string} */
      follow: 'latest' | 'version';
      /** @description Version to stay at; needed with `version` */
      version_id?: number;
    };
    PublicationToken: {
      id: number;
      label: string;
      /** @description First characters of the secret */
      prefix: string;
      created_by?: string;
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      expires_at?: string;
      /**
       * Format: date-time
       * @description Within a minute
       */
      last_used_at?: string;
      /** @description False when it has expired or its creator may no longer edit the dataset */
      works: boolean;
    };
    PublicationTokenInput: {
      /** @description Where it is used, such as the name of a site */
      label: string;
      /**
       * Format: date-time
       * @description By default it does not expire
       */
      expires_at?: string;
    };
    NewPublicationToken: components['schemas']['PublicationToken'] & {
      token: string;
    };
    /** @description Owned by the contract of database administration */
    DbadminObject: {
      [key: string]: unknown;
    };
    DatabaseService: {
      name: string;
      host: string;
      port: number;
      dbname: string;
      user: string;
      sslmode?: string;
    };
    QuickImport: components['schemas']['SpatialDbSidecar'] & {
      /**
       * @description `upload` is for forms only
       * @enum {string}
       */
      source_type: 'url' | 's3' | 'featuresvc' | 'mapserver' | 'spatialdb' | 'upload';
      url?: string;
      s3_bucket?: string;
      s3_key?: string;
      s3_endpoint?: string;
      s3_region?: string;
      s3_access_key?: string;
      s3_secret_key?: string;
      s3_path_style?: boolean;
      featuresvc_service_url?: string;
      featuresvc_username?: string;
      featuresvc_password?: string;
      featuresvc_token?: string;
      /** @description As a list or separated by commas; all layers by default */
      featuresvc_layer_ids?: (number | string)[] | string;
      /** @description The beginning of the names of tables */
      featuresvc_prefix?: string;
      mapserver_connection_id?: number | string;
      mapserver_workspace?: string;
      mapserver_layer?: string;
      /** @description A database of database administration */
      source_database_id?: number | string;
      /** @description `public` by default */
      source_schema?: string;
      /** @description Names, as a list or separated by commas */
      source_tables?: string[] | string;
      /** @description `public` by default */
      schema?: string;
      /** @description For several layers or tables, the beginning of their names */
      table_name?: string;
      /** @description `create` (default), `replace` or `append` */
      mode?: string;
    };
    QuickUpload: {
      /** Format: binary */
      file: string;
      /** @description `upload` */
      source_type?: string;
      schema?: string;
      table_name?: string;
      mode?: string;
      /** @description And its other fields; see SpatialDbSidecar */
      spatialdb_destination?: string;
    };
    QuickImportResult: {
      success: boolean;
      source_type: string;
      /** @description The database in database administration */
      database_id: number | null;
      tables: {
        layer: string;
        table: string;
        rows: number;
        srid?: number;
        broken_geometries?: components['schemas']['BrokenGeometries'];
      }[];
      schema: string;
      /** @description The database service */
      pg_service: string | null;
    };
    /** @description Also load the layers into PostGIS. The answer reports errors of the load; the version stays. */
    SpatialDbSidecar: {
      spatialdb_import?: boolean | string;
      /** @description `existing` (default), or `new` to create a database for the load */
      spatialdb_destination?: string;
      /** @description A saved connection; with `new`, a server of database administration */
      spatialdb_connection_id?: number | string;
      /** @description A database of database administration */
      spatialdb_database_id?: number | string;
      /** @description With `new` */
      spatialdb_new_database_name?: string;
      /** @description `public` by default */
      spatialdb_schema?: string;
      /** @description The name of the layer by default; a prefix if the file has several layers */
      spatialdb_table_name?: string;
      /** @description `create` (default), `replace` or `append` */
      spatialdb_mode?: string;
      /** @description With `new`: `default`, `existing` or `new` */
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
    MapServerRef: number;
    MapServer: {
      id: number;
      name: string;
      /** @description Address of the web application, such as https://maps.example.org/geoserver */
      url: string;
      username: string;
      /** @description Empty if there is none */
      default_workspace: string;
      enabled: boolean;
      /** @description Whether its certificate is verified */
      verify_ssl: boolean;
      /** Format: date-time */
      created_at: string;
    };
    MapServerInput: {
      name: string;
      url: string;
      username: string;
      /** @description Required for a new connection; never returned */
      password?: string;
      default_workspace?: string;
      /** @default true */
      enabled: boolean;
      /** @default true */
      verify_ssl: boolean;
    };
    MapServerTest: {
      success: boolean;
      url: string;
      /** @description Number of workspaces that the login may see */
      workspaces?: number;
      error?: string;
    };
    MapServerName: {
      name: string;
    };
    MapPublishInput: components['schemas']['MapServerSidecar'] & {
      dataset_name: string;
      /** @description The latest by default */
      version?: number;
    };
    QueuedPublication: {
      job_id: string;
      /** @enum {string} */
      status: 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled';
      publication_id: number;
    };
    MapServerPublication: {
      id: number;
      dataset: string;
      /** @description Present if the dataset no longer exists */
      dataset_deleted?: boolean;
      /** @description The published version; absent if none is */
      version?: number;
      /** @description Null if the connection was deleted */
      connection_id: number | null;
      connection: string;
      workspace: string;
      store: string;
      /** @description Names of the published layers */
      layers: string[];
      /** @description The style that was assigned */
      style?: string;
      /** @enum {string} */
      status: 'queued' | 'publishing' | 'published' | 'unpublishing' | 'failed';
      error?: string;
      /** @description A store may be on the map server that is not needed */
      leftover: boolean;
      /** @description The store that may be left, if it is not `store` */
      leftover_store?: string;
      /** @description The last job */
      job_id?: string;
      /** @description Address of WMS, without its parameters */
      wms_url?: string;
      /** @description Of WFS, for vector layers */
      wfs_url?: string;
      /** @description Of WCS, for rasters */
      wcs_url?: string;
      /** Format: date-time */
      requested_at: string;
      requested_by?: string;
      /** Format: date-time */
      published_at?: string;
    };
    MapServerStyle: {
      name: string;
      /** @description Absent for a global style */
      workspace?: string;
    };
    MapServerItem: {
      name: string;
      workspace: string;
    };
    MapServerCatalog: {
      connection: {
        id: number;
        name: string;
        url: string;
      };
      workspaces: components['schemas']['MapServerName'][];
      layers: components['schemas']['MapServerItem'][];
      styles: components['schemas']['MapServerStyle'][];
      datastores: components['schemas']['MapServerItem'][];
    };
    MapLayerImport: {
      connection_id: components['schemas']['MapServerRef'];
      workspace: string;
      layer_name: string;
      /** @description By default the workspace and the layer in lower case, joined by an underscore; 409 if this is a dataset with other data */
      dataset_name?: string;
      folder_id?: number | string | null;
    };
    ImportedMapLayer: components['schemas']['IngestResult'] & {
      /** @description Address of WMS of the workspace on the map server */
      wms_url: string;
      /**
       * @description The data was copied
       * @constant
       */
      datasource_type: 'file';
    };
    MapServerResult: {
      /** @description Whether the publication succeeded, or is queued */
      success: boolean;
      /** @enum {string} */
      status?: 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled';
      /** @description Poll /api/mapserver/jobs/{id} */
      job_id?: string;
      publication_id?: number;
      error?: string;
    };
    MapServerSidecar: {
      publish_to_mapserver?: boolean | string;
      mapserver_connection_id?: number | string;
      /** @description The default workspace of the connection if left out */
      mapserver_workspace?: string;
      /** @description The name of the dataset by default */
      mapserver_store_name?: string;
      /** @description The name of the store by default; a prefix if the file has several layers */
      mapserver_layer_name?: string;
      /** @description Default style of the layers: a style of the workspace or a global one */
      mapserver_style?: string;
      /** @description With an upload or import, whether its answer waits for the publication; true by default. Otherwise accepted and ignored */
      mapserver_publish_immediate?: boolean | string;
    };
    FeatureServiceLogin: {
      username?: string | null;
      /** @description Sent to the server of the service alone */
      password?: string | null;
      /** @description Instead of a password. It must not be bound to another site */
      token?: string | null;
    };
    FeatureServiceLayer: {
      id: number;
      name: string;
      /** @description Such as Feature Layer, Table or Group Layer */
      type: string;
      /** @description Such as esriGeometryPolygon; null for a table */
      geometry_type: string | null;
      /** @description Whether the layer can be imported */
      supports_query: boolean;
      /** @description Largest page of the service */
      max_record_count: number | null;
      layer_url: string;
      /** @description Absent if the service does not count them */
      feature_count?: number;
    };
    BrowsedService: {
      service: {
        service_url: string;
        /** @enum {string} */
        service_type: 'FeatureServer' | 'MapServer';
        layers: components['schemas']['FeatureServiceLayer'][];
      };
      /** @description Empty for a public service */
      token: string;
    };
    /** @description The result of the job of an import */
    FeatureServiceResult: {
      service_url: string;
      layers: {
        layer_id: number;
        layer: string;
        /** @description Null for a table without geometries */
        dataset: string | null;
        schema: string;
        table: string;
        features: number;
        srid: number | null;
        /** @description Such as that the service changed during the import */
        note?: string;
      }[];
    };
    FeatureServiceImport: components['schemas']['FeatureServiceLogin'] & {
      service_url: string;
      /** @description All layers by default */
      layer_ids?: (number | string)[] | null;
      /**
       * @default existing
       * @enum {string}
       */
      spatialdb_destination: 'existing' | 'new';
      /** @description An existing database of database administration */
      spatialdb_database_id?: number | string | null;
      /** @description For a new database its server in database administration. For an existing one a saved connection, if there is no database id */
      spatialdb_connection_id?: number | string | null;
      spatialdb_new_database_name?: string | null;
      /** @description `public` by default */
      schema?: string | null;
      /** @description The beginning of the names of tables and datasets; the rest is the name of the layer */
      dataset_prefix?: string | null;
      /** @default true */
      run_as_background_job: boolean | null;
      folder_id?: number | string | null;
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
        /** @description By default the object's name without its extension */
        dataset_name?: string;
        bucket: string;
        key: string;
        /** @description Amazon S3 by default */
        endpoint?: string;
        /** @description `us-east-1` by default */
        region?: string;
        /** @description Without a key the object must be public */
        access_key?: string;
        secret_key?: string;
        /** @description True by default if an endpoint is given */
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
    LocalCopy: {
      exists: boolean;
      /** @description Size of the object */
      size_bytes: number;
      /** @description The largest object that can be copied */
      max_bytes: number;
      /** @description The job that makes the copy */
      job_id?: string;
    };
    LocalCopyResult: {
      dataset: string;
      size_bytes: number;
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
        broken_geometries?: components['schemas']['BrokenGeometries'];
      }[];
      error?: string;
      job_id?: string;
    };
    /** @description Geometries that PostGIS does not accept. Their rows are loaded without them. Absent when all were accepted */
    BrokenGeometries: {
      count: number;
      /** @description The first 100 of a layer */
      features: {
        /** @description Key of the feature */
        feature: number | string;
        reason: string;
      }[];
    };
    GeometryProblem: {
      layer: string;
      /** @description Key of the feature; absent for problems of the layer */
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
      /** @description Number of features with this value */
      counts: number[];
      /** @description There are more than 200 values */
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
      /** @description In metres on the ground, whatever the CRS of the layer */
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
      /** @description Maximum distance, in metres, of the new outline from a position that is left out */
      tolerance: number;
    };
    SpatialJoinInput: {
      layer?: string;
      /** @description Dataset whose attributes are added, from its latest version; needs the view permission */
      join_dataset: string;
      /** @description Its layer; the first by default */
      join_layer?: string;
      /**
       * @description Relation to the feature whose attributes are added. If several match, the first one is used, and `match_count` is their number; `nearest` adds `distance_m`
       * @default intersects
       * @enum {string}
       */
      predicate: 'intersects' | 'contains' | 'within' | 'nearest';
    };
    IntersectInput: {
      layer?: string;
      /** @description Dataset whose latest version is intersected with this one; needs the view permission */
      intersect_dataset: string;
      /** @description Its layer; the first by default */
      intersect_layer?: string;
    };
    /** @enum {string} */
    ValueType: 'integer' | 'real' | 'text';
    CalculateInput: {
      layer?: string;
      /** @description Name of the calculated field */
      field: string;
      /**
       * @description Replace the values of an existing field; otherwise the field must be new
       * @default false
       */
      replace: boolean;
      /** @description Type of the field; by default the type of the expression */
      type?: components['schemas']['ValueType'];
      /** @description Fields, numbers and texts with + - * / || and functions, like `round(population / area_km2, 1)` */
      expression: string;
    };
    CalculatedPreview: {
      field: string;
      type: components['schemas']['ValueType'];
      /** @description Fields that the expression names */
      reads: string[];
      /** @description For the first features: the values of these fields, then the calculated value */
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
      /** @description In the processed layer */
      feature_count?: number;
      warnings?: string[];
    };
    SetCrsInput: {
      /** @description EPSG code */
      srid: number;
      /** @description Names of the layers; by default all without a coordinate system, or the only layer */
      layers?: string[];
      /** @description Comment on the version */
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
      /** @description Area of use */
      area?: string;
      /** @description Number of datasets with it that the caller may view */
      datasets?: number;
    };
    CrsPreview: {
      srid: number;
      name: string;
      /** @description Area of use */
      area?: string;
      /** @description Whether the centre of the data is in that area */
      in_area: boolean;
      bbox?: components['schemas']['Extent'];
      /** @description GeoJSON in WGS 84 */
      features: {
        [key: string]: unknown;
      };
    };
    DeriveDatasetInput: {
      operation: components['schemas']['DerivationName'];
      /** @description Name of the new dataset; 409 if it is taken */
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
      /** @description Features of the new version; for a clip, those that the area touches */
      feature_count: number;
      /** @description Features of the layer now */
      total: number;
      /** @description Area of the polygons, on the ellipsoid; absent for points and lines */
      area_m2?: number;
      /** @description Length of the lines, on the ellipsoid */
      length_m?: number;
      /** @description Area and length are extrapolated from a sample */
      estimated?: boolean;
      bbox?: components['schemas']['Extent'];
      /** @description A sample, as a GeoJSON FeatureCollection */
      sample: {
        [key: string]: unknown;
      };
      calculated?: components['schemas']['CalculatedPreview'];
    };
    PreviewConflict: {
      error: string;
      /**
       * @description Present only if the preview took too long: the derivation itself may succeed. Without it, the derivation would fail with the same error.
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
      /** @description A new row gets a value without being given one */
      has_default?: boolean;
      /** @description A key without a default; a new row takes a value for it */
      insertable?: boolean;
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
      /** @description Columns that identify a row */
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
       * @description When they are saved as a version automatically, unless there is another edit
       */
      seals_at?: string;
      people: string[];
    };
    /** @description Values by column, without the geometry */
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
      /** @description One for each row; send it with an edit */
      hashes: string[];
      /** @description Extent of each feature in WGS84; null without a geometry */
      bounds: (components['schemas']['Extent'] | null)[];
      /** @description Columns of each row that the draft changes; null for an unchanged row. Absent without a draft */
      changes?: (string[] | null)[];
      /** @description Rows that match the filters; with `count=false` possibly only those up to the end of the page */
      total: number;
      limit: number;
      offset: number;
      sort?: string;
      order?: string;
      working?: components['schemas']['WorkingEdits'];
    };
    TableRowPage: {
      schema: string;
      table: string;
      columns: components['schemas']['EditColumn'][];
      pk_column?: string;
      identity: string[];
      editable: boolean;
      reason?: string;
      rows: components['schemas']['Row'][];
      /** @description One for each row; send it with an edit */
      hashes: string[];
      /** @description Extent of each feature in WGS84; null without a geometry */
      bounds: (components['schemas']['Extent'] | null)[];
      /** @description Rows that match the filters */
      total: number;
      limit: number;
      offset: number;
      sort?: string;
      order?: string;
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
    TableReference: {
      connection_id: number;
      /** @default public */
      schema: string;
      table: string;
    };
    TableRowUpdate: components['schemas']['TableReference'] & components['schemas']['RowUpdate'];
    TableRowDelete: components['schemas']['TableReference'] & components['schemas']['RowDelete'];
    TableRowInsert: components['schemas']['TableReference'] & components['schemas']['RowInsert'];
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
      /** @description With `last`: id of the edit to undo; 409 if it is not the last one */
      edit_id?: number;
    };
    RedoInput: {
      /** @description Id of the edit to redo; 409 if it is not the one that was undone last */
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
        /** @description Name of the row before the edit, from a column that looks like a name; for editors */
        row_name?: string;
        /** @description Changed values before the edit, or the whole deleted row; for editors, like `after` */
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
      /** @description Tiles below this zoom level have only some of the features */
      sampled_below?: number;
      /** @description Their share, for each zoom level from 0 to sampled_below */
      sampled?: {
        /** @description Tiles of the level have about one in this many features */
        one_in: number;
        /** @description The tiles with the most features have fewer */
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
      /** @description `key` is the key of the row, not a requested field */
      row_key?: boolean;
      /** @description Fields that can be the key */
      keys?: string[];
      added: number;
      removed: number;
      changed: number;
      unchanged: number;
      geometry_changed?: number;
      columns_added?: string[];
      columns_removed?: string[];
      /** @description The layers have different reference systems, so all coordinates differ */
      crs_changed?: boolean;
      limit: number;
      offset: number;
      differences: {
        /** @enum {string} */
        kind: 'added' | 'removed' | 'changed';
        key: string | number | null;
        /** @description Name of the feature, from a field such as `name` */
        name?: string;
        before?: components['schemas']['Row'] | null;
        after?: components['schemas']['Row'] | null;
        geometry_changed?: boolean;
        /** @description Absent if the geometry did not change */
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
     * @description Format, by its GDAL name
     * @enum {string}
     */
    Format: 'GPKG' | 'GeoJSON' | 'ESRI Shapefile' | 'GTiff';
    /** @description Minimum x, minimum y, maximum x, maximum y; west, south, east, north in WGS84 */
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
      /** @description How it was created: `upload`, `import_url`, `import_s3`, `import_mapserver`, `rollback`, `clone`, `filter`, `dissolve`, `clip`, `edit` */
      operation: string;
      /**
       * @description Where the data is stored: here, in an object store, in a database table
       * @enum {string}
       */
      datasource_type?: 'file' | 'remote' | 'spatialdb';
      feature_count?: number;
      /** @description Id of the version that it was derived from */
      parent_id?: number;
      /** @description Parameters of the operation */
      parameters?: {
        [key: string]: unknown;
      };
      label?: string;
      type: components['schemas']['DatasetType'];
      format: components['schemas']['Format'];
      /** @description Name of the uploaded file */
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
      /** @description Present once the latest version was inspected */
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
       * @description `public` if everyone who may use the vault may see it
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
     * @description `private`: the owner only; `shared`: some people or groups; `public`
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
    ConnectionInput: {
      name: string;
      host: string;
      /** @default 5432 */
      port: number;
      database_name: string;
      username: string;
      /** @description Blank keeps the stored one */
      password?: string;
      /**
       * @default require
       * @enum {string}
       */
      sslmode: 'disable' | 'require' | 'verify-ca' | 'verify-full';
    };
    ConnectionTestInput: {
      /** @description A saved connection */
      id?: number;
      name?: string;
      host?: string;
      /** @description 5432 by default, or the saved one */
      port?: number;
      database_name?: string;
      username?: string;
      password?: string;
      /** @enum {string} */
      sslmode?: 'disable' | 'require' | 'verify-ca' | 'verify-full';
    };
    ConnectionTest: {
      /** @description Whether the vault can use the database */
      success: boolean;
      /** @description Whether the database has PostGIS */
      postgis: boolean;
      /** @description The reason in a sentence */
      error?: string;
      postgres_version?: string;
      postgis_version?: string;
    };
    DatabaseConnection: {
      id: number;
      name: string;
      host: string;
      port: number;
      database_name: string;
      username: string;
      /** @enum {string} */
      sslmode: 'disable' | 'prefer' | 'require' | 'verify-ca' | 'verify-full';
      /** Format: date-time */
      created_at?: string;
      /** @description Datasets whose rows are read through it */
      dataset_count: number;
      /** @description The only user who may use it: database administration created its login for them */
      owner_id?: number;
    };
    SpatialTable: {
      f_table_schema: string;
      f_table_name: string;
      f_geometry_column: string;
      /** @description 0 when it is unknown */
      srid: number;
      /** @description As in geometry_columns, such as MULTIPOLYGON */
      type: string;
      /** @enum {string} */
      kind: 'table' | 'view' | 'materialized_view' | 'foreign_table' | 'partitioned_table';
      /** @description Estimate of the database; absent when it has none */
      row_estimate?: number;
      /** @description Datasets of this table that the caller may see */
      datasets: string[];
    };
    TableRegistration: {
      name: string;
      connection_id: number;
      /** @default public */
      schema_name: string;
      table_name: string;
      /** @description Required for a table with several geometry columns */
      geometry_column?: string;
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
      /** @description The latest version has the same bytes; no version was created */
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
      /** @description Warnings, one sentence each */
      warnings: string[];
      /** @description The first 100 */
      problems?: components['schemas']['GeometryProblem'][];
      problem_count?: number;
      /**
       * @description Present if the file has no coordinate system. `assumed`: WGS 84 is assumed, because all coordinates can be degrees. `unplaced`: the map cannot show it.
       * @enum {string}
       */
      missing_crs?: 'assumed' | 'unplaced';
      spatialdb?: components['schemas']['SpatialDbResult'];
      mapserver?: components['schemas']['MapServerResult'];
      /** @description Poll /api/jobs/{id}; absent if nothing changed */
      job_id?: string;
      /** @description Path of the dataset's page, with the base path */
      url: string;
    };
    Crs: {
      name: string;
      /** @description EPSG code, if any */
      srid?: number;
      authority?: string;
      code?: string;
      /** @enum {string} */
      kind?: 'geographic' | 'projected' | 'other';
      unit?: string;
      wkt?: string;
      /** @description The file has none; WGS84 is assumed from its coordinates */
      assumed?: boolean;
    };
    Field: {
      name: string;
      /** @enum {string} */
      type: 'boolean' | 'integer' | 'real' | 'text' | 'date' | 'datetime' | 'time' | 'binary';
      width?: number;
      nullable?: boolean;
      /** @description As spelled in the file */
      native_type?: string;
      /** @description Smallest value; ISO 8601 for dates */
      minimum?: number | string;
      maximum?: number | string;
      null_count?: number;
      /** @description If it was counted */
      distinct_count?: number;
    };
    Layer: {
      name: string;
      /** @description Point, LineString, Polygon, MultiPoint, MultiLineString, MultiPolygon, Geometry, … */
      geometry_type: string;
      /** @description Geometry types, most frequent first; present once the features were profiled */
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
      /** @description GDAL data type, such as Byte or Float32 */
      data_type: string;
      color_interpretation: string;
      description?: string;
      unit?: string;
      /** @description A number, or `nan` */
      nodata?: number | string;
      /**
       * @description Value of pixels without data; absent if there are none
       * @enum {string}
       */
      mask?: 'nodata' | 'mask' | 'alpha';
      minimum?: number;
      maximum?: number;
      mean?: number;
      std_dev?: number;
      statistics_approximate?: boolean;
      block_size?: number[];
      /** @description Width and height of each overview */
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
      /** @description Invalid geometries, the first 100 */
      problems?: components['schemas']['GeometryProblem'][];
      /** @description Absent for rasters and for data that is stored elsewhere, which is not profiled */
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
      /** @description Layer that is shown */
      layer: string;
      /** @description Names of all layers */
      layers: string[];
      /** @description Has every feature of the view; false for a sample */
      complete: boolean;
      /** @description Geometries were simplified for the view */
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
    AuditPage: {
      items: components['schemas']['AuditEvent'][];
    };
    AuditEvent: {
      id: number;
      /** Format: date-time */
      at: string;
      /** @description Such as `version.created` */
      event: string;
      actor_id: number | null;
      actor_name: string | null;
      /** @description Null for folders */
      dataset_id: number | null;
      /** @description Name of the dataset or folder */
      subject: string | null;
      details: {
        [key: string]: unknown;
      };
    };
    Job: {
      id: string;
      /** @description Such as `version.inspect` or `import.url` */
      kind: string;
      /** @description Object of the job, for people */
      title?: string;
      /** @description What the job does, did or could not do, for people; absent for housekeeping */
      summary?: string;
      /** @description Page of the result, below the base path of the service */
      page?: string;
      /** @description One sentence for each failed attempt */
      errors?: string[];
      /** @description The body that the operation returns without `Prefer: respond-async` */
      result?: {
        [key: string]: unknown;
      };
      may_cancel?: boolean;
      /** @enum {string} */
      status: 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled';
      /** @description 0 to 100 */
      progress: number;
      /** @description Current step, in a sentence */
      stage?: string;
      /** @description Why it failed or did not do what was requested */
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
    Error: {
      error: string;
    };
    Success: {
      success: boolean;
    };
  };
  responses: {
    /** @description The dataset was renamed; redirects to its page */
    Renamed: {
      headers: {
        Location?: string;
        [name: string]: unknown;
      };
      content?: never;
    };
    /** @description Too many requests of visitors from one address; never for people who are signed in */
    TooManyVisitors: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description No row, several rows, or a newer edit; nothing was changed */
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
    /** @description The error and what to do, in one sentence */
    Error: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description An error page */
    ErrorPage: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'text/html': string;
      };
    };
    /** @description Redirect to the portal's sign-in page */
    SignIn: {
      headers: {
        Location?: string;
        [name: string]: unknown;
      };
      content?: never;
    };
    /** @description The page */
    Page: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'text/html': string;
      };
    };
    /** @description The error, in one sentence */
    TextError: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'text/plain': string;
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
    /** @description Id of a published layer */
    Publication: string;
    GisProjectId: string;
    /** @description 0 is the runtime */
    GisProjectVersionNumber: number;
    /** @description Token of the published layer, for maps outside the platform */
    LinkToken: string;
    FolderId: number;
    RowLimit: number;
    RowOffset: number;
    /** @description Name of a column */
    RowSort: string;
    RowOrder: 'asc' | 'desc';
    /** @description JSON array of at most 50 objects `{column, op, value}`, which must all match. `op` is one of =, !=, <, <=, >, >=, contains, starts_with, in, is_null, not_null. */
    RowFilters: string;
    /** @description Id of a saved database connection */
    ConnectionId: number;
    /** @description Name of a table or view */
    TablePath: string;
    SchemaQuery: string;
    /** @description Id of the project */
    ProjectId: number;
    DatabaseId: number;
    /** @description Id of a connection to a map server */
    MapServerId: number;
    /** @description Id of a publication on a map server */
    PublicationId: number;
    /** @description Id of a connection to a map server */
    MapServerQuery: number;
    /** @description Folder of a new dataset, a positive integer; anything else is ignored. The form field takes precedence. */
    FolderIdForUpload: string;
  };
  requestBodies: {
    /** @description One file: `.gpkg`, `.geojson`, `.json`, `.zip` (a shapefile with `.shp`, `.dbf` and `.shx`), `.tif` or `.tiff`. Put fields before the file, so that they are known before its bytes are read. */
    Upload: {
      content: {
        'multipart/form-data': {
          /** Format: binary */
          file: string;
          dataset_name?: string;
          folder_id?: string;
          /** @description Comment on the version */
          version_label?: string;
          /** @description Also load the layers into PostGIS; see SpatialDbSidecar */
          spatialdb_import?: string;
          /** @description Also publish the version to a map server; see MapServerSidecar */
          publish_to_mapserver?: string;
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
  connectionsPage: {
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
  connectionPage: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of a saved database connection */
        id: components['parameters']['ConnectionId'];
      };
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
  connectionTablePage: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of a saved database connection */
        id: components['parameters']['ConnectionId'];
        /** @description Name of a table or view */
        table: components['parameters']['TablePath'];
      };
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
  mapServersPage: {
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
  mapServerPage: {
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
      200: components['responses']['Page'];
      303: components['responses']['SignIn'];
      403: components['responses']['ErrorPage'];
      500: components['responses']['ErrorPage'];
      503: components['responses']['ErrorPage'];
    };
  };
  gisProjectsPage: {
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
      /** @description Not modified */
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
        /** @description Folder of a new dataset, a positive integer; anything else is ignored. The form field takes precedence. */
        folder_id?: components['parameters']['FolderIdForUpload'];
        /** @description Name of the dataset; the form field of the same name takes precedence */
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
      /** @description Stored; redirects to the page of the dataset */
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
      /** @description Versions of datasets that the caller may see */
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
      /** @description Datasets that the caller may see, by name, with their versions, newest first */
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
        /** @description `only`, `true` or `1`: only archived ones; `include` or `all`: both; otherwise only active ones */
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
      /** @description Deleted, with all bytes that no other dataset uses */
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
        /** @description Folder of a new dataset, a positive integer; anything else is ignored. The form field takes precedence. */
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
        /** @description Accepted and ignored: the name identifies the dataset */
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
        /** @description Any value; with it, browsers may cache the picture for a day */
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
      /** @description Not modified */
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
      /** @description The metadata, or defaults if there is none */
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
      /** @description The saved metadata */
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
        /** @description Id of a version; 404 for anything else */
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
      /** @description The requested range */
      206: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/octet-stream': string;
        };
      };
      /** @description Not modified */
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
        /** @description Layer of a vector file; the first by default. Ignored for rasters. */
        layer?: string;
        /** @description `west,south,east,north` in degrees: only features that touch it, simplified for it. Vectors only. */
        bbox?: string;
        /** @description Maximum number of features; vectors only */
        limit?: number;
        /** @description Width of the view in pixels: detail of vectors, maximum width of a raster picture */
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
      /** @description Not modified */
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
        /** @description `only`: archived folders; otherwise active ones */
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
        /** @description Folder of a new dataset, a positive integer; anything else is ignored. The form field takes precedence. */
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
      /** @description The job, if the client sent `Prefer: respond-async` */
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
  quickImport: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['QuickImport'];
        'multipart/form-data': components['schemas']['QuickUpload'];
      };
    };
    responses: {
      /** @description Loaded */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['QuickImportResult'];
        };
      };
      /** @description The job, if the client sent `Prefer: respond-async` */
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
      413: components['responses']['Error'];
      422: components['responses']['Error'];
      500: components['responses']['Error'];
      502: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  importS3: {
    parameters: {
      query?: {
        /** @description Folder of a new dataset, a positive integer; anything else is ignored. The form field takes precedence. */
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
      /** @description The job, if the client sent `Prefer: respond-async` */
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
  browseFeatureService: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['FeatureServiceLogin'] & {
          service_url: string;
        };
      };
    };
    responses: {
      /** @description The service and its layers */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BrowsedService'];
        };
      };
      400: components['responses']['Error'];
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      500: components['responses']['Error'];
    };
  };
  importFeatureService: {
    parameters: {
      query?: {
        /** @description Folder of a new dataset, a positive integer; anything else is ignored. The form field takes precedence. */
        folder_id?: components['parameters']['FolderIdForUpload'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['FeatureServiceImport'];
      };
    };
    responses: {
      /** @description The job */
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
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  getFeatureServiceJob: {
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
      400: components['responses']['Error'];
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      404: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  listJobs: {
    parameters: {
      query?: {
        /** @description `active`: only queued and running jobs */
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
  listAudit: {
    parameters: {
      query?: {
        limit?: number;
        before?: number;
        dataset_id?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Events */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AuditPage'];
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
      /** @description Deleted, with all bytes that no other version uses */
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
      /** @description A graph, without versions of datasets that the caller may not see */
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
  localCopy: {
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
      /** @description The copy */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['LocalCopy'];
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
  makeLocalCopy: {
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
      /** @description The copy was made, or there was one */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['LocalCopyResult'];
        };
      };
      /** @description The job, if the client sent `Prefer: respond-async` */
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
      /** @description The capability */
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
  publishVersion: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of a version */
        id: components['parameters']['VersionId'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PublishInput'];
      };
    };
    responses: {
      /** @description What is published */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PublishResult'];
        };
      };
      400: components['responses']['Error'];
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      404: components['responses']['Error'];
      409: components['responses']['Error'];
      500: components['responses']['Error'];
      502: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  listPublications: {
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
      /** @description Published layers, oldest first */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Publication'][];
        };
      };
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      404: components['responses']['Error'];
      429: components['responses']['TooManyVisitors'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  updatePublication: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of a published layer */
        publication: components['parameters']['Publication'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PublicationInput'];
      };
    };
    responses: {
      /** @description The published layer */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Publication'];
        };
      };
      400: components['responses']['Error'];
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      404: components['responses']['Error'];
      409: components['responses']['Error'];
      422: components['responses']['Error'];
      500: components['responses']['Error'];
      502: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  endPublication: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of a published layer */
        publication: components['parameters']['Publication'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Its addresses no longer work */
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
  listPublicationTokens: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of a published layer */
        publication: components['parameters']['Publication'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Tokens, newest first */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PublicationToken'][];
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
  createPublicationToken: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of a published layer */
        publication: components['parameters']['Publication'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PublicationTokenInput'];
      };
    };
    responses: {
      /** @description The token with its secret, which is shown only now */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NewPublicationToken'];
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
  revokePublicationToken: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of a published layer */
        publication: components['parameters']['Publication'];
        token_id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The token no longer works */
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
  publishedTileJson: {
    parameters: {
      query?: {
        /** @description Token of the published layer, for maps outside the platform */
        token?: components['parameters']['LinkToken'];
      };
      header?: never;
      path: {
        /** @description Id of a published layer */
        publication: components['parameters']['Publication'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description TileJSON */
      200: {
        headers: {
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TileJson'];
        };
      };
      /** @description Not modified */
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
      502: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  publishedTile: {
    parameters: {
      query?: {
        /** @description Token of the published layer, for maps outside the platform */
        token?: components['parameters']['LinkToken'];
        /** @description Identifies the content, from TileJSON, so that other content has another address */
        v?: string;
      };
      header?: never;
      path: {
        /** @description Id of a published layer */
        publication: components['parameters']['Publication'];
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
      /** @description The tile is empty */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Not modified */
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
      502: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  publishedWms: {
    parameters: {
      query?: {
        /** @description Token of the published layer, for maps outside the platform */
        token?: components['parameters']['LinkToken'];
      };
      header?: never;
      path: {
        /** @description Id of a published layer */
        publication: components['parameters']['Publication'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A document, picture or legend */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          '*/*': string;
        };
      };
      /** @description A ServiceExceptionReport that says what to change */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/xml': string;
        };
      };
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      404: components['responses']['Error'];
      429: components['responses']['TooManyVisitors'];
      500: components['responses']['Error'];
      502: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  listGisProjects: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Projects, by name */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['GisProject'][];
        };
      };
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      500: components['responses']['Error'];
      502: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  getGisProject: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: components['parameters']['GisProjectId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The project */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['GisProject'];
        };
      };
      400: components['responses']['Error'];
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      404: components['responses']['Error'];
      500: components['responses']['Error'];
      502: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  listGisProjectVersions: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: components['parameters']['GisProjectId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The versions; the runtime is version 0 */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            project_id: string;
            versions: components['schemas']['GisProjectVersion'][];
          };
        };
      };
      400: components['responses']['Error'];
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      404: components['responses']['Error'];
      409: components['responses']['Error'];
      410: components['responses']['Error'];
      422: components['responses']['Error'];
      423: components['responses']['Error'];
      429: components['responses']['Error'];
      500: components['responses']['Error'];
      502: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  restoreGisProjectVersion: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: components['parameters']['GisProjectId'];
        /** @description 0 is the runtime */
        version: components['parameters']['GisProjectVersionNumber'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Restored */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': Record<string, never>;
        };
      };
      /** @description Taken up by the publish service */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': Record<string, never>;
        };
      };
      400: components['responses']['Error'];
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      404: components['responses']['Error'];
      409: components['responses']['Error'];
      410: components['responses']['Error'];
      422: components['responses']['Error'];
      423: components['responses']['Error'];
      429: components['responses']['Error'];
      500: components['responses']['Error'];
      502: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  downloadGisProject: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: components['parameters']['GisProjectId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The file, usually a ZIP */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          '*/*': string;
        };
      };
      400: components['responses']['Error'];
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      404: components['responses']['Error'];
      409: components['responses']['Error'];
      410: components['responses']['Error'];
      422: components['responses']['Error'];
      423: components['responses']['Error'];
      429: components['responses']['Error'];
      500: components['responses']['Error'];
      502: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  downloadGisProjectVersion: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: components['parameters']['GisProjectId'];
        /** @description 0 is the runtime */
        version: components['parameters']['GisProjectVersionNumber'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The file as a ZIP */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          '*/*': string;
        };
      };
      400: components['responses']['Error'];
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      404: components['responses']['Error'];
      409: components['responses']['Error'];
      410: components['responses']['Error'];
      422: components['responses']['Error'];
      423: components['responses']['Error'];
      429: components['responses']['Error'];
      500: components['responses']['Error'];
      502: components['responses']['Error'];
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
        /** @description Layer; the first by default */
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
        /** @description Layer; the first by default */
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
      /** @description The job, if the client sent `Prefer: respond-async` */
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
      /** @description The job, if the client sent `Prefer: respond-async` */
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
        /** @description Folder of `clip_dataset` */
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
      /** @description The job, if the client sent `Prefer: respond-async` */
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
        /** @description Folder of a new dataset, a positive integer; anything else is ignored. The form field takes precedence. */
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
      /** @description The job, if the client sent `Prefer: respond-async` */
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
      /** @description The job, if the client sent `Prefer: respond-async` */
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
        /** @description Layer; the first by default */
        layer?: string;
        /** @description `reproject` leaves out systems with heights */
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
      /** @description At most 50, best match first */
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
      /** @description The job, if the client sent `Prefer: respond-async` */
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
        /** @description Layer; the first by default */
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
      /** @description Extent and a sample of features, or the outline of a raster */
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
        /** @description Layer; the first by default */
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
        /** @description Layer; the first by default */
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
        /** @description Layer; the first by default */
        layer?: string;
        limit?: components['parameters']['RowLimit'];
        offset?: components['parameters']['RowOffset'];
        /** @description Name of a column */
        sort?: components['parameters']['RowSort'];
        order?: components['parameters']['RowOrder'];
        /** @description JSON array of at most 50 objects `{column, op, value}`, which must all match. `op` is one of =, !=, <, <=, >, >=, contains, starts_with, in, is_null, not_null. */
        filters?: components['parameters']['RowFilters'];
        /** @description Leave out unpublished edits */
        sealed?: boolean;
        /** @description Count the matching rows; this can be slow for a table in a database */
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
      /** @description Schema, rows, total and page */
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
        /** @description Layer; the first by default */
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
      /** @description The change */
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
        /** @description Layer; the first by default */
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
      /** @description The change */
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
        /** @description Layer; the first by default */
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
      /** @description The change */
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
        /** @description Edits that were published as this version; the draft by default */
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
      /** @description Keys by layer, at most 50,000; empty without the edit permission */
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
      /** @description The job, if the client sent `Prefer: respond-async` */
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
      /** @description The remaining draft */
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
      /** @description The draft */
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
        /** @description Layer; the first by default */
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
        /** @description Layer; the first by default */
        layer?: string;
        /** @description JSON array of the fields to include; only the key by default */
        fields?: string;
        /** @description First characters of the SHA-256 of the file, from TileJSON, so that other content has another address */
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
      /** @description The tile is empty */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Not modified */
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
        /** @description Layer; the first by default */
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
      /** @description The tree, empty without permissions there */
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
      /** @description The caller already had a connection to it */
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
  listDbadminConnections: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The answer of `GET /api/connections` of database administration */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DbadminObject'][];
        };
      };
      400: components['responses']['Error'];
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      404: components['responses']['Error'];
      409: components['responses']['Error'];
      500: components['responses']['Error'];
      502: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  listDbadminDatabases: {
    parameters: {
      query?: {
        /** @description Only those of this server */
        connection_id?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The answer of `GET /api/databases` of database administration */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DbadminObject'][];
        };
      };
      400: components['responses']['Error'];
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      404: components['responses']['Error'];
      409: components['responses']['Error'];
      500: components['responses']['Error'];
      502: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  createDbadminDatabase: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['DbadminObject'];
      };
    };
    responses: {
      /** @description The answer of `POST /api/databases` of database administration */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DbadminObject'];
        };
      };
      400: components['responses']['Error'];
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      404: components['responses']['Error'];
      409: components['responses']['Error'];
      500: components['responses']['Error'];
      502: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  listDbadminUsers: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: components['parameters']['DatabaseId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The answer of `GET /api/connections/{id}/pg-users` of database administration */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DbadminObject'][];
        };
      };
      400: components['responses']['Error'];
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      404: components['responses']['Error'];
      409: components['responses']['Error'];
      500: components['responses']['Error'];
      502: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  listDbadminSchemas: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: components['parameters']['DatabaseId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The answer of `GET /api/databases/{id}/schemas` of database administration */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': string[];
        };
      };
      400: components['responses']['Error'];
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      404: components['responses']['Error'];
      409: components['responses']['Error'];
      500: components['responses']['Error'];
      502: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  listDatabaseServices: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The services by name */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DatabaseService'][];
        };
      };
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      500: components['responses']['Error'];
      502: components['responses']['Error'];
    };
  };
  openDatabaseService: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        name: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The connection */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            success: boolean;
            connection_id: number;
            pg_service_name: string;
            host: string;
            port: number;
            dbname: string;
          };
        };
      };
      400: components['responses']['Error'];
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      404: components['responses']['Error'];
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
      /** @description Tables with and without geometry columns */
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
  testConnection: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ConnectionTestInput'];
      };
    };
    responses: {
      /** @description The result; `success` is false with `error` when the vault cannot use the database */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ConnectionTest'];
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
  listConnections: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The connections */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DatabaseConnection'][];
        };
      };
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  createConnection: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ConnectionInput'];
      };
    };
    responses: {
      /** @description Its id */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            id: number;
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
  updateConnection: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of a saved database connection */
        id: components['parameters']['ConnectionId'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ConnectionInput'];
      };
    };
    responses: {
      /** @description Replaced */
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
  deleteConnection: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of a saved database connection */
        id: components['parameters']['ConnectionId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Deleted */
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
  listConnectionTables: {
    parameters: {
      query?: {
        /** @description Only tables whose schema and name, joined by a dot, contain this; capital letters make no difference */
        search?: string;
      };
      header?: never;
      path: {
        /** @description Id of a saved database connection */
        id: components['parameters']['ConnectionId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The tables */
      200: {
        headers: {
          /** @description Whether there are more */
          'X-Truncated'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SpatialTable'][];
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
  connectionTableSchema: {
    parameters: {
      query?: {
        schema?: components['parameters']['SchemaQuery'];
      };
      header?: never;
      path: {
        /** @description Id of a saved database connection */
        id: components['parameters']['ConnectionId'];
        /** @description Name of a table or view */
        table: components['parameters']['TablePath'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Columns, key and whether rows can be edited */
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
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  connectionTableRows: {
    parameters: {
      query?: {
        schema?: components['parameters']['SchemaQuery'];
        limit?: components['parameters']['RowLimit'];
        offset?: components['parameters']['RowOffset'];
        /** @description Name of a column */
        sort?: components['parameters']['RowSort'];
        order?: components['parameters']['RowOrder'];
        /** @description JSON array of at most 50 objects `{column, op, value}`, which must all match. `op` is one of =, !=, <, <=, >, >=, contains, starts_with, in, is_null, not_null. */
        filters?: components['parameters']['RowFilters'];
      };
      header?: never;
      path: {
        /** @description Id of a saved database connection */
        id: components['parameters']['ConnectionId'];
        /** @description Name of a table or view */
        table: components['parameters']['TablePath'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Schema, rows, total and page */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TableRowPage'];
        };
      };
      400: components['responses']['Error'];
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  connectionTablePreview: {
    parameters: {
      query?: {
        schema?: components['parameters']['SchemaQuery'];
        /** @description Required for a table with several geometry columns */
        geometry_column?: string;
      };
      header?: never;
      path: {
        /** @description Id of a saved database connection */
        id: components['parameters']['ConnectionId'];
        /** @description Name of a table or view */
        table: components['parameters']['TablePath'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The preview */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/geo+json': components['schemas']['PreviewCollection'];
        };
      };
      400: components['responses']['Error'];
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      422: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  updateTableRow: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['TableRowUpdate'];
      };
    };
    responses: {
      /** @description The change */
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
      409: components['responses']['EditConflict'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  deleteTableRow: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['TableRowDelete'];
      };
    };
    responses: {
      /** @description The change */
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
      409: components['responses']['EditConflict'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  insertTableRow: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['TableRowInsert'];
      };
    };
    responses: {
      /** @description The change */
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
      409: components['responses']['EditConflict'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  registerTable: {
    parameters: {
      query?: {
        /** @description Folder of a new dataset, a positive integer; anything else is ignored. The form field takes precedence. */
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
  listMapServers: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Connections by name, without passwords */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['MapServer'][];
        };
      };
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  createMapServer: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['MapServerInput'];
      };
    };
    responses: {
      /** @description Saved */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            id: number;
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
  updateMapServer: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of a connection to a map server */
        id: components['parameters']['MapServerId'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['MapServerInput'];
      };
    };
    responses: {
      /** @description Changed */
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
  deleteMapServer: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of a connection to a map server */
        id: components['parameters']['MapServerId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Deleted */
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
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  testMapServer: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of a connection to a map server */
        id: components['parameters']['MapServerId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The result, also when the map server cannot be used */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['MapServerTest'];
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
  listMapServerWorkspaces: {
    parameters: {
      query: {
        /** @description Id of a connection to a map server */
        connection_id: components['parameters']['MapServerQuery'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Workspaces by name */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['MapServerName'][];
        };
      };
      400: components['responses']['Error'];
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      404: components['responses']['Error'];
      500: components['responses']['Error'];
      502: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  createMapServerWorkspace: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          connection_id: components['schemas']['MapServerRef'];
          name: string;
          /** @description Accepted and ignored */
          recurse?: boolean;
        };
      };
    };
    responses: {
      /** @description Created */
      201: {
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
      500: components['responses']['Error'];
      502: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  deleteMapServerWorkspace: {
    parameters: {
      query: {
        /** @description Id of a connection to a map server */
        connection_id: components['parameters']['MapServerQuery'];
        recurse?: boolean;
      };
      header?: never;
      path: {
        name: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Deleted */
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
      500: components['responses']['Error'];
      502: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  readMapServerCatalog: {
    parameters: {
      query: {
        /** @description Id of a connection to a map server */
        connection_id: components['parameters']['MapServerQuery'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The catalog; the stores of a workspace are left out if they cannot be listed */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['MapServerCatalog'];
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
  importMapServerLayer: {
    parameters: {
      query?: {
        /** @description Folder of a new dataset, a positive integer; anything else is ignored. The form field takes precedence. */
        folder_id?: components['parameters']['FolderIdForUpload'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['MapLayerImport'];
      };
    };
    responses: {
      /** @description Stored as an immutable version */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ImportedMapLayer'];
        };
      };
      /** @description The job, if the client sent `Prefer: respond-async` */
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
      502: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  listMapServerStyles: {
    parameters: {
      query: {
        /** @description Id of a connection to a map server */
        connection_id: components['parameters']['MapServerQuery'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Styles by name */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['MapServerStyle'][];
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
  createMapServerStyle: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          connection_id: components['schemas']['MapServerRef'];
          style_name: string;
          sld: string;
          /** @description A global style, if left out */
          workspace?: string;
        };
        'multipart/form-data': {
          connection_id: string;
          style_name: string;
          workspace?: string;
          /** Format: binary */
          file: string;
        };
      };
    };
    responses: {
      /** @description Created */
      201: {
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
      500: components['responses']['Error'];
      502: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  assignMapServerStyle: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          connection_id: components['schemas']['MapServerRef'];
          workspace: string;
          layer_name: string;
          /** @description Of the workspace, or else a global one */
          style_name: string;
        };
      };
    };
    responses: {
      /** @description Assigned */
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
      502: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  readMapServerStyle: {
    parameters: {
      query: {
        /** @description Id of a connection to a map server */
        connection_id: components['parameters']['MapServerQuery'];
        /** @description A global style, if left out */
        workspace?: string;
      };
      header?: never;
      path: {
        name: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The SLD document */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/xml': string;
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
  publishToMapServer: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['MapPublishInput'];
      };
    };
    responses: {
      /** @description Queued; poll /api/mapserver/jobs/{id} */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['QueuedPublication'];
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
  listMapServerPublications: {
    parameters: {
      query: {
        /** @description Id of a connection to a map server */
        connection_id: components['parameters']['MapServerQuery'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Publications of datasets that the caller may view, newest first; for people who may edit in the vault also those whose dataset was deleted */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['MapServerPublication'][];
        };
      };
      400: components['responses']['Error'];
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  unpublishFromMapServer: {
    parameters: {
      query?: {
        forget?: boolean;
      };
      header?: never;
      path: {
        /** @description Id of a publication on a map server */
        id: components['parameters']['PublicationId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Removed from the list (`forget=true`) */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Success'];
        };
      };
      /** @description Queued; poll /api/mapserver/jobs/{id} */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['QueuedPublication'];
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
  republishToMapServer: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of a publication on a map server */
        id: components['parameters']['PublicationId'];
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': {
          /** @description The latest by default */
          version?: number;
        };
      };
    };
    responses: {
      /** @description Queued; poll /api/mapserver/jobs/{id} */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['QueuedPublication'];
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
  getMapServerJob: {
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
      400: components['responses']['Error'];
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      404: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  listDatasetPublications: {
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
      /** @description Publications, newest first */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['MapServerPublication'][];
        };
      };
      401: components['responses']['Error'];
      403: components['responses']['Error'];
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
      /** @description Alive; nothing else was checked */
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
