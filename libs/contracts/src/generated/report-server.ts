// Generated from openapi/*.yaml by libs/contracts/generate.ts; change the contract, not this file.

export interface paths {
  '/': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Page: data explorer */
    get: operations['explorerPage'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/datasources': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Page: datasources */
    get: operations['datasourcesPage'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/dashboards': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Page: dashboards */
    get: operations['dashboardsPage'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/dashboards/{owner}/{key}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Page: a dashboard */
    get: operations['dashboardPage'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/embedding': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Page: embedding */
    get: operations['embeddingPage'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/library': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Page: reports */
    get: operations['libraryPage'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/library/new': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Page: new report */
    get: operations['newReportPage'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/library/{key}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Page: report */
    get: operations['reportViewerPage'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/library/{key}/edit': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Page: report builder */
    get: operations['reportBuilderPage'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/runs': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Page: runs of reports */
    get: operations['runsPage'];
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
  '/api/discovery': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * What the caller may see, for the catalog: dashboards and maps
     * @description Dashboards that the caller may view, where they are licensed; the caller's saved views that are maps; and reports, unless report management lists them (REPORT_MGMT_URL).
     */
    get: operations['discover'];
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
  '/api/jobs/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a job
     * @description For the user who started it, and for administrators.
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
  '/api/audit': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List audit events, newest first
     * @description Changes of datasources, reports, views, dashboards and tokens, and exports. Users who are administrators of the platform only.
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
  '/api/v1/datasources': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List datasources by title, without passwords */
    get: operations['listDatasources'];
    put?: never;
    /**
     * Register a database whose tables people explore
     * @description Signs in first. Refused are the platform's own databases, and logins that are superusers or reach files and programs of the server. Without `key` it is the slug of the title; it never changes.
     */
    post: operations['createDatasource'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/datasources/adopt': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Register a database of database administration, with a login of its own that may only read */
    post: operations['adoptDatasource'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/datasources/{key}': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        key: components['parameters']['Key'];
      };
      cookie?: never;
    };
    /** A datasource, without its password */
    get: operations['getDatasource'];
    /**
     * Replace a datasource
     * @description A blank password keeps the stored one, as long as host, port and user stay the same and the SSL mode is not weaker.
     */
    put: operations['updateDatasource'];
    post?: never;
    /** Delete a datasource with its row policies and permissions */
    delete: operations['deleteDatasource'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/datasources/{key}/test': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        key: components['parameters']['Key'];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Sign in to the database of a datasource */
    post: operations['testDatasource'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/datasources/{key}/row-policies': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        key: components['parameters']['Key'];
      };
      cookie?: never;
    };
    /** Row policies of a datasource, by table */
    get: operations['listRowPolicies'];
    put?: never;
    /**
     * Say which rows of a table a group, or everybody, may see
     * @description A table without policies is open. With policies, people see the rows that one of theirs allows, and nothing without one. They hold in every read; none binds administrators.
     */
    post: operations['createRowPolicy'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/datasources/{key}/row-policies/preview': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        key: components['parameters']['Key'];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** What the members of a group see */
    post: operations['previewRowPolicy'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/datasources/{key}/row-policies/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        key: components['parameters']['Key'];
        id: number;
      };
      cookie?: never;
    };
    get?: never;
    /** Replace a row policy */
    put: operations['updateRowPolicy'];
    post?: never;
    /** Delete a row policy; without any the table is open */
    delete: operations['deleteRowPolicy'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/explorer/datasources': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Datasources that the caller may explore, by title */
    get: operations['listExplorerDatasources'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/explorer/tables': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Tables and views of a datasource, by schema and name */
    get: operations['listExplorerTables'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/explorer/metadata': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Columns, keys, geometry and indexes of a table */
    get: operations['getTableMetadata'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/explorer/query': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Read rows or groups of a table
     * @description Without `columns` all but geometries and binary values. Pages by `cursor`, which tables with a primary key have, or by `offset`. Numbers beyond 15 digits are texts, NaN and infinities null, geometries GeoJSON in WGS84.
     */
    post: operations['queryTable'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/explorer/map/sources': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Datasources with geometry that the caller may explore */
    get: operations['listMapSources'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/explorer/map/tables': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Tables with geometry, with type, reference system, extent and rows */
    get: operations['listMapTables'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/explorer/map/discover': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Search tables with geometry, with a style to start from */
    get: operations['discoverMaps'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/explorer/summary': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Rows, and of each column nulls, distinct values, extremes or extent */
    post: operations['summarizeTable'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/explorer/statistics': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Quantiles, histograms, time series, correlations, frequent values and classes
     * @description Exact up to 1,000,000 rows or 5 s. Above that a sample of the pages of the table is read, unless `sample` is false; the answer names its fraction.
     */
    post: operations['measureTable'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/explorer/features': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Read rows as GeoJSON in WGS84 */
    post: operations['readFeatures'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/explorer/report-query': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Rows or groups of a report's main query
     * @description `result_id` identifies the report with these parameters, for 15 minutes and for the caller: further pages and groups, and features, are asked for by it. A report whose SQL cannot have the row policies of its datasource attached is for administrators.
     */
    post: operations['queryReport'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/explorer/report-table': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Columns of a report's main query, and where its rows are
     * @description As of a table, whose schema is `report` and whose name is the key. It has no key.
     */
    post: operations['reportTable'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/explorer/export': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Rows or groups as a file
     * @description The file is sent while it is read, and the trailers `X-Row-Count` and `X-Truncated` say how many rows it has and whether there were more. `csv` is UTF-8 with CRLF; texts that a spreadsheet would take for a formula begin with an apostrophe. Every export is on record. A connection that ends early has half a file.
     */
    post: operations['exportTable'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/explorer/report-tiles/{report}/{z}/{x}/{y}.mvt': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * A vector tile of the main query of a report
     * @description The layer is `features`. Above 50,000 features the largest are kept.
     */
    get: operations['reportTile'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/explorer/tiles/{datasource}/{schema}/{table}/{z}/{x}/{y}.mvt': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * A vector tile of a table
     * @description The layer is `features`; ids are those of an integer primary key. Above 50,000 features the largest are kept.
     */
    get: operations['tableTile'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/explorer/spatial-analysis': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Run a spatial analysis
     * @description Areas, lengths and distances are those on the ground (m, m²), whatever the SRID of the layer. Larger layers are 422 with the counts. With `Prefer: respond-async` the analysis is a job (202), whose limits are larger: `/capabilities` names them.
     */
    post: operations['runAnalysis'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/explorer/spatial-analysis/jobs': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The caller's analyses that ran or run as jobs, newest first */
    get: operations['listAnalysisJobs'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/explorer/spatial-analysis/jobs/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    /**
     * One of the caller's analyses that run as jobs
     * @description Another person's job is 404, like one that does not exist.
     */
    get: operations['getAnalysisJob'];
    put?: never;
    post?: never;
    /**
     * Cancel an analysis that is queued or running, and remove its result
     * @description The statement in the database stops within seconds.
     */
    delete: operations['cancelAnalysisJob'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/explorer/spatial-analysis/jobs/{id}/result': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The result of an analysis that ran as a job
     * @description The same members as the direct answer, `features` first. With `format=geojson` the FeatureCollection alone, as a file. 404 until the job has succeeded, and again when the result has expired.
     */
    get: operations['analysisJobResult'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/explorer/spatial-analysis/validate': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Check a geometry
     * @description A geometry that is not valid is 200 with `valid` false; one that cannot be read is 400.
     */
    post: operations['validateGeometry'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/explorer/spatial-analysis/capabilities': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The analyses: inputs, parameters, units, limits */
    get: operations['analysisCapabilities'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/explorer/views': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The caller's saved views, by title */
    get: operations['listViews'];
    put?: never;
    /**
     * Save a view, or replace the one with the same key
     * @description Without `key` the view is saved under the slug of its title. With `revision` only that revision is replaced; another one is 409 with the current view. A default view replaces the caller's former default.
     */
    post: operations['saveView'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/explorer/views/{key}': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        key: components['parameters']['Key'];
      };
      cookie?: never;
    };
    /** One of the caller's saved views */
    get: operations['getView'];
    put?: never;
    post?: never;
    /** Delete one of the caller's saved views */
    delete: operations['deleteView'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/explorer/handoff': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Make a report template of what the explorer shows; nothing is written
     * @description The template has one table, chart or map over the rows of the filter. It reads the table with the rights of those who run it. `warnings` name what it cannot carry over.
     */
    post: operations['handOff'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/license': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Edition and licence of this server */
    get: operations['getLicense'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/explorer/views/{key}/dashboard': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        key: components['parameters']['Key'];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Offer one of the caller's views as a widget of dashboards
     * @description Needs the licensed feature `dashboards`.
     */
    post: operations['addWidget'];
    /**
     * Offer a view no longer; dashboards that show it keep it
     * @description Needs the licensed feature `dashboards`.
     */
    delete: operations['removeWidget'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/explorer/dashboard-widgets': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The caller's views that are offered as widgets, with the dashboards that show them
     * @description Needs the licensed feature `dashboards`.
     */
    get: operations['listWidgets'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/explorer/dashboards': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Dashboards that the caller may view, by title
     * @description Needs the licensed feature `dashboards`.
     */
    get: operations['listDashboards'];
    put?: never;
    /**
     * Create a dashboard
     * @description Needs the licensed feature `dashboards`. Without `key` it is the slug of the title. The caller owns it; the portal shares it, as resource `dashboard:<id>`.
     */
    post: operations['createDashboard'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/explorer/dashboards/{owner}/{key}': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        owner: components['parameters']['Owner'];
        key: components['parameters']['Key'];
      };
      cookie?: never;
    };
    /**
     * A dashboard with its widgets
     * @description Needs the licensed feature `dashboards`. A dashboard that the caller may not view is 404, as a missing one. It has no data: those come from the explorer's routes, with the rights of the viewer.
     */
    get: operations['getDashboard'];
    /**
     * Replace a dashboard
     * @description Needs the licensed feature `dashboards`, and `edit` on the dashboard. Its key stays.
     */
    put: operations['updateDashboard'];
    post?: never;
    /**
     * Delete a dashboard
     * @description Needs the licensed feature `dashboards`, and `admin` on the dashboard. It is kept for 30 days, to be restored; its key is free at once.
     */
    delete: operations['deleteDashboard'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/explorer/dashboards/{owner}/{key}/restore': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        owner: components['parameters']['Owner'];
        key: components['parameters']['Key'];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Restore a deleted dashboard, with those whom it was shared with
     * @description Needs the licensed feature `dashboards`, and `admin` on the dashboard. Of several with the key, the one that was deleted last.
     */
    post: operations['restoreDashboard'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/report-template.schema.json': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** JSON schema of report templates, draft 2020-12 */
    get: operations['getTemplateSchema'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/reports': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Reports that the caller may view, by title */
    get: operations['listReports'];
    put?: never;
    /**
     * Create a report
     * @description The caller owns it and needs `view` on its datasources. The portal shares it, as resource `report:<key>`. A template with errors is 400 with `findings`, and nothing is kept.
     */
    post: operations['createReport'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/reports/import': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Read a JasperReports template of version 6 or 7
     * @description A `.jrxml` file, or a `.zip` with its subreports, pictures, style sheets and texts, at most 10 MiB. The answer has the template and what it cannot express, with lines. Nothing is kept unless `save` is `true`: then the report and its subreports are created, with their pictures.
     */
    post: operations['importReport'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/reports/{key}': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        key: components['parameters']['Key'];
      };
      cookie?: never;
    };
    /**
     * A report
     * @description The template is for callers with `edit`; it is null for others.
     */
    get: operations['getReport'];
    /**
     * Change a report; another template becomes a new version
     * @description `revision` is the version that the caller read; another one is 409 with the current report. A template that an earlier version has makes that version current again. What is left out stays. Another template needs `view` on the datasource of the report (403), since everybody who may view the report reads it.
     */
    put: operations['updateReport'];
    post?: never;
    /** Archive a report; it runs no longer, and can be restored */
    delete: operations['archiveReport'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/reports/{key}/restore': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        key: components['parameters']['Key'];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Restore an archived report */
    post: operations['restoreReport'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/reports/{key}/versions': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        key: components['parameters']['Key'];
      };
      cookie?: never;
    };
    /** Versions of a report, newest first */
    get: operations['listReportVersions'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/reports/{key}/versions/{version}': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        key: components['parameters']['Key'];
        version: number;
      };
      cookie?: never;
    };
    /** A version of a report with its template */
    get: operations['getReportVersion'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/reports/{key}/assets': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        key: components['parameters']['Key'];
      };
      cookie?: never;
    };
    /** Pictures that templates of a report may show, by name */
    get: operations['listReportAssets'];
    put?: never;
    /**
     * Upload a picture, or replace the one of the same name
     * @description JPEG, PNG, WebP or GIF, at most 5 MiB and 25 million pixels. It is decoded and encoded again, as JPEG or PNG.
     */
    post: operations['uploadReportAsset'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/reports/{key}/assets/{name}': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        key: components['parameters']['Key'];
        name: string;
      };
      cookie?: never;
    };
    /** The bytes of a picture */
    get: operations['getReportAsset'];
    put?: never;
    post?: never;
    /** Delete a picture */
    delete: operations['deleteReportAsset'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/reports/execute': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Run a report and get the document
     * @description Parameters of the report are further keys of the query; a parameter of several values repeats its key. Keys that the report does not declare are ignored and named in `X-Ignored-Parameters`. `_print…` and `_save…` have no effect. With `Prefer: respond-async` the run is a job (202). Errors are one line of plain text.
     */
    get: operations['executeReport'];
    put?: never;
    /** Run a report with parameters in a form, for long lists */
    post: operations['executeReportForm'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/reports/execute_report.php': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Former address of `/reports/execute`
     * @deprecated
     */
    get: operations['executeReportLegacy'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/reports/report_image': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * A picture of a run as HTML
     * @description For the person of the run, 15 minutes long.
     */
    get: operations['reportImage'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/reports/preview': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** A template as PDF with the first 200 rows, saved or not */
    post: operations['previewReport'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/executions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List the runs of the caller, newest first; administrators see all */
    get: operations['listExecutions'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/executions/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    /** Get a run */
    get: operations['getExecution'];
    put?: never;
    post?: never;
    /** Cancel a run that is queued or running, and remove its output */
    delete: operations['cancelExecution'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/executions/{id}/output': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The document of a run that was requested with `Prefer: respond-async` */
    get: operations['executionOutput'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/map/{key}/extent': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Where the data of a report's map are
     * @description The query holds values of the report's parameters, as for a run.
     */
    get: operations['mapExtent'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/reports/{key}/config': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** What a viewer needs: formats, parameters, page */
    get: operations['reportConfig'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/reports/{key}/parameters/{name}/lookup': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Key of the report */
        key: components['parameters']['ReportKey'];
        name: string;
      };
      cookie?: never;
    };
    /** The options of a parameter that depends on no other */
    get: operations['lookupParameter'];
    put?: never;
    /** The options of a parameter, given the values of those that it depends on */
    post: operations['lookupDependentParameter'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/internal/reports/execute': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Run a report for a person and get the document
     * @description As `/reports/execute`, with the rights of the person whom `X-On-Behalf-Of` names; the caller checks that the person may use it. The run is on record before the last byte is sent. Of one person, and of one visitor, two such runs are made at once, apart from those of the browser, and of all visitors three; others wait, and are 503 with `Retry-After` when too many do.
     */
    get: operations['executeForPerson'];
    put?: never;
    /** The same with parameters in a form, for long lists */
    post: operations['executeForPersonForm'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/internal/reports/image': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * A picture of a run as HTML
     * @description For the person of the run, 15 minutes long.
     */
    get: operations['pictureForPerson'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/internal/datasources': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Datasources that are switched on, by title */
    get: operations['enabledDatasources'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/internal/datasources/{key}/options': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * The options of a statement
     * @description One statement that reads, with `:name` for values, which are bound: a list as an array, or as its items in `IN (:name)`. The column `value`, else the first, is the value, `label`, else the second, the label. At most 1,000 options, 5 s. Row policies count: where there are any, only an administrator's statements are run (403). The caller checks that the person may use the definition.
     */
    post: operations['statementOptions'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/internal/reports/import': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Read a JasperReports template; nothing is kept
     * @description As `/api/v1/reports/import` without `save`. The person of `X-On-Behalf-Of` needs no right here: the caller checks that the person may publish reports there.
     */
    post: operations['readReportFile'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/internal/reports/{key}': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Key of the report */
        key: components['parameters']['ReportKey'];
      };
      cookie?: never;
    };
    /** A report with what a definition of it needs */
    get: operations['publishedReport'];
    put?: never;
    post?: never;
    /**
     * Archive a report; 204 also if it is archived
     * @description `X-On-Behalf-Of` is for the record; the caller checks that the person may do it.
     */
    delete: operations['archivePublishedReport'];
    options?: never;
    head?: never;
    /**
     * Change the texts or the datasource of a report
     * @description What is left out stays as it is; the template stays in any case. With `author`, that user needs `view` on another datasource, and `edit` on the report; without it, the operator is trusted. The portal is not informed, as the caller does that.
     */
    patch: operations['changePublishedReport'];
    trace?: never;
  };
  '/internal/reports/{key}/restore': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Key of the report */
        key: components['parameters']['ReportKey'];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Restore an archived report; 204 also if it is not archived */
    post: operations['restorePublishedReport'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/internal/reports/{key}/template': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Key of the report */
        key: components['parameters']['ReportKey'];
      };
      cookie?: never;
    };
    get?: never;
    /**
     * Create a report from a file, or give it another version
     * @description The file is a template as JSON, a `.jrxml` file, or a `.zip` of one with its pictures and subreports, at most 10 MiB. A template that an earlier version has makes that version current again. An archived report is restored. Subreports of the file belong to the report, and are shown with it alone. The portal is not informed: the caller registers `report:<key>`. With `author`, that user needs `view` on the datasource, and `edit` on a report that exists; without it, the operator is trusted.
     */
    put: operations['publishTemplate'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/internal/executions/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * A run that another service started
     * @description A caller that has read a document to its end, or until the connection was cut, finds here how the run ended.
     */
    get: operations['executionOfService'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/embed/token': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Create a token that opens one resource within another site
     * @description The caller needs `view` on the resource and its datasources, and keeps lending these rights: the token ends with them. The token is shown once. Bound `parameters` win over those of the page; an empty value selects nothing. Without `origins` those of EMBED_ORIGINS and this server may show it.
     */
    post: operations['createEmbedToken'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/embed/tokens': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The caller's tokens, newest first; administrators of the platform see all */
    get: operations['listEmbedTokens'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/embed/tokens/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: number;
      };
      cookie?: never;
    };
    /** One of the caller's tokens */
    get: operations['getEmbedToken'];
    put?: never;
    post?: never;
    /** Revoke a token; its pages stop at once */
    delete: operations['revokeEmbedToken'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/embed/revoke': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Revoke all tokens of a resource, or all of their creator
     * @description By resource (`type`, `id`, `owner`): those of the caller, and of everybody for callers with `admin` on it. By `creator`: of the caller; of others for administrators of the platform.
     */
    post: operations['revokeEmbedTokens'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/embed/report/{key}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Page for other sites: a report
     * @description The origins of the token may show it (`frame-ancestors`). Other names are first values of parameters; one that the token binds is 403.
     */
    get: operations['embeddedReportPage'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/embed/map-report/{key}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Page for other sites: the map of a report
     * @description The origins of the token may show it (`frame-ancestors`). Other names are first values of parameters; one that the token binds is 403.
     */
    get: operations['embeddedMapReportPage'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/embed/dashboard/{owner}/{key}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Page for other sites: a dashboard
     * @description The origins of the token may show it (`frame-ancestors`). Other names are first values of parameters; one that the token binds is 403.
     */
    get: operations['embeddedDashboardPage'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/embed/view/{owner}/{key}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Page for other sites: a saved view
     * @description The origins of the token may show it (`frame-ancestors`). Other names are first values of parameters; one that the token binds is 403.
     */
    get: operations['embeddedViewPage'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/embed/api/session': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Trade an embed token for a session, which ends with it
     * @description The session goes with each data call in the header `X-Embed-Session`. No cookie is read.
     */
    post: operations['openEmbedSession'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/embed/api/reports/{key}/config': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** What an embedded report needs: its parameters but those that the token binds */
    get: operations['embeddedReportConfig'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/embed/api/reports/{key}/parameters/{name}/lookup': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** The options of a parameter, given the values that the token binds and those of the page */
    post: operations['embeddedLookup'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/embed/api/reports/{key}/document': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Run an embedded report: as HTML to show it, in other formats where the token allows `export` */
    post: operations['embeddedDocument'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/embed/api/reports/{key}/maps': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * What the maps of a report show, for a token of `map-report`
     * @description Features carry the columns that name and colour them, and no others. At most 10,000 of each map; `truncated` says that there are more.
     */
    post: operations['embeddedMaps'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/embed/api/content': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** What an embedded view or dashboard shows, without the filters that the token binds */
    get: operations['embeddedContent'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/embed/api/widgets/{widget}/table': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The columns of the table of a widget, but those that its view hides */
    get: operations['embeddedTable'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/embed/api/widgets/{widget}/query': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Read rows or groups of a widget, below the filters of its view and of the token */
    post: operations['embeddedQuery'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/embed/api/widgets/{widget}/export': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Rows or groups of a widget as a file, below the filters of its view and of the token, which must allow `export` */
    post: operations['embeddedExport'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/embed/api/widgets/{widget}/tiles/{z}/{x}/{y}.mvt': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** A vector tile of a widget, below the filters of its view and of the token */
    get: operations['embeddedTile'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/sdk/platform-report.js': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The browser SDK as a script that defines `PlatformReport`
     * @description Any site may load it (CORS). ETag, and five minutes in caches.
     */
    get: operations['sdkScript'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/sdk/platform-report.min.js': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The browser SDK, minified */
    get: operations['sdkMinifiedScript'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/sdk/v1/platform-report.js': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Version 1 of the browser SDK as a script that defines `PlatformReport` */
    get: operations['sdkVersionedScript'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/sdk/v1/{file}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** A file of version 1 of the browser SDK: a script, a module (`.esm.js`), or its types */
    get: operations['sdkFile'];
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
      /** @description Such as `report-server.no_such_column` */
      code?: string;
    };
    ReportServerDiscovery: {
      /** @constant */
      service: 'report-server';
      /**
       * @description Of the items that name no other
       * @constant
       */
      resource_type: 'dashboard';
      items: {
        id: string;
        /** @enum {string} */
        resource_type: 'dashboard' | 'map' | 'report';
        title: string;
        description: string;
        url: string;
        category: string;
        /** @description Username; not for visitors */
        owner?: string;
        /** Format: date-time */
        updated_at: string;
      }[];
    };
    AuditPage: {
      items: components['schemas']['AuditEvent'][];
    };
    AuditEvent: {
      id: number;
      /** Format: date-time */
      at: string;
      event: string;
      actor_id: number | null;
      actor_name: string | null;
      object_id: number | null;
      subject: string | null;
      details: {
        [key: string]: unknown;
      };
    };
    /** @description Stored in lower case */
    ResourceKey: string;
    /** @enum {string} */
    SslMode: 'disable' | 'prefer' | 'require' | 'verify-ca' | 'verify-full';
    DatasourceInput: {
      title: string;
      host: string;
      /** @default 5432 */
      port: number;
      database: string;
      username: string;
      /** @description Blank keeps the stored one */
      password?: string;
      sslmode?: components['schemas']['SslMode'];
      /** @description Schemas whose tables people see; empty: all but those of the system */
      schemas?: string[];
      /** @default 30000 */
      statement_timeout_ms: number;
      /** @default true */
      enabled: boolean;
    };
    DatasourceCreation: components['schemas']['DatasourceInput'] & {
      key?: components['schemas']['ResourceKey'];
    };
    DatasourceChange: components['schemas']['DatasourceInput'] & {
      /** @description The revision that the caller read */
      revision: number;
    };
    Datasource: {
      key: string;
      title: string;
      /** @constant */
      kind: 'postgres';
      host: string;
      port: number;
      database: string;
      username: string;
      sslmode: components['schemas']['SslMode'];
      schemas: string[];
      spatial: boolean;
      /** @description Version of PostGIS */
      postgis: string | null;
      /** @enum {string} */
      origin: 'manual' | 'dbadmin';
      statement_timeout_ms: number;
      enabled: boolean;
      revision: number;
      /** Format: date-time */
      updated_at: string;
    };
    RowPolicyInput: {
      schema: string;
      table: string;
      /** @description Null: everybody */
      group_id: number | null;
      filter: components['schemas']['FilterTree'];
    };
    RowPolicyChange: components['schemas']['RowPolicyInput'] & {
      revision: number;
    };
    RowPolicy: {
      id: number;
      schema: string;
      table: string;
      group_id: number | null;
      group: string | null;
      filter: components['schemas']['FilterTree'];
      revision: number;
    };
    DatasourceTest: {
      ok: boolean;
      error?: string;
      /** @description Version of PostgreSQL */
      version?: string;
      postgis?: string | null;
      encrypted?: boolean;
      milliseconds?: number;
    };
    ExplorerDatasource: {
      key: string;
      title: string;
      /** @constant */
      kind: 'postgres';
      spatial: boolean;
      /** @description Version of PostGIS */
      postgis: string | null;
      permissions: {
        view: boolean;
        admin: boolean;
      };
    };
    /** @enum {string} */
    TableKind: 'table' | 'view' | 'materialized_view' | 'foreign_table';
    ExplorerTable: {
      schema: string;
      table: string;
      kind: components['schemas']['TableKind'];
      comment: string | null;
      /** @description From the statistics of the database; null when it has none */
      estimated_rows: number | null;
      columns: number;
      geometry: components['schemas']['GeometryColumn'][];
    };
    GeometryColumn: {
      column: string;
      /** @description Such as MULTIPOLYGON; GEOMETRY when the column takes any */
      type: string;
      /** @description 0 when the column does not say */
      srid: number;
      dimensions: number;
    };
    /** @enum {string} */
    ColumnFamily:
      | 'integer'
      | 'decimal'
      | 'float'
      | 'text'
      | 'boolean'
      | 'date'
      | 'time'
      | 'timestamp'
      | 'timestamptz'
      | 'uuid'
      | 'enum'
      | 'geometry'
      | 'json'
      | 'array'
      | 'binary'
      | 'comparable'
      | 'other';
    TableMetadata: {
      schema: string;
      table: string;
      kind: components['schemas']['TableKind'];
      comment: string | null;
      primary_key: string[];
      estimated_rows: number | null;
      columns: {
        name: string;
        /** @description As PostgreSQL spells it */
        type: string;
        family: components['schemas']['ColumnFamily'];
        nullable: boolean;
        comment: string | null;
        /**
         * @description What the explorer takes the column for
         * @enum {string}
         */
        semantic: 'key' | 'measure' | 'category' | 'time' | 'place' | 'text' | 'other';
        /** @description Of an enumeration */
        values?: string[];
      }[];
      geometry: components['schemas']['GeometryExtent'][];
      indexes: {
        name: string;
        columns: string[];
        unique: boolean;
        method: string;
      }[];
    };
    /** @description `{and: […]}`, `{or: […]}`, `{not: …}`, `{column, op, value}` or `{geometry, op, value, srid, meters}`; at most 64 conditions in 8 levels. Operators: eq ne lt lte gt gte in not_in between like ilike contains starts_with ends_with is_null is_not_null; spatial: bbox intersects within contains distance_lte. */
    FilterTree: {
      [key: string]: unknown;
    };
    ColumnName: string;
    TableRequest: {
      datasource: string;
      schema: components['schemas']['ColumnName'];
      table: components['schemas']['ColumnName'];
      filter?: components['schemas']['FilterTree'];
    };
    Sort: {
      column: components['schemas']['ColumnName'];
      /**
       * @default asc
       * @enum {string}
       */
      dir: 'asc' | 'desc';
      /** @enum {string} */
      nulls?: 'first' | 'last';
    }[];
    QueryRequest: components['schemas']['TableRequest'] &
      components['schemas']['QueryShape'] & {
        /**
         * @description More than 10,000 is 10,000
         * @default 100
         */
        limit: number;
        cursor?: string;
        /**
         * @default none
         * @enum {string}
         */
        count: 'none' | 'estimate' | 'exact';
      };
    ExportRequest: components['schemas']['TableRequest'] &
      components['schemas']['QueryShape'] & {
        /** @description geojson, gpkg, shapefile: the first geometry column when left out */
        geometry?: string;
        /**
         * @description More than 5,000,000 is 5,000,000
         * @default 5000000
         */
        limit: number;
      };
    QueryShape: {
      /** @description At most 50 */
      columns?: components['schemas']['ColumnName'][];
      group_by?: {
        column: components['schemas']['ColumnName'];
        as?: components['schemas']['ColumnName'];
        /** @description One of `unit`, `width` and `bins` */
        bucket?: {
          /** @description hour, day, week, month, quarter, year */
          unit?: string;
          /** @description The zone of the query when left out */
          time_zone?: string;
          /**
           * @default monday
           * @enum {string}
           */
          week_start: 'monday' | 'sunday';
          width?: number;
          /** @default 0 */
          origin: number;
          bins?: number;
        };
      }[];
      aggregates?: {
        /** @description count count_distinct sum avg min max median p1 to p99 stddev variance extent centroid */
        fn: string;
        column?: components['schemas']['ColumnName'];
        as?: components['schemas']['ColumnName'];
      }[];
      having?: components['schemas']['FilterTree'];
      sort?: components['schemas']['Sort'];
      /** @description At most 100,000 */
      offset?: number;
      /** @description Zone of the tz database in which times are read and written; UTC when left out */
      time_zone?: string;
    };
    AnswerColumn: {
      name: string;
      type: components['schemas']['ColumnFamily'];
      label: string;
    };
    GeometryExtent: {
      column: string;
      type: string;
      srid: number;
      dimensions: number;
      /** @description West, south, east, north in degrees */
      extent_wgs84: number[] | null;
      /** @description Whether the extent is from the statistics of the database */
      estimated: boolean;
    };
    MapTable: {
      schema: string;
      table: string;
      kind: components['schemas']['TableKind'];
      comment: string | null;
      estimated_rows: number | null;
      columns: number;
      geometry: components['schemas']['GeometryExtent'][];
    };
    MapProposal: components['schemas']['ExplorerTable'] & {
      datasource: string;
      datasource_title: string;
      style: {
        geometry: string;
        /** @enum {string} */
        kind: 'circle' | 'line' | 'fill';
        color_by: string | null;
        size_by: string | null;
        label: string | null;
      };
    };
    SummaryRequest: components['schemas']['TableRequest'] & {
      columns?: components['schemas']['ColumnName'][];
    };
    ColumnSummary: {
      name: string;
      family: components['schemas']['ColumnFamily'];
      nulls: number;
      /** @description Without nulls */
      distinct: number | null;
      /** @enum {string|null} */
      distinct_kind: 'exact' | 'estimate' | null;
      min: unknown;
      max: unknown;
      extent_wgs84: number[] | null;
    };
    SummaryAnswer: {
      rows: number;
      columns: components['schemas']['ColumnSummary'][];
      elapsed_ms: number;
    };
    StatisticsRequest: components['schemas']['TableRequest'] & {
      /** @description At most 50 */
      measures: components['schemas']['Measure'][];
      /** @description Zone of the tz database; UTC when left out */
      time_zone?: string;
      /** @description False: read all rows, however many */
      sample?: boolean;
    };
    Measure: {
      /** @description describe, quantiles, correlation, histogram, time_series, top, classes */
      kind: string;
      column: components['schemas']['ColumnName'];
      /** @description Of quantiles, from 0 to 1 */
      shares?: number[];
      /** @description The second column of a correlation */
      other?: components['schemas']['ColumnName'];
      /** @description Of a histogram, 20 when left out, at most 500 */
      bins?: number;
      /** @description Of a time series: hour, day, week, month, quarter, year */
      unit?: string;
      time_zone?: string;
      /** @description What a time series aggregates besides the count, as in a query */
      fn?: string;
      /** @description The column of fn */
      value?: components['schemas']['ColumnName'];
      /** @description Of frequent values, 10 when left out, at most 1,000 */
      limit?: number;
      /** @description Of classes: quantile, equal, jenks */
      method?: string;
      /** @description Of classes, 5 when left out, from 2 to 12 */
      count?: number;
    };
    MeasureAnswer: {
      kind: string;
      column: string;
    } & {
      [key: string]: unknown;
    };
    StatisticsAnswer: {
      measures: components['schemas']['MeasureAnswer'][];
      sampled: boolean;
      /** @description Of the pages of the table that were read, up to 1 */
      fraction: number;
      elapsed_ms: number;
    };
    /** @description A table of a datasource, or the result of a report */
    FeaturesRequest: {
      datasource?: string;
      schema?: components['schemas']['ColumnName'];
      table?: components['schemas']['ColumnName'];
      report?: {
        result_id: components['schemas']['ReportResultId'];
      };
      filter?: components['schemas']['FilterTree'];
      /** @description The first geometry column when left out */
      geometry?: string;
      columns?: components['schemas']['ColumnName'][];
      sort?: components['schemas']['Sort'];
      /**
       * @description More than 10,000 is 10,000
       * @default 1000
       */
      limit: number;
    };
    ReportResultId: string;
    ReportTableRequest: {
      report: string;
      /** @description That of the report when left out */
      datasource?: string;
      /** @description Values by name, lists as lists */
      parameters?: {
        [key: string]: unknown;
      };
      time_zone?: string;
    };
    ReportQueryRequest: components['schemas']['QueryShape'] & {
      report?: string;
      /** @description That of the report when left out */
      datasource?: string;
      /** @description Values by name, lists as lists */
      parameters?: {
        [key: string]: unknown;
      };
      result_id?: components['schemas']['ReportResultId'];
      filter?: components['schemas']['FilterTree'];
      /**
       * @description More than 10,000 is 10,000
       * @default 1000
       */
      limit: number;
    };
    ReportQueryAnswer: {
      result_id: components['schemas']['ReportResultId'];
      /** Format: date-time */
      expires_at: string;
      columns: components['schemas']['AnswerColumn'][];
      rows: {
        [key: string]: unknown;
      }[];
      /** @description Rows of this answer */
      row_count: number;
      /** @description Whether there are more rows */
      truncated: boolean;
      warnings: string[];
    };
    MapExtent: {
      report: string;
      /** @constant */
      srid: 4326;
      /** @description West, south, east, north in degrees; west is greater than east over the antimeridian */
      bbox: number[] | null;
      native: {
        srid: number;
        /** @description Min x, min y, max x, max y */
        bbox: number[];
      } | null;
      /** @description `bbox` as values of parameters */
      parameters: {
        xmin: number;
        ymin: number;
        xmax: number;
        ymax: number;
      } | null;
      crosses_antimeridian: boolean;
    };
    FeaturesAnswer: {
      /** @constant */
      type: 'FeatureCollection';
      features: {
        /** @constant */
        type: 'Feature';
        id?: number | string | null;
        geometry: {
          [key: string]: unknown;
        } | null;
        properties: {
          [key: string]: unknown;
        };
      }[];
      truncated: boolean;
      warnings: string[];
    };
    QueryAnswer: {
      columns: components['schemas']['AnswerColumn'][];
      rows: {
        [key: string]: unknown;
      }[];
      /** @description Whether there are more rows */
      truncated: boolean;
      next_cursor: string | null;
      total: number | null;
      /** @enum {string|null} */
      total_kind: 'estimate' | 'exact' | null;
      elapsed_ms: number;
      warnings: string[];
    };
    AnalysisLayer: {
      datasource: string;
      schema: string;
      table: string;
      /** @description Column; the first geometry when left out */
      geometry?: string;
      /** @description A filter as in `/query` */
      filter?: unknown;
      /** @description Columns that the results carry */
      columns?: string[];
    };
    AnalysisRequest: {
      analysis: string;
      input: components['schemas']['AnalysisLayer'];
      overlay?: components['schemas']['AnalysisLayer'];
      parameters?: {
        [key: string]: unknown;
      };
    };
    AnalysisResult: {
      analysis: string;
      method: string;
      unit: string | null;
      /** @description System in which it was computed; 4326 means on the spheroid */
      srid_used: number;
      counts: {
        input: number;
        /** @description Features without a geometry */
        dropped_null: number;
        dropped_empty: number;
        /** @description Features that were not valid */
        repaired: number;
        output: number;
      };
      warnings: string[];
      elapsed_ms: number;
      /** @description GeoJSON in WGS 84 */
      features: {
        /** @constant */
        type: 'FeatureCollection';
        features: {
          [key: string]: unknown;
        }[];
      };
    };
    AnalysisJob: {
      id: string;
      /** @enum {string} */
      status: 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled';
      /**
       * @description What a running job does. A database gives no percentage within a statement, and most of the time passes in `computing`.
       * @enum {string|null}
       */
      stage: 'inspecting' | 'computing' | 'writing' | null;
      analysis: string;
      /** @description Title of the analysis */
      title: string;
      input: components['schemas']['AnalysisLayer'];
      overlay: components['schemas']['AnalysisLayer'] | null;
      parameters: {
        [key: string]: unknown;
      };
      /** @description Null until the layers have been inspected */
      counts: {
        input: number;
        dropped_null: number;
        dropped_empty: number;
        repaired: number;
        /** @description Null until the job has succeeded */
        output: number | null;
      } | null;
      /** @description Time since it started, or until it ended */
      elapsed_ms: number | null;
      /** @description Why it failed */
      error: string | null;
      error_code: string | null;
      /** @description Size of the stored result */
      bytes: number | null;
      /** @description Address of the result while it is kept */
      result: string | null;
      /** Format: date-time */
      result_expires_at: string | null;
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      started_at: string | null;
      /** Format: date-time */
      ended_at: string | null;
    };
    GeometryCheck: {
      valid: boolean;
      reason: string | null;
      /** @description A point, in WGS 84 */
      location: {
        [key: string]: unknown;
      } | null;
      /** @description The repaired shape, in WGS 84 */
      repaired: {
        [key: string]: unknown;
      } | null;
    };
    AnalysisRunLimits: {
      /** @description The limits of an analysis times this */
      factor: number;
      /** @description Longest time */
      seconds: number;
    };
    AnalysisCapabilities: {
      direct: components['schemas']['AnalysisRunLimits'];
      job: components['schemas']['AnalysisRunLimits'] & {
        /** @description Largest result */
        result_bytes: number;
        /** @description How long a result is kept */
        result_hours: number;
        /** @description Jobs of a person that may wait or run */
        unfinished: number;
      };
      analyses: {
        id: string;
        /** @description Heading in menus */
        group: string;
        title: string;
        description: string;
        /** @enum {integer} */
        inputs: 1 | 2;
        /** @description JSON schema with titles; `x-unit` is the unit of a number, `x-column` (number, any) marks names of columns */
        parameters: {
          [key: string]: unknown;
        };
        unit: string | null;
        method: string;
        limits: {
          features: number;
          output: number;
        };
      }[];
      versions: {
        postgis: string;
        geos: string;
      };
    };
    /** @description What a view reads: a table (`datasource`, `schema`, `table`), or the main query of a report (`report`, `parameters`) */
    ViewSource: {
      datasource?: string;
      schema?: string;
      table?: string;
      report?: string;
      parameters?: {
        [key: string]: unknown;
      };
    };
    /** @enum {string} */
    ViewKind: 'table' | 'chart' | 'map';
    ViewInput: {
      /** @description Stored in lower case */
      key?: string;
      title: string;
      description?: string;
      kind: components['schemas']['ViewKind'];
      source: components['schemas']['ViewSource'];
      /** @description The query without its source: columns, filter, groups, aggregates, sort */
      query?: {
        [key: string]: unknown;
      };
      /** @description How the explorer draws it */
      visual?: {
        [key: string]: unknown;
      };
      /**
       * @description Opened when the explorer starts
       * @default false
       */
      is_default: boolean;
      /** @description The revision that the caller read */
      revision?: number;
    };
    View: {
      key: string;
      title: string;
      description: string;
      kind: components['schemas']['ViewKind'];
      source: components['schemas']['ViewSource'];
      query: {
        [key: string]: unknown;
      };
      visual: {
        [key: string]: unknown;
      };
      is_default: boolean;
      /** @description Whether the view is offered as a widget of dashboards */
      dashboard: boolean;
      revision: number;
      /** @description Username */
      owner: string;
      /** Format: date-time */
      updated_at: string;
    };
    StaleView: {
      error: string;
      code: string;
      /** @description The view as it is now; null when it was deleted */
      current: components['schemas']['View'] | null;
    };
    HandoffInput: {
      /** @description That of the table if left out */
      title?: string;
      kind: components['schemas']['ViewKind'];
      source: components['schemas']['ViewSource'];
      /** @description Columns of the table, in their order; all but geometries if left out */
      columns?: string[];
      filter?: {
        [key: string]: unknown;
      };
      sort?: {
        column: string;
        /**
         * @default asc
         * @enum {string}
         */
        dir: 'asc' | 'desc';
        /** @enum {string} */
        nulls?: 'first' | 'last';
      }[];
      /** @description Needed for the kind `chart` */
      chart?: {
        /** @enum {string} */
        type: 'bar' | 'line' | 'area' | 'pie' | 'histogram' | 'time' | 'scatter';
        /** @description Column of the categories */
        x: string;
        /** @description Column that is measured; rows are counted without it */
        y?: string;
        /** @enum {string} */
        fn?: 'count' | 'sum' | 'avg' | 'min' | 'max' | 'median' | 'count_distinct';
        series?: string;
      };
      /** @description For the kind `map`: the first geometry if left out */
      map?: {
        geometry?: string;
        label?: string;
        color_by?: string;
      };
    };
    Handoff: {
      template: components['schemas']['TemplateBody'];
      /** @description What the report reads; `datasource` belongs to the report, not to its template */
      source: {
        datasource: string;
        schema: string;
        table: string;
      };
      warnings: string[];
    };
    License: {
      /** @enum {string} */
      edition: 'open' | 'professional';
      licensee: string | null;
      /** @description Empty unless valid */
      features: 'dashboards'[];
      valid: boolean;
      /** @description Signed with the development key, which everybody has; pages name it */
      development: boolean;
      /** Format: date-time */
      not_before: string | null;
      /** Format: date-time */
      not_after: string | null;
      /** @description Why the licence is not valid, and what to do */
      problem: string | null;
    };
    Widget: {
      view: components['schemas']['View'];
      /** @description Dashboards that show the view and that the caller may view */
      dashboards: {
        owner: string;
        key: string;
        title: string;
      }[];
    };
    /** @description A view that only this dashboard has */
    InlineView: {
      title: string;
      description?: string;
      kind: components['schemas']['ViewKind'];
      source: components['schemas']['ViewSource'];
      query?: {
        [key: string]: unknown;
      };
      visual?: {
        [key: string]: unknown;
      };
    };
    /** @description A saved view (`view`), one of this dashboard alone (`inline`), or a text */
    WidgetSource: {
      /** @description Shown as it is, with its line breaks */
      text?: string;
      view?: {
        owner: string;
        key: string;
      };
      inline?: components['schemas']['InlineView'];
    };
    /** @description A widget at its place in a grid of 12 columns */
    DashboardItem: {
      /** @description Unique in the dashboard */
      id: string;
      /** @description Instead of the title of the view */
      title?: string;
      widget: components['schemas']['WidgetSource'];
      x: number;
      y: number;
      w: number;
      h: number;
    };
    /** @description A filter above the dashboard, mapped to a column of each widget that it applies to */
    DashboardFilter: {
      name: string;
      label?: string;
      /**
       * @default eq
       * @enum {string}
       */
      op:
        | 'eq'
        | 'ne'
        | 'lt'
        | 'lte'
        | 'gt'
        | 'gte'
        | 'in'
        | 'not_in'
        | 'between'
        | 'contains'
        | 'starts_with'
        | 'ends_with'
        | 'ilike';
      /** @description Value at the start; absent means no filter */
      default?: unknown;
      /** @description Columns, by the ids of widgets */
      widgets: {
        [key: string]: string;
      };
    };
    /** @description A value for the parameters of reports that widgets read */
    DashboardParameter: {
      label?: string;
      /** @description Value at the start */
      default?: unknown;
      /** @description Names of report parameters, by the ids of widgets */
      widgets: {
        [key: string]: string;
      };
    };
    DashboardInput: {
      /** @description Stored in lower case */
      key?: string;
      title: string;
      description?: string;
      layout?: components['schemas']['DashboardItem'][];
      filters?: components['schemas']['DashboardFilter'][];
      /** @description By name */
      parameters?: {
        [key: string]: components['schemas']['DashboardParameter'];
      };
    };
    DashboardUpdate: {
      title: string;
      description?: string;
      layout: components['schemas']['DashboardItem'][];
      filters: components['schemas']['DashboardFilter'][];
      parameters: {
        [key: string]: components['schemas']['DashboardParameter'];
      };
      /** @description The revision that the caller read */
      revision: number;
    };
    DashboardSummary: {
      /** @description The portal knows the dashboard as `dashboard:<id>` */
      id: number;
      /** @description Username */
      owner: string;
      key: string;
      title: string;
      description: string;
      /** @description Number of widgets */
      widgets: number;
      /**
       * @description What the caller may do
       * @enum {string}
       */
      permission: 'view' | 'edit' | 'admin';
      /** Format: date-time */
      updated_at: string;
    };
    Dashboard: {
      id: number;
      owner: string;
      key: string;
      title: string;
      description: string;
      layout: components['schemas']['DashboardItem'][];
      filters: components['schemas']['DashboardFilter'][];
      parameters: {
        [key: string]: components['schemas']['DashboardParameter'];
      };
      /** @description What each widget shows, by its id; null for a saved view that was deleted */
      views: {
        [key: string]: components['schemas']['InlineView'] | null;
      };
      /** @enum {string} */
      permission: 'view' | 'edit' | 'admin';
      revision: number;
      /** Format: date-time */
      updated_at: string;
    };
    StaleDashboard: {
      error: string;
      code: string;
      current: components['schemas']['Dashboard'];
    };
    /**
     * @description `external`: runs on the engine of REPORT_ENGINE_URL
     * @enum {string}
     */
    ReportEngine: 'native' | 'external';
    /** @description See /api/v1/report-template.schema.json */
    TemplateBody: {
      [key: string]: unknown;
    };
    ReportInput: {
      /** @description Stored in lower case; it never changes */
      key: string;
      /** @description That of the template if left out */
      title?: string;
      description?: string;
      engine?: components['schemas']['ReportEngine'];
      datasource?: string | null;
      /** @description Datasources that a run may choose instead */
      allowed_datasources?: string[];
      template: components['schemas']['TemplateBody'];
    };
    ReportUpdate: {
      title?: string;
      description?: string;
      engine?: components['schemas']['ReportEngine'];
      datasource?: string | null;
      allowed_datasources?: string[];
      template?: components['schemas']['TemplateBody'];
      /** @description The version that the caller read */
      revision: number;
    };
    ReportSummary: {
      key: string;
      title: string;
      description: string;
      engine: components['schemas']['ReportEngine'];
      datasource: string | null;
      /** @description Username */
      owner: string | null;
      /** @description The current version */
      version: number;
      /**
       * @description What the caller may do
       * @enum {string}
       */
      permission: 'view' | 'edit' | 'admin';
      /** Format: date-time */
      updated_at: string;
      /** Format: date-time */
      archived_at: string | null;
    };
    Report: components['schemas']['ReportSummary'] & {
      allowed_datasources: string[];
      /** @description Null for callers without `edit` */
      template: components['schemas']['TemplateBody'] | null;
      findings: components['schemas']['TemplateFinding'][];
    };
    ReportVersion: {
      version: number;
      /** @enum {string} */
      source: 'builder' | 'json' | 'jrxml6' | 'jrxml7';
      sha256: string;
      /** Format: date-time */
      created_at: string;
      /** @description Username */
      created_by: string | null;
      is_current: boolean;
    };
    ReportVersionDetails: components['schemas']['ReportVersion'] & {
      template: components['schemas']['TemplateBody'];
      findings: components['schemas']['TemplateFinding'][];
    };
    ReportAsset: {
      name: string;
      /** @enum {string} */
      mime: 'image/png' | 'image/jpeg';
      sha256: string;
      /** @description Pixels */
      width: number | null;
      height: number | null;
      /** Format: date-time */
      created_at: string;
    };
    ImportedReport: {
      template: components['schemas']['TemplateBody'];
      /** @enum {string} */
      source: 'jrxml6' | 'jrxml7';
      /** @description What the template does not have, or has in another way */
      findings: {
        /** @enum {string} */
        severity: 'info' | 'warning' | 'error';
        /** @description File of the zip; left out for the report itself */
        file?: string;
        line: number;
        column: number;
        element: string;
        /** @description Id of the element of the template that came of it */
        id?: string;
        message: string;
      }[];
      /** @description Templates by the keys that subreport elements name */
      subreports: {
        [key: string]: components['schemas']['TemplateBody'];
      };
      /** @description Names of the pictures */
      assets: string[];
      /** @description The saved report; null unless it was saved */
      report: components['schemas']['Report'] | null;
    };
    StaleReport: {
      error: string;
      code: string;
      current: components['schemas']['Report'];
    };
    PublishedReport: {
      key: string;
      title: string;
      description: string;
      engine: components['schemas']['ReportEngine'];
      datasource: string | null;
      version: number;
      findings: components['schemas']['TemplateFinding'][];
      /** @description As the template declares them, so that a definition can be made of them */
      parameters: ({
        name: string;
        /** @description The name if left out */
        label?: string;
        /** @description Of one value; `list<…>` for several */
        type: string;
        required?: boolean;
        hidden?: boolean;
        default?: unknown;
        depends_on?: string[];
        /** @description Options, or the statement that reads them, with `:name` for what it depends on */
        source?: {
          options?: components['schemas']['Option'][];
          sql?: string;
        };
        /** @description Whether values beside the options are accepted */
        free?: boolean;
      } & {
        [key: string]: unknown;
      })[];
      formats: string[];
    };
    OptionsError: {
      error: string;
      code?: string;
      /** @description Names without a value */
      needs?: string[];
    };
    BadTemplateError: {
      error: string;
      code?: string;
      findings?: components['schemas']['TemplateFinding'][];
    };
    /** @enum {string} */
    ExecutionStatus: 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled';
    TemplateFinding: {
      /**
       * @description Of a check of a template
       * @enum {string}
       */
      level?: 'error' | 'warning';
      /**
       * @description Of an import
       * @enum {string}
       */
      severity?: 'info' | 'warning' | 'error';
      /** @description File of an imported archive */
      file?: string;
      /** @description Place in the template, such as `$.bands.detail[0].elements[2].expression` */
      path?: string;
      message: string;
      /** @description Line of an imported file */
      line?: number;
      column?: number;
      /** @description Id of the element */
      element?: string;
      /** @description First character of the word in an expression */
      start?: number;
      /** @description Character after the word */
      end?: number;
    };
    Execution: {
      /** Format: uuid */
      id: string;
      /** @description Set for runs with `Prefer: respond-async` */
      job_id?: string | null;
      /** @description Key of the report */
      report: string;
      version?: number | null;
      format: string;
      status: components['schemas']['ExecutionStatus'];
      parameters: {
        [key: string]: string[];
      };
      requested_by: string | null;
      /** @enum {string} */
      via: 'session' | 'pat' | 'embed' | 'service';
      datasource?: string | null;
      rows?: number | null;
      pages?: number | null;
      bytes?: number | null;
      queued_ms?: number | null;
      db_ms?: number | null;
      render_ms?: number | null;
      error?: string | null;
      error_code?: string | null;
      warnings: string[];
      /** @description Address of the document while it is kept */
      output?: string | null;
      /** Format: date-time */
      output_expires_at?: string | null;
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      started_at?: string | null;
      /** Format: date-time */
      ended_at?: string | null;
    };
    ReportConfig: {
      name: string;
      title: string;
      description: string;
      /** @enum {string} */
      engine: 'native' | 'external';
      version: number;
      datasource: string | null;
      formats: {
        name: string;
        mime: string;
        /** @description What the format does not show, for people */
        leaves_out: string | null;
      }[];
      default_format: string;
      parameters: components['schemas']['ParameterDescriptor'][];
      page: {
        /** @description Points */
        width: number;
        /** @description Points */
        height: number;
        /** @enum {string} */
        orientation: 'portrait' | 'landscape';
      } | null;
      /** @description Whether the report has a map */
      map: boolean;
      viewer: {
        toolbar: boolean;
        parameters: boolean;
        export: boolean;
        zoom: boolean;
      };
    };
    ParameterDescriptor: {
      name: string;
      label: string;
      description?: string;
      type: string;
      required: boolean;
      multiple: boolean;
      hidden: boolean;
      default: unknown;
      depends_on: string[];
      /** @description Whether the options come from its lookup */
      lookup: boolean;
      /** @description Whether values beside the options are accepted */
      free?: boolean;
      options: components['schemas']['Option'][] | null;
    };
    Option: {
      label: string;
      value: string | number | boolean | null;
    };
    Lookup: {
      options: components['schemas']['Option'][];
      truncated: boolean;
      /** @description Parameters whose values are needed first */
      needs: string[];
    };
    LookupInput: {
      /** @description Values by name of the parameter */
      params?: {
        [key: string]: unknown;
      };
      q?: string;
      /** @default 200 */
      limit: number;
    };
    EmbedSessionInput: {
      token: string;
      type: components['schemas']['EmbedType'];
      id: string;
      owner?: string | null;
    };
    EmbedSession: {
      /** @description For the header `X-Embed-Session` */
      session: string;
      /** @description Seconds */
      expires_in: number;
      title: string;
      /** @description Names that the token binds */
      bound: string[];
      actions: components['schemas']['EmbedAction'][];
      /** @description Sites that the page answers */
      origins: string[];
    };
    EmbeddedContent: {
      title: string;
      layout: {
        id: string;
        title?: string;
        x: number;
        y: number;
        w: number;
        h: number;
        widget: {
          text?: string;
        };
      }[];
      filters: components['schemas']['DashboardFilter'][];
      parameters: {
        [key: string]: components['schemas']['DashboardParameter'];
      };
      /** @description What each widget shows, by its id; null for a saved view that was deleted */
      views: {
        [key: string]: components['schemas']['InlineView'] | null;
      };
      /** @description Ids of widgets that do not use a name that the token binds, and so are not shown */
      refused: string[];
    };
    EmbeddedRun: {
      /** @default html */
      format: string;
      /** @description Another one that the report allows */
      datasource?: string | null;
      locale?: string;
      time_zone?: string;
      /** @description Values by name of the parameter */
      parameters?: {
        [key: string]: unknown;
      };
    };
    EmbeddedMapRun: {
      /** @description Another one that the report allows */
      datasource?: string | null;
      time_zone?: string;
      /** @description Values by name of the parameter */
      parameters?: {
        [key: string]: unknown;
      };
    };
    EmbeddedMaps: {
      maps: {
        /** @description Its text for those who cannot see it */
        title: string | null;
        /** @description Column that names a feature */
        label: string | null;
        /** @description Column that colours it */
        color_by: string | null;
        /** @description West, south, east, north where the report says so; else the extent of the features */
        extent: number[] | null;
        features: components['schemas']['FeaturesAnswer'];
      }[];
    };
    /** @enum {string} */
    EmbedType: 'report' | 'dashboard' | 'view' | 'map-report';
    /** @enum {string} */
    EmbedAction: 'export' | 'print' | 'drill';
    EmbedTokenInput: {
      type: components['schemas']['EmbedType'];
      /** @description Key of the report, dashboard or view */
      id: string;
      /** @description Username of the owner of a dashboard or view; the caller if left out */
      owner?: string;
      /** @description Values of parameters of a report, or of filters and parameters of a dashboard */
      parameters?: {
        [key: string]: (string | number | boolean | null) | (string | number | boolean)[];
      };
      /** @description Condition on the rows of a view */
      filter?: {
        [key: string]: unknown;
      };
      /** @description Instead of the datasource of a report */
      datasource?: string;
      origins?: string[];
      /** @description None if left out */
      actions?: components['schemas']['EmbedAction'][];
      /**
       * @description Seconds
       * @default 600
       */
      expires_in: number;
    };
    NewEmbedToken: {
      /** @description `emb_` and 43 characters */
      token: string;
      token_id: number;
      type: components['schemas']['EmbedType'];
      id: string;
      owner: string | null;
      origins: string[];
      actions: components['schemas']['EmbedAction'][];
      /** Format: date-time */
      expires_at: string;
      /** @description Address of the embedded page */
      url: string;
    };
    EmbedToken: {
      token_id: number;
      type: components['schemas']['EmbedType'];
      id: string;
      owner: string | null;
      parameters: {
        [key: string]: unknown;
      };
      filter: {
        [key: string]: unknown;
      } | null;
      datasource: string | null;
      origins: string[];
      actions: components['schemas']['EmbedAction'][];
      /** @description Username */
      creator: string;
      /** @enum {string} */
      state: 'active' | 'expired' | 'revoked';
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      expires_at: string;
      /** Format: date-time */
      revoked_at: string | null;
      /** Format: date-time */
      last_used_at: string | null;
      /** @description Pages that were opened with it */
      uses: number;
    };
    RevokeInput: {
      type?: components['schemas']['EmbedType'];
      id?: string;
      owner?: string;
      /** @description Username */
      creator?: string;
    };
    Job: {
      id: string;
      /** @description Such as `import.url` */
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
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      started_at?: string;
      /** Format: date-time */
      finished_at?: string;
    };
  };
  responses: {
    /** @description Something of the request is not valid; with `findings` where it is the template */
    BadTemplate: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['BadTemplateError'];
      };
    };
    /** @description The document */
    Document: {
      headers: {
        'Content-Disposition'?: string;
        'X-Execution-Id'?: string;
        'X-Ignored-Parameters'?: string;
        [name: string]: unknown;
      };
      content: {
        '*/*': string;
      };
    };
    /** @description The page */
    EmbeddedPage: {
      headers: {
        'Content-Security-Policy'?: string;
        'Referrer-Policy'?: string;
        [name: string]: unknown;
      };
      content: {
        'text/html': string;
      };
    };
    /** @description The file */
    SdkFile: {
      headers: {
        'Access-Control-Allow-Origin'?: string;
        ETag?: string;
        [name: string]: unknown;
      };
      content: {
        '*/*': string;
      };
    };
    /** @description The run is a job */
    ExecutionAccepted: {
      headers: {
        Location?: string;
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** Format: uuid */
          execution_id: string;
          job_id: string;
        };
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
  };
  parameters: {
    /** @description Key of what is embedded */
    EmbeddedKey: string;
    /** @description Of a report: values by name as a JSON object */
    ReportParameters: string;
    /** @description Id of a widget; `view` is that of an embedded view */
    Widget: string;
    /** @description An embed token */
    EmbedTokenInAddress: string;
    Owner: string;
    Key: string;
    /** @description Id of the user for whom the service calls; left out for a visitor */
    OnBehalfOf: number;
    /** @description For calls without `X-On-Behalf-Of`: 32 hexadecimal digits, the same for the same visitor, so that visitors share the places fairly. All visitors without it count as one. */
    Visitor: string;
    /** @description Key of the report */
    ReportKey: string;
    DatasourceQuery: string;
    SchemaQuery: string;
    TableQuery: string;
  };
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  explorerPage: {
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
  datasourcesPage: {
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
  dashboardsPage: {
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
  dashboardPage: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        owner: components['parameters']['Owner'];
        key: components['parameters']['Key'];
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
  embeddingPage: {
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
  libraryPage: {
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
  newReportPage: {
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
  reportViewerPage: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        key: components['parameters']['Key'];
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
  reportBuilderPage: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        key: components['parameters']['Key'];
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
  runsPage: {
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
          'application/json': components['schemas']['ReportServerDiscovery'];
        };
      };
      401: components['responses']['Error'];
      403: components['responses']['Error'];
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
  listAudit: {
    parameters: {
      query?: {
        limit?: number;
        before?: number;
        object_id?: number;
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
  listDatasources: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The datasources */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            datasources: components['schemas']['Datasource'][];
          };
        };
      };
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  createDatasource: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['DatasourceCreation'];
      };
    };
    responses: {
      /** @description The datasource */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Datasource'];
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
  adoptDatasource: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          connection_id: number;
          database_id: number;
          key?: components['schemas']['ResourceKey'];
          title?: string;
        };
      };
    };
    responses: {
      /** @description The datasource */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Datasource'];
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
  getDatasource: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        key: components['parameters']['Key'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The datasource */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Datasource'];
        };
      };
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      404: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  updateDatasource: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        key: components['parameters']['Key'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['DatasourceChange'];
      };
    };
    responses: {
      /** @description The datasource */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Datasource'];
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
  deleteDatasource: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        key: components['parameters']['Key'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The datasource is deleted; its database is as it was */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      404: components['responses']['Error'];
      500: components['responses']['Error'];
      502: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  testDatasource: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        key: components['parameters']['Key'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Versions of the server and of PostGIS, or why signing in failed */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DatasourceTest'];
        };
      };
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      404: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  listRowPolicies: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        key: components['parameters']['Key'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The policies */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            policies: components['schemas']['RowPolicy'][];
          };
        };
      };
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      404: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  createRowPolicy: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        key: components['parameters']['Key'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['RowPolicyInput'];
      };
    };
    responses: {
      /** @description The policy */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RowPolicy'];
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
  previewRowPolicy: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        key: components['parameters']['Key'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          schema: components['schemas']['ColumnName'];
          table: components['schemas']['ColumnName'];
          /** @description Null: people in no group with a policy */
          group_id: number | null;
          filter?: components['schemas']['FilterTree'];
        };
      };
    };
    responses: {
      /** @description The first 20 rows, and the counts */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            columns: components['schemas']['AnswerColumn'][];
            rows: {
              [key: string]: unknown;
            }[];
            visible: number;
            total: number;
          };
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
  updateRowPolicy: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        key: components['parameters']['Key'];
        id: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['RowPolicyChange'];
      };
    };
    responses: {
      /** @description The policy */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RowPolicy'];
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
  deleteRowPolicy: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        key: components['parameters']['Key'];
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The policy is deleted */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['Error'];
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      404: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  listExplorerDatasources: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The datasources */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            datasources: components['schemas']['ExplorerDatasource'][];
          };
        };
      };
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  listExplorerTables: {
    parameters: {
      query: {
        datasource: components['parameters']['DatasourceQuery'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The tables */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            tables: components['schemas']['ExplorerTable'][];
          };
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
  getTableMetadata: {
    parameters: {
      query: {
        datasource: components['parameters']['DatasourceQuery'];
        schema: components['parameters']['SchemaQuery'];
        table: components['parameters']['TableQuery'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The metadata */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TableMetadata'];
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
  queryTable: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['QueryRequest'];
      };
    };
    responses: {
      /** @description A page */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['QueryAnswer'];
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
  listMapSources: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The datasources */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            datasources: components['schemas']['ExplorerDatasource'][];
          };
        };
      };
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  listMapTables: {
    parameters: {
      query: {
        datasource: components['parameters']['DatasourceQuery'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The tables */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            tables: components['schemas']['MapTable'][];
          };
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
  discoverMaps: {
    parameters: {
      query?: {
        /** @description Words that all occur; nothing for all */
        q?: string;
        datasource?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description At most 50 proposals, the best first */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            maps: components['schemas']['MapProposal'][];
            /** @description Datasources that do not respond */
            unreachable: string[];
          };
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
  summarizeTable: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['SummaryRequest'];
      };
    };
    responses: {
      /** @description The summary */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SummaryAnswer'];
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
  measureTable: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['StatisticsRequest'];
      };
    };
    responses: {
      /** @description The measures, in their order */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['StatisticsAnswer'];
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
  readFeatures: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['FeaturesRequest'];
      };
    };
    responses: {
      /** @description A FeatureCollection; `id` is the primary key where it is one column */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['FeaturesAnswer'];
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
  queryReport: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ReportQueryRequest'];
      };
    };
    responses: {
      /** @description A page of the rows */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ReportQueryAnswer'];
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
  reportTable: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ReportTableRequest'];
      };
    };
    responses: {
      /** @description The metadata */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TableMetadata'];
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
  exportTable: {
    parameters: {
      query: {
        /** @description `gpkg` and `shapefile` are ZIP files */
        format: 'csv' | 'excel' | 'geojson' | 'gpkg' | 'shapefile';
        /** @description csv: texts as they are */
        raw?: '0' | '1';
        /** @description csv: with a byte order mark, for Excel */
        bom?: '0' | '1';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ExportRequest'];
      };
    };
    responses: {
      /** @description The file */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/csv': string;
          'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': string;
          'application/geo+json': string;
          'application/zip': string;
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
  reportTile: {
    parameters: {
      query?: {
        /** @description Of a report: values by name as a JSON object */
        parameters?: components['parameters']['ReportParameters'];
        time_zone?: string;
        /** @description A filter tree as JSON */
        filter?: string;
        /** @description Names by comma, at most 20 */
        columns?: string;
        geometry?: string;
      };
      header?: never;
      path: {
        report: string;
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
          [name: string]: unknown;
        };
        content: {
          'application/vnd.mapbox-vector-tile': string;
        };
      };
      /** @description Nothing is there */
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
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  tableTile: {
    parameters: {
      query?: {
        /** @description A filter tree as JSON */
        filter?: string;
        /** @description Names by comma, at most 20 */
        columns?: string;
        geometry?: string;
      };
      header?: never;
      path: {
        datasource: string;
        schema: string;
        table: string;
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
          [name: string]: unknown;
        };
        content: {
          'application/vnd.mapbox-vector-tile': string;
        };
      };
      /** @description Nothing is there */
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
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  runAnalysis: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['AnalysisRequest'];
      };
    };
    responses: {
      /** @description The result */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AnalysisResult'];
        };
      };
      /** @description The job, if the client sent `Prefer: respond-async` */
      202: {
        headers: {
          Location?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            job_id: string;
          };
        };
      };
      400: components['responses']['Error'];
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      404: components['responses']['Error'];
      413: components['responses']['Error'];
      415: components['responses']['Error'];
      422: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  listAnalysisJobs: {
    parameters: {
      query?: {
        limit?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The jobs */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            jobs: components['schemas']['AnalysisJob'][];
          };
        };
      };
      400: components['responses']['Error'];
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  getAnalysisJob: {
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
          'application/json': components['schemas']['AnalysisJob'];
        };
      };
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      404: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  cancelAnalysisJob: {
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
      /** @description Cancelled, or it had ended before */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      404: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  analysisJobResult: {
    parameters: {
      query?: {
        format?: 'json' | 'geojson';
      };
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The result */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AnalysisResult'];
          'application/geo+json': {
            [key: string]: unknown;
          };
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
  validateGeometry: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description GeoJSON geometry */
          geometry: {
            [key: string]: unknown;
          };
          /** @default 4326 */
          srid?: number;
        };
      };
    };
    responses: {
      /** @description What was found */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['GeometryCheck'];
        };
      };
      400: components['responses']['Error'];
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      413: components['responses']['Error'];
      415: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  analysisCapabilities: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The analyses */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AnalysisCapabilities'];
        };
      };
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  listViews: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The views */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            views: components['schemas']['View'][];
          };
        };
      };
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  saveView: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ViewInput'];
      };
    };
    responses: {
      /** @description The saved view */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['View'];
        };
      };
      400: components['responses']['Error'];
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      /** @description The view is not at the given revision */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['StaleView'];
        };
      };
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  getView: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        key: components['parameters']['Key'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The view */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['View'];
        };
      };
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      404: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  deleteView: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        key: components['parameters']['Key'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The view is deleted */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      404: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  handOff: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['HandoffInput'];
      };
    };
    responses: {
      /** @description The template */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Handoff'];
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
  getLicense: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The licence, valid or not */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['License'];
        };
      };
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  addWidget: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        key: components['parameters']['Key'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The view */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['View'];
        };
      };
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      404: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  removeWidget: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        key: components['parameters']['Key'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The view */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['View'];
        };
      };
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      404: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  listWidgets: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The widgets */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            widgets: components['schemas']['Widget'][];
          };
        };
      };
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  listDashboards: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The dashboards */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            dashboards: components['schemas']['DashboardSummary'][];
          };
        };
      };
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  createDashboard: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['DashboardInput'];
      };
    };
    responses: {
      /** @description The dashboard */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Dashboard'];
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
  getDashboard: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        owner: components['parameters']['Owner'];
        key: components['parameters']['Key'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The dashboard */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Dashboard'];
        };
      };
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      404: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  updateDashboard: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        owner: components['parameters']['Owner'];
        key: components['parameters']['Key'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['DashboardUpdate'];
      };
    };
    responses: {
      /** @description The dashboard */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Dashboard'];
        };
      };
      400: components['responses']['Error'];
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      404: components['responses']['Error'];
      /** @description The dashboard is not at the given revision */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['StaleDashboard'];
        };
      };
      500: components['responses']['Error'];
      502: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  deleteDashboard: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        owner: components['parameters']['Owner'];
        key: components['parameters']['Key'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The dashboard is deleted */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      404: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  restoreDashboard: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        owner: components['parameters']['Owner'];
        key: components['parameters']['Key'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The dashboard */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Dashboard'];
        };
      };
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      404: components['responses']['Error'];
      409: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  getTemplateSchema: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
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
          'application/json': {
            [key: string]: unknown;
          };
        };
      };
      500: components['responses']['Error'];
    };
  };
  listReports: {
    parameters: {
      query?: {
        /** @description `only`: archived reports that the caller may restore */
        archived?: 'only';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The reports */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            reports: components['schemas']['ReportSummary'][];
          };
        };
      };
      400: components['responses']['Error'];
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  createReport: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ReportInput'];
      };
    };
    responses: {
      /** @description The report */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Report'];
        };
      };
      400: components['responses']['BadTemplate'];
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      409: components['responses']['Error'];
      500: components['responses']['Error'];
      502: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  importReport: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'multipart/form-data': {
          /**
           * @description Put fields before the file
           * @enum {string}
           */
          save?: 'true' | 'false';
          /** @description Key of the report; the name of the file if left out */
          key?: string;
          /** @description That of the template if left out */
          title?: string;
          /** @description Key of the datasource of the reports */
          datasource?: string;
          /** Format: binary */
          file: string;
        };
      };
    };
    responses: {
      /** @description The template; nothing was kept */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ImportedReport'];
        };
      };
      /** @description The template and the report that it became */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ImportedReport'];
        };
      };
      400: components['responses']['BadTemplate'];
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      409: components['responses']['Error'];
      500: components['responses']['Error'];
      502: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  getReport: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        key: components['parameters']['Key'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The report */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Report'];
        };
      };
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      404: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  updateReport: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        key: components['parameters']['Key'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ReportUpdate'];
      };
    };
    responses: {
      /** @description The report */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Report'];
        };
      };
      400: components['responses']['BadTemplate'];
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      404: components['responses']['Error'];
      /** @description The report is not at the given version */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['StaleReport'];
        };
      };
      500: components['responses']['Error'];
      502: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  archiveReport: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        key: components['parameters']['Key'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The report is archived */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      404: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  restoreReport: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        key: components['parameters']['Key'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The report */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Report'];
        };
      };
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      404: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  listReportVersions: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        key: components['parameters']['Key'];
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
            versions: components['schemas']['ReportVersion'][];
          };
        };
      };
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      404: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  getReportVersion: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        key: components['parameters']['Key'];
        version: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The version */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ReportVersionDetails'];
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
  listReportAssets: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        key: components['parameters']['Key'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The pictures */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            assets: components['schemas']['ReportAsset'][];
          };
        };
      };
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      404: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  uploadReportAsset: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        key: components['parameters']['Key'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'multipart/form-data': {
          /** @description The name of the file if left out */
          name?: string;
          /** Format: binary */
          file: string;
        };
      };
    };
    responses: {
      /** @description The picture */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ReportAsset'];
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
  getReportAsset: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        key: components['parameters']['Key'];
        name: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The picture */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'image/png': string;
          'image/jpeg': string;
        };
      };
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      404: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  deleteReportAsset: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        key: components['parameters']['Key'];
        name: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The picture is deleted */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      404: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  executeReport: {
    parameters: {
      query: {
        /** @description Key of the report */
        _repName: string;
        _repFormat?: string;
        /** @description Key of another datasource that the report allows and the caller may view */
        _dataSource?: string;
        /** @description Such as `de_DE` or `de-DE` */
        _repLocale?: string;
        /** @description IANA name of a time zone */
        _repTimeZone?: string;
        /** @description Name under which browsers save it */
        _outFilename?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['Document'];
      202: components['responses']['ExecutionAccepted'];
      400: components['responses']['TextError'];
      401: components['responses']['TextError'];
      403: components['responses']['TextError'];
      404: components['responses']['TextError'];
      422: components['responses']['TextError'];
      500: components['responses']['TextError'];
      502: components['responses']['TextError'];
      503: components['responses']['TextError'];
      504: components['responses']['TextError'];
    };
  };
  executeReportForm: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/x-www-form-urlencoded': {
          _repName: string;
          /** @default html */
          _repFormat?: string;
          _dataSource?: string;
          _repLocale?: string;
          _repTimeZone?: string;
          _outFilename?: string;
        };
      };
    };
    responses: {
      200: components['responses']['Document'];
      202: components['responses']['ExecutionAccepted'];
      400: components['responses']['TextError'];
      401: components['responses']['TextError'];
      403: components['responses']['TextError'];
      404: components['responses']['TextError'];
      413: components['responses']['TextError'];
      415: components['responses']['TextError'];
      422: components['responses']['TextError'];
      500: components['responses']['TextError'];
      502: components['responses']['TextError'];
      503: components['responses']['TextError'];
      504: components['responses']['TextError'];
    };
  };
  executeReportLegacy: {
    parameters: {
      query: {
        /** @description Key of the report */
        _repName: string;
        _repFormat?: string;
        /** @description Key of another datasource that the report allows and the caller may view */
        _dataSource?: string;
        /** @description Such as `de_DE` or `de-DE` */
        _repLocale?: string;
        /** @description IANA name of a time zone */
        _repTimeZone?: string;
        /** @description Name under which browsers save it */
        _outFilename?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['Document'];
      202: components['responses']['ExecutionAccepted'];
      400: components['responses']['TextError'];
      401: components['responses']['TextError'];
      403: components['responses']['TextError'];
      404: components['responses']['TextError'];
      422: components['responses']['TextError'];
      500: components['responses']['TextError'];
      502: components['responses']['TextError'];
      503: components['responses']['TextError'];
      504: components['responses']['TextError'];
    };
  };
  reportImage: {
    parameters: {
      query: {
        image: string;
        /** @description Id of the run */
        uuid: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The picture */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'image/*': string;
        };
      };
      400: components['responses']['TextError'];
      401: components['responses']['TextError'];
      403: components['responses']['TextError'];
      404: components['responses']['TextError'];
      500: components['responses']['TextError'];
      503: components['responses']['TextError'];
    };
  };
  previewReport: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          template: {
            [key: string]: unknown;
          };
          /** @description Key of a datasource */
          datasource?: string | null;
          /** @description Values by name; the defaults of the template where they are left out */
          parameters?: {
            [key: string]: unknown;
          };
          /** @description Zone of the tz database in which moments are shown; UTC when left out */
          time_zone?: string;
        };
      };
    };
    responses: {
      /** @description The document */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/pdf': string;
        };
      };
      400: components['responses']['BadTemplate'];
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      404: components['responses']['Error'];
      413: components['responses']['Error'];
      415: components['responses']['Error'];
      422: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
      504: components['responses']['Error'];
    };
  };
  listExecutions: {
    parameters: {
      query?: {
        /** @description Key of a report */
        report?: string;
        status?: components['schemas']['ExecutionStatus'];
        limit?: number;
        /** @description Only runs that were requested before this moment, such as that of the last run of a page */
        before?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Runs */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            executions: components['schemas']['Execution'][];
          };
        };
      };
      400: components['responses']['Error'];
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  getExecution: {
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
      /** @description The run */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Execution'];
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
  cancelExecution: {
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
      /** @description Cancelled, or it had ended before */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['Error'];
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      404: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  executionOutput: {
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
      200: components['responses']['Document'];
      400: components['responses']['Error'];
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      404: components['responses']['Error'];
      409: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  mapExtent: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Key of the report */
        key: components['parameters']['ReportKey'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The extent; null without rows */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['MapExtent'];
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
  reportConfig: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Key of the report */
        key: components['parameters']['ReportKey'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The configuration */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ReportConfig'];
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
  lookupParameter: {
    parameters: {
      query?: {
        /** @description Part of the label */
        q?: string;
        limit?: number;
      };
      header?: never;
      path: {
        /** @description Key of the report */
        key: components['parameters']['ReportKey'];
        name: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Options */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Lookup'];
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
  lookupDependentParameter: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Key of the report */
        key: components['parameters']['ReportKey'];
        name: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['LookupInput'];
      };
    };
    responses: {
      /** @description Options */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Lookup'];
        };
      };
      400: components['responses']['Error'];
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      404: components['responses']['Error'];
      413: components['responses']['Error'];
      415: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  executeForPerson: {
    parameters: {
      query: {
        /** @description Key of the report */
        _repName: string;
        _repFormat?: string;
        _dataSource?: string;
        _repLocale?: string;
        _repTimeZone?: string;
        _outFilename?: string;
        /** @description HTML holds its pictures, as it always does for visitors; else it has addresses of `report_image` */
        _pictures?: 'inline';
      };
      header?: {
        /** @description Id of the user for whom the service calls; left out for a visitor */
        'X-On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        /** @description For calls without `X-On-Behalf-Of`: 32 hexadecimal digits, the same for the same visitor, so that visitors share the places fairly. All visitors without it count as one. */
        'X-Visitor'?: components['parameters']['Visitor'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['Document'];
      400: components['responses']['TextError'];
      401: components['responses']['TextError'];
      403: components['responses']['TextError'];
      404: components['responses']['TextError'];
      422: components['responses']['TextError'];
      500: components['responses']['TextError'];
      502: components['responses']['TextError'];
      503: components['responses']['TextError'];
      504: components['responses']['TextError'];
    };
  };
  executeForPersonForm: {
    parameters: {
      query?: never;
      header?: {
        /** @description Id of the user for whom the service calls; left out for a visitor */
        'X-On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        /** @description For calls without `X-On-Behalf-Of`: 32 hexadecimal digits, the same for the same visitor, so that visitors share the places fairly. All visitors without it count as one. */
        'X-Visitor'?: components['parameters']['Visitor'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/x-www-form-urlencoded': {
          _repName: string;
          /** @default html */
          _repFormat?: string;
          _dataSource?: string;
          _repLocale?: string;
          _repTimeZone?: string;
          _outFilename?: string;
          /** @enum {string} */
          _pictures?: 'inline';
        };
      };
    };
    responses: {
      200: components['responses']['Document'];
      400: components['responses']['TextError'];
      401: components['responses']['TextError'];
      403: components['responses']['TextError'];
      404: components['responses']['TextError'];
      413: components['responses']['TextError'];
      415: components['responses']['TextError'];
      422: components['responses']['TextError'];
      500: components['responses']['TextError'];
      502: components['responses']['TextError'];
      503: components['responses']['TextError'];
      504: components['responses']['TextError'];
    };
  };
  pictureForPerson: {
    parameters: {
      query: {
        image: string;
        uuid: string;
      };
      header?: {
        /** @description Id of the user for whom the service calls; left out for a visitor */
        'X-On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The picture */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'image/*': string;
        };
      };
      400: components['responses']['TextError'];
      401: components['responses']['TextError'];
      403: components['responses']['TextError'];
      404: components['responses']['TextError'];
      500: components['responses']['TextError'];
      503: components['responses']['TextError'];
    };
  };
  enabledDatasources: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Their keys and titles */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            datasources: {
              key: string;
              title: string;
            }[];
          };
        };
      };
      401: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  statementOptions: {
    parameters: {
      query?: never;
      header?: {
        /** @description For calls without `X-On-Behalf-Of`: 32 hexadecimal digits, the same for the same visitor, so that visitors share the places fairly. All visitors without it count as one. */
        'X-Visitor'?: components['parameters']['Visitor'];
      };
      path: {
        key: components['parameters']['Key'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          sql: string;
          values: {
            [key: string]: string | string[];
          };
          /** @description Id of the user whose rights count; a visitor if left out */
          on_behalf_of?: number | null;
        };
      };
    };
    responses: {
      /** @description The options */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            options: components['schemas']['Option'][];
            /** @description Whether there are more */
            truncated: boolean;
          };
        };
      };
      400: components['responses']['Error'];
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      404: components['responses']['Error'];
      413: components['responses']['Error'];
      415: components['responses']['Error'];
      /** @description The statement fails, or waits for values: then `needs` names them */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['OptionsError'];
        };
      };
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  readReportFile: {
    parameters: {
      query?: never;
      header?: {
        /** @description Id of the user for whom the service calls; left out for a visitor */
        'X-On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'multipart/form-data': {
          /** Format: binary */
          file: string;
        };
      };
    };
    responses: {
      /** @description The template */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ImportedReport'];
        };
      };
      400: components['responses']['BadTemplate'];
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      422: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  publishedReport: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Key of the report */
        key: components['parameters']['ReportKey'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The report */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PublishedReport'];
        };
      };
      400: components['responses']['Error'];
      401: components['responses']['Error'];
      404: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  archivePublishedReport: {
    parameters: {
      query?: never;
      header?: {
        /** @description Id of the user for whom the service calls; left out for a visitor */
        'X-On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
      };
      path: {
        /** @description Key of the report */
        key: components['parameters']['ReportKey'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The report is archived */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['Error'];
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      404: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  changePublishedReport: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Key of the report */
        key: components['parameters']['ReportKey'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          title?: string;
          description?: string;
          /** @description Null for none */
          datasource?: string | null;
          /** @description Id of the user who chose the datasource */
          author?: number;
        };
      };
    };
    responses: {
      /** @description The report is as asked */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['Error'];
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      404: components['responses']['Error'];
      413: components['responses']['Error'];
      415: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  restorePublishedReport: {
    parameters: {
      query?: never;
      header?: {
        /** @description Id of the user for whom the service calls; left out for a visitor */
        'X-On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
      };
      path: {
        /** @description Key of the report */
        key: components['parameters']['ReportKey'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The report runs again */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['Error'];
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      404: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  publishTemplate: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Key of the report */
        key: components['parameters']['ReportKey'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'multipart/form-data': {
          /** @description Put fields before the file */
          title: string;
          /** @description As it was if left out */
          description?: string;
          /** @description As it was if left out; empty for none */
          datasource?: string;
          /** @description Id of the user who publishes it */
          author?: string;
          /** Format: binary */
          file: string;
        };
      };
    };
    responses: {
      /** @description The report */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PublishedReport'] & {
            created: boolean;
          };
        };
      };
      400: components['responses']['BadTemplate'];
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      409: components['responses']['Error'];
      422: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  executionOfService: {
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
      /** @description The run */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Execution'];
        };
      };
      400: components['responses']['Error'];
      401: components['responses']['Error'];
      404: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  createEmbedToken: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['EmbedTokenInput'];
      };
    };
    responses: {
      /** @description The token */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NewEmbedToken'];
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
  listEmbedTokens: {
    parameters: {
      query?: {
        type?: components['schemas']['EmbedType'];
        id?: string;
        /** @description `active`: without those that expired or were revoked */
        state?: 'active' | 'all';
        limit?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The tokens, without their secrets */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            tokens: components['schemas']['EmbedToken'][];
          };
        };
      };
      400: components['responses']['Error'];
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  getEmbedToken: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The token, without its secret */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EmbedToken'];
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
  revokeEmbedToken: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The token is revoked */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['Error'];
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      404: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  revokeEmbedTokens: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['RevokeInput'];
      };
    };
    responses: {
      /** @description Number of tokens that were revoked */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            revoked: number;
          };
        };
      };
      400: components['responses']['Error'];
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  embeddedReportPage: {
    parameters: {
      query?: {
        /** @description An embed token */
        et?: components['parameters']['EmbedTokenInAddress'];
      };
      header?: never;
      path: {
        /** @description Key of what is embedded */
        key: components['parameters']['EmbeddedKey'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['EmbeddedPage'];
      400: components['responses']['ErrorPage'];
      401: components['responses']['ErrorPage'];
      403: components['responses']['ErrorPage'];
      500: components['responses']['ErrorPage'];
      503: components['responses']['ErrorPage'];
    };
  };
  embeddedMapReportPage: {
    parameters: {
      query?: {
        /** @description An embed token */
        et?: components['parameters']['EmbedTokenInAddress'];
      };
      header?: never;
      path: {
        /** @description Key of what is embedded */
        key: components['parameters']['EmbeddedKey'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['EmbeddedPage'];
      400: components['responses']['ErrorPage'];
      401: components['responses']['ErrorPage'];
      403: components['responses']['ErrorPage'];
      500: components['responses']['ErrorPage'];
      503: components['responses']['ErrorPage'];
    };
  };
  embeddedDashboardPage: {
    parameters: {
      query?: {
        /** @description An embed token */
        et?: components['parameters']['EmbedTokenInAddress'];
      };
      header?: never;
      path: {
        owner: components['parameters']['Owner'];
        /** @description Key of what is embedded */
        key: components['parameters']['EmbeddedKey'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['EmbeddedPage'];
      400: components['responses']['ErrorPage'];
      401: components['responses']['ErrorPage'];
      403: components['responses']['ErrorPage'];
      500: components['responses']['ErrorPage'];
      503: components['responses']['ErrorPage'];
    };
  };
  embeddedViewPage: {
    parameters: {
      query?: {
        /** @description An embed token */
        et?: components['parameters']['EmbedTokenInAddress'];
      };
      header?: never;
      path: {
        owner: components['parameters']['Owner'];
        /** @description Key of what is embedded */
        key: components['parameters']['EmbeddedKey'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['EmbeddedPage'];
      400: components['responses']['ErrorPage'];
      401: components['responses']['ErrorPage'];
      403: components['responses']['ErrorPage'];
      500: components['responses']['ErrorPage'];
      503: components['responses']['ErrorPage'];
    };
  };
  openEmbedSession: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['EmbedSessionInput'];
      };
    };
    responses: {
      /** @description The session */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EmbedSession'];
        };
      };
      400: components['responses']['Error'];
      403: components['responses']['Error'];
      413: components['responses']['Error'];
      415: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  embeddedReportConfig: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Key of what is embedded */
        key: components['parameters']['EmbeddedKey'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The configuration */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ReportConfig'];
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
  embeddedLookup: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Key of what is embedded */
        key: components['parameters']['EmbeddedKey'];
        name: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['LookupInput'];
      };
    };
    responses: {
      /** @description Options */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Lookup'];
        };
      };
      400: components['responses']['Error'];
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      404: components['responses']['Error'];
      413: components['responses']['Error'];
      415: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  embeddedDocument: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Key of what is embedded */
        key: components['parameters']['EmbeddedKey'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['EmbeddedRun'];
      };
    };
    responses: {
      200: components['responses']['Document'];
      400: components['responses']['Error'];
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      404: components['responses']['Error'];
      413: components['responses']['Error'];
      415: components['responses']['Error'];
      422: components['responses']['Error'];
      500: components['responses']['Error'];
      502: components['responses']['Error'];
      503: components['responses']['Error'];
      504: components['responses']['Error'];
    };
  };
  embeddedMaps: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Key of what is embedded */
        key: components['parameters']['EmbeddedKey'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['EmbeddedMapRun'];
      };
    };
    responses: {
      /** @description The maps, in the order of the report */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EmbeddedMaps'];
        };
      };
      400: components['responses']['Error'];
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      404: components['responses']['Error'];
      413: components['responses']['Error'];
      415: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  embeddedContent: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Its widgets */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EmbeddedContent'];
        };
      };
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  embeddedTable: {
    parameters: {
      query?: {
        /** @description Of a report: values by name as a JSON object */
        parameters?: components['parameters']['ReportParameters'];
      };
      header?: never;
      path: {
        /** @description Id of a widget; `view` is that of an embedded view */
        widget: components['parameters']['Widget'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The metadata */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TableMetadata'];
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
  embeddedQuery: {
    parameters: {
      query?: {
        /** @description Of a report: values by name as a JSON object */
        parameters?: components['parameters']['ReportParameters'];
      };
      header?: never;
      path: {
        /** @description Id of a widget; `view` is that of an embedded view */
        widget: components['parameters']['Widget'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['QueryRequest'];
      };
    };
    responses: {
      /** @description A page */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['QueryAnswer'];
        };
      };
      400: components['responses']['Error'];
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      404: components['responses']['Error'];
      413: components['responses']['Error'];
      415: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  embeddedExport: {
    parameters: {
      query: {
        /** @description Of a report: values by name as a JSON object */
        parameters?: components['parameters']['ReportParameters'];
        /** @description `gpkg` and `shapefile` are ZIP files */
        format: 'csv' | 'excel' | 'geojson' | 'gpkg' | 'shapefile';
        /** @description csv: texts as they are */
        raw?: '0' | '1';
        /** @description csv: with a byte order mark, for Excel */
        bom?: '0' | '1';
      };
      header?: never;
      path: {
        /** @description Id of a widget; `view` is that of an embedded view */
        widget: components['parameters']['Widget'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ExportRequest'];
      };
    };
    responses: {
      /** @description The file */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/csv': string;
          'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': string;
          'application/geo+json': string;
          'application/zip': string;
        };
      };
      400: components['responses']['Error'];
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      404: components['responses']['Error'];
      413: components['responses']['Error'];
      415: components['responses']['Error'];
      422: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  embeddedTile: {
    parameters: {
      query?: {
        /** @description Of a report: values by name as a JSON object */
        parameters?: components['parameters']['ReportParameters'];
        /** @description A filter tree as JSON */
        filter?: string;
        /** @description Names by comma, at most 20 */
        columns?: string;
        geometry?: string;
      };
      header?: never;
      path: {
        /** @description Id of a widget; `view` is that of an embedded view */
        widget: components['parameters']['Widget'];
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
          [name: string]: unknown;
        };
        content: {
          'application/vnd.mapbox-vector-tile': string;
        };
      };
      /** @description Nothing is there */
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
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  sdkScript: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['SdkFile'];
      /** @description Not modified */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  sdkMinifiedScript: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['SdkFile'];
      /** @description Not modified */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  sdkVersionedScript: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['SdkFile'];
      /** @description Not modified */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  sdkFile: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        file: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['SdkFile'];
      /** @description Not modified */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      404: components['responses']['TextError'];
      500: components['responses']['TextError'];
      503: components['responses']['TextError'];
    };
  };
}
