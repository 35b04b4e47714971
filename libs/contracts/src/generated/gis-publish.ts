// Generated from openapi/*.yaml by libs/contracts/generate.ts; change the contract, not this file.

export interface paths {
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
  '/api/projects': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List projects, by name */
    get: operations['listProjects'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/projects/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Get a project */
    get: operations['getProject'];
    /**
     * Create a project from a file, or replace its runtime
     * @description The body is a GeoTIFF or a GeoPackage. QGIS Server must be able to draw it before it becomes the runtime; the previous runtime becomes a snapshot. On a failure nothing changes.
     */
    put: operations['publishProject'];
    post?: never;
    /** Delete a project with its snapshots */
    delete: operations['deleteProject'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/projects/{id}/versions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List the runtime and the snapshots of a project, newest first */
    get: operations['listVersions'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/projects/{id}/versions/{version}/restore': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Make a snapshot the runtime
     * @description The previous runtime becomes a snapshot, unless it is one already. The snapshot stays.
     */
    post: operations['restoreVersion'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/projects/{id}/download': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Download the runtime as a ZIP */
    get: operations['downloadProject'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/projects/{id}/versions/{version}/download': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Download a snapshot as a ZIP */
    get: operations['downloadVersion'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/projects/{id}/wms': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Web Map Service of the runtime
     * @description GetCapabilities, GetMap, GetFeatureInfo and GetLegendGraphic of WMS 1.1.1 and 1.3.0. Only their own parameters reach QGIS Server, checked; others are ignored. Errors are a ServiceExceptionReport. The header `X-Public-Url` says which address the capabilities show.
     */
    get: operations['getProjectWms'];
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
    Success: {
      /** @constant */
      success: true;
    };
    Project: {
      id: string;
      name: string;
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      updated_at: string;
      /**
       * @description What the runtime draws
       * @enum {string}
       */
      render_mode: 'raster' | 'vector';
      /**
       * @description `stopped`: QGIS Server does not run; `missing`: files of the project are gone
       * @enum {string}
       */
      runtime_status: 'running' | 'stopped' | 'missing';
      /** @description What the runtime was made from */
      source?: string;
      layers: {
        /** @description Name in WMS requests */
        name: string;
        title: string;
      }[];
    };
    ListedProject: {
      id: string;
      name: string;
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      updated_at: string;
      /**
       * @description What the runtime draws
       * @enum {string}
       */
      render_mode: 'raster' | 'vector';
      /**
       * @description `stopped`: QGIS Server does not run; `missing`: files of the project are gone
       * @enum {string}
       */
      runtime_status: 'running' | 'stopped' | 'missing';
      /** @description What the runtime was made from */
      source?: string;
      layers: {
        /** @description Name in WMS requests */
        name: string;
        title: string;
      }[];
      snapshot_count: number;
    };
    ProjectVersion: {
      version: number;
      /** Format: date-time */
      created_at: string;
      size_bytes: number;
      is_runtime: boolean;
    };
    Error: {
      error: string;
    };
  };
  responses: {
    /** @description The project */
    Project: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Project'];
      };
    };
    /** @description The project file and its data */
    Zip: {
      headers: {
        'Content-Disposition'?: string;
        'Content-Length'?: number;
        [name: string]: unknown;
      };
      content: {
        'application/zip': string;
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
  };
  parameters: {
    /** @description Lower-case letters, digits and hyphens */
    ProjectId: string;
    /** @description 0 is the runtime */
    VersionNumber: number;
    SnapshotNumber: number;
  };
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
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
  listProjects: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Projects */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            projects: components['schemas']['ListedProject'][];
          };
        };
      };
      401: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  getProject: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Lower-case letters, digits and hyphens */
        id: components['parameters']['ProjectId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['Project'];
      400: components['responses']['Error'];
      401: components['responses']['Error'];
      404: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  publishProject: {
    parameters: {
      query: {
        /** @description Title of the project */
        name: string;
        format: 'GTiff' | 'GPKG';
        /** @description What the file is, such as `version-12`; the project shows it */
        source?: string;
      };
      header?: never;
      path: {
        /** @description Lower-case letters, digits and hyphens */
        id: components['parameters']['ProjectId'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/octet-stream': string;
      };
    };
    responses: {
      200: components['responses']['Project'];
      201: components['responses']['Project'];
      400: components['responses']['Error'];
      401: components['responses']['Error'];
      413: components['responses']['Error'];
      415: components['responses']['Error'];
      422: components['responses']['Error'];
      500: components['responses']['Error'];
      502: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  deleteProject: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Lower-case letters, digits and hyphens */
        id: components['parameters']['ProjectId'];
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
      404: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  listVersions: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Lower-case letters, digits and hyphens */
        id: components['parameters']['ProjectId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The runtime first, then the snapshots */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            project_id: string;
            versions: components['schemas']['ProjectVersion'][];
          };
        };
      };
      400: components['responses']['Error'];
      401: components['responses']['Error'];
      404: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  restoreVersion: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Lower-case letters, digits and hyphens */
        id: components['parameters']['ProjectId'];
        version: components['parameters']['SnapshotNumber'];
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
          'application/json': {
            /** @constant */
            success: true;
            project_id: string;
            /** @description Number of the snapshot that was restored */
            version: number;
            /** @description Number of the snapshot of what was the runtime before; null when it is the runtime still */
            snapshot: number | null;
          };
        };
      };
      400: components['responses']['Error'];
      401: components['responses']['Error'];
      404: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  downloadProject: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Lower-case letters, digits and hyphens */
        id: components['parameters']['ProjectId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['Zip'];
      400: components['responses']['Error'];
      401: components['responses']['Error'];
      404: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  downloadVersion: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Lower-case letters, digits and hyphens */
        id: components['parameters']['ProjectId'];
        /** @description 0 is the runtime */
        version: components['parameters']['VersionNumber'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['Zip'];
      400: components['responses']['Error'];
      401: components['responses']['Error'];
      404: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  getProjectWms: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Lower-case letters, digits and hyphens */
        id: components['parameters']['ProjectId'];
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
      404: components['responses']['Error'];
      500: components['responses']['Error'];
      502: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
}
