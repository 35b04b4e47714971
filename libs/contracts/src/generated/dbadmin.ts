// Generated from openapi/*.yaml by libs/contracts/generate.ts; change the contract, not this file.

export interface paths {
  '/': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Redirect to the databases */
    get: operations['home'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/login': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Redirect to the central sign-in */
    get: operations['login'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/workspace': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Page: overview */
    get: operations['workspacePage'];
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
    /** Page: servers */
    get: operations['connectionsPage'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/databases': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Page: databases */
    get: operations['databasesPage'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/jobs': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Page: jobs */
    get: operations['jobsPage'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/users': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Page: login roles */
    get: operations['usersPage'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/users/detail': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Page: a login role (`connection_id` and `name` in the query) */
    get: operations['userPage'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/groups': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Page: group roles */
    get: operations['groupsPage'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/groups/detail': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Page: a group role (`connection_id` and `name` in the query) */
    get: operations['groupPage'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/network-access': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Page: network access rules */
    get: operations['networkAccessPage'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/settings': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Page: server settings */
    get: operations['settingsPage'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/terminal': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Page: terminals */
    get: operations['terminalPage'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/databases/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Page: a database */
    get: operations['databasePage'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/app.js': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** A file of the pages, revalidated by modification time */
    get: operations['appScript'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/style.css': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** A file of the pages, revalidated by modification time */
    get: operations['styleSheet'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/terminal.js': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** A file of the pages, revalidated by modification time */
    get: operations['terminalScript'];
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
  '/api/connections': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List connections by name, without passwords */
    get: operations['listConnections'];
    put?: never;
    /**
     * Add a connection
     * @description Does not connect to the server; test it with `POST /api/connections/{id}/test`.
     */
    post: operations['createConnection'];
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
     * Test a connection without saving it
     * @description The body of `POST /api/connections` or, with `connection_id`, of `PUT /api/connections/{id}`. A blank password means the stored one of that connection.
     */
    post: operations['tryConnection'];
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
    /** Get a connection */
    get: operations['getConnection'];
    /**
     * Replace a connection
     * @description A blank password keeps the stored one while host, port and user stay the same.
     */
    put: operations['updateConnection'];
    post?: never;
    /** Delete a connection with its databases and rules; server and backups do not change */
    delete: operations['deleteConnection'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/connections/{id}/test': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Test a connection */
    post: operations['testConnection'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/connections/{id}/databases': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List the databases of the server that accept connections, without templates */
    get: operations['listLiveDatabases'];
    put?: never;
    /** Register an existing database */
    post: operations['registerDatabase'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/connections/{id}/spatialdb-test': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Check whether a database has PostGIS */
    post: operations['testSpatialDb'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/connections/{id}/hba-path': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * Set the path of the server's pg_hba.conf
     * @description Accepts only the path that the server itself returns (`SHOW hba_file`); blank clears it.
     */
    put: operations['setHbaPath'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/connections/{id}/overview': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Get the state of a server */
    get: operations['connectionOverview'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/connections/{id}/backup': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Back up all registered databases of a server */
    post: operations['backupConnection'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/connections/{id}/pg-users': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List login roles by name */
    get: operations['listUsers'];
    put?: never;
    /** Create a login role */
    post: operations['createUser'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/connections/{id}/pg-users/{name}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Get a login role */
    get: operations['getUser'];
    /** Change password, login or superuser flag of a role */
    put: operations['updateUser'];
    post?: never;
    /**
     * Drop a role
     * @description A role that owns objects is not dropped (409 with the objects) unless `reassign_to` names their new owner.
     */
    delete: operations['deleteUser'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/connections/{id}/pg-users/{name}/owned': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List what a role owns, by database */
    get: operations['listOwned'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/connections/{id}/pg-users/{name}/access': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Get the access of a login role to each database, and why */
    get: operations['userAccess'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/connections/{id}/pg-groups': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List group roles by name */
    get: operations['listGroups'];
    put?: never;
    /** Create a group role */
    post: operations['createGroup'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/connections/{id}/pg-groups/{name}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Get a group role */
    get: operations['getGroup'];
    put?: never;
    post?: never;
    /**
     * Drop a group role
     * @description As for login roles.
     */
    delete: operations['deleteGroup'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/connections/{id}/pg-groups/{name}/access': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Get the access of a group role to each database */
    get: operations['groupAccess'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/connections/{id}/pg-groups/{name}/members': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Grant a group to a role */
    post: operations['addMember'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/connections/{id}/pg-groups/{name}/members/{member}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /** Revoke a group from a role */
    delete: operations['removeMember'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/connections/{id}/access-rules': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List rules in their order, and the managed file */
    get: operations['listRules'];
    put?: never;
    /** Add a rule after the others */
    post: operations['createRule'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/connections/{id}/access-rules/order': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /** Reorder the rules */
    put: operations['orderRules'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/connections/{id}/access-rules/preview': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Preview the changes to the file */
    get: operations['previewRules'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/connections/{id}/access-rules/file': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List all rules of the server's file, as the server reads them */
    get: operations['listRulesInFile'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/connections/{id}/access-rules/apply': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Write the rules to the file, reload, and check that we can still log in
     * @description The file is backed up first, and restored if the server finds an error in it or our login fails (422).
     */
    post: operations['applyRules'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/connections/{id}/access-rules/undo': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Undo the last application */
    post: operations['undoRules'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/connections/{id}/access-rules/{ruleId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /** Replace a rule */
    put: operations['updateRule'];
    post?: never;
    /** Delete a rule */
    delete: operations['deleteRule'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/settings': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List settings in groups, with the numbers of pending and changed ones */
    get: operations['getSettings'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/settings/update': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Change a setting of the server and reload
     * @description A null or blank value resets the setting to its default.
     */
    post: operations['updateSetting'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/settings/undo': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Undo the last change */
    post: operations['undoSetting'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/databases': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List registered databases with their live state */
    get: operations['listDatabases'];
    put?: never;
    /** Create a database */
    post: operations['createDatabase'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/databases/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Get a database */
    get: operations['getDatabase'];
    /** Change the description of a database */
    put: operations['updateDatabase'];
    post?: never;
    /**
     * Drop a database
     * @description The job checks the name again.
     */
    delete: operations['deleteDatabase'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/databases/{id}/registration': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /** Unregister a database; it stays on its server */
    delete: operations['unregisterDatabase'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/databases/{id}/clone': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Copy a database on its server */
    post: operations['cloneDatabase'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/databases/{id}/backup': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Back up a database */
    post: operations['backupDatabase'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/databases/{id}/backups': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List the backups of a database, newest file name first */
    get: operations['listBackups'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/databases/{id}/backups/{filename}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Download a backup
     * @description Supports `Range`. Needs the admin permission, since a backup contains all data of the database.
     */
    get: operations['downloadBackup'];
    put?: never;
    post?: never;
    /** Delete a backup */
    delete: operations['deleteBackup'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/databases/{id}/restore': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Restore a backup into its database or a new one */
    post: operations['restoreDatabase'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/databases/{id}/import/upload': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Upload a file to import */
    post: operations['uploadImport'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/databases/{id}/import/dataset': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Fetch the file of a vault dataset to import
     * @description Uses the caller's session, so the vault decides about access. The file is then imported like an uploaded one.
     */
    post: operations['uploadDataset'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/databases/{id}/import': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Import an uploaded file into a table */
    post: operations['importFile'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/databases/{id}/schemas': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List schemas, except those of the system */
    get: operations['listSchemas'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/databases/{id}/tables': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List tables with geometry, SRID, estimated rows, size and indexes */
    get: operations['listTables'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/databases/{id}/extents': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List the extents of geometry columns */
    get: operations['listExtents'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/databases/{id}/access': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List the access levels that were granted here */
    get: operations['listGrants'];
    put?: never;
    /** Grant an access level */
    post: operations['createGrant'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/databases/{id}/access/{name}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /** Change an access level */
    put: operations['updateGrant'];
    post?: never;
    /** Revoke an access level */
    delete: operations['deleteGrant'];
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
    /** List jobs, newest first */
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
    /** Get a job */
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
     * Cancel a job
     * @description Users can cancel their own jobs; others' jobs need the admin permission.
     */
    post: operations['cancelJob'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/terminal/capability': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List the terminals that are available on a server, by default on this machine */
    get: operations['terminalCapability'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/terminal/ws/dbshell': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Database shell (psql)
     * @description psql on a pseudo-terminal, in a sandbox, signed in as the administrator of the connection. Origin, sign-in and the query are checked before the upgrade.
     */
    get: operations['openDbshell'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/terminal/ws/server': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Server commands
     * @description Status, restart and reload of the database service, its journal, disks, memory, processes, vacuumdb, reindexdb, pg_dump of a schema and lists of backups. There is no shell.
     */
    get: operations['openServerTerminal'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/terminal/ws/logs': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Follow the log of the database service
     * @description Binary frames contain lines. A `filter` is literal text; `pause` and `resume` stop and start the stream.
     */
    get: operations['followLogs'];
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
    /** List audit events, newest first */
    get: operations['listAudit'];
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
    /** List registered databases, for the catalog */
    get: operations['discover'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/search-items': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List servers and registered databases, for the search of the shell */
    get: operations['listSearchItems'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/registry': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the tree of servers and registered databases
     * @description The vault reads it for its users and forwards their session.
     */
    get: operations['readRegistry'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/internal/registry/databases': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Create a database with PostGIS for a user of the calling service
     * @description The user needs what `POST /api/databases` needs; with `owner` the admin permission. `request_id` names the request: repeating it returns the same database. Waits up to 20 s; while `state` is `creating`, repeat it.
     */
    post: operations['createServiceDatabase'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/internal/registry/databases/requests/{requestId}': {
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
     * Undo a request of the calling service for a database
     * @description Drops the database that this request created, no other, and the roles that were created for it. Waits up to 20 s; while `state` is `dropping`, repeat it. A request that arrives after this one creates nothing.
     */
    delete: operations['undoServiceDatabase'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/internal/registry/databases/{id}/login': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Create a login for the calling service to a registered database
     * @description Creates a login role for the service and the user, with a new password, to this database only. `readwrite` may also create tables. `readonly` may read all tables, also future ones of the administrator; its transactions are read-only and it has at most 16 connections. The administrator's login is not passed on. A second request for the same level replaces the password.
     */
    post: operations['adoptDatabase'];
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
    Created: {
      id: number;
    };
    JobQueued: {
      job_id: string;
    };
    JobsQueued: {
      job_ids: string[];
    };
    DatabaseQueued: {
      /** @description The database that the job creates or changes */
      database_id: number;
      job_id: string;
    };
    /** @description Callers without the edit permission see the required fields only */
    Connection: {
      id: number;
      name: string;
      host?: string;
      port?: number;
      sslmode?: components['schemas']['SslMode'];
      admin_username?: string;
      hba_file_path?: string | null;
      /** @description Whether it is the platform's own server; absent while unknown */
      platform?: boolean;
      /** @description Registered databases */
      database_count: number;
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      updated_at: string;
    };
    /** @enum {string} */
    SslMode: 'disable' | 'prefer' | 'require' | 'verify-ca' | 'verify-full';
    ConnectionInput: {
      name: string;
      /** @description A host name or an IP address */
      host: string;
      /** @default 5432 */
      port: number;
      /**
       * @default prefer
       * @enum {string}
       */
      sslmode: 'disable' | 'prefer' | 'require' | 'verify-ca' | 'verify-full';
      admin_username: string;
      admin_password?: string;
    };
    ConnectionTest: {
      ok: boolean;
      /** @description Such as 15.18 */
      version?: string;
      /** @description Such as 150018 */
      version_number?: number;
      /** @description Whether the administrator's role is a superuser */
      is_superuser?: boolean;
      encrypted?: boolean;
      milliseconds?: number;
      /** @description What the role may not do, one sentence each */
      missing_rights?: string[];
      error?: string;
    };
    SpatialDbTestInput: {
      /** @default postgres */
      database: string;
    };
    SpatialDbTest: {
      database: string;
      installed: boolean;
      version: string | null;
      /** @description Extensions that the server can install */
      available_version: string | null;
    };
    HbaPathInput: {
      hba_file_path: string;
    };
    ServerOverview: {
      version: string;
      version_number?: number;
      /** Format: date-time */
      started_at: string;
      in_recovery?: boolean;
      size_bytes: number | null;
      sessions: number;
      active_sessions?: number;
      max_connections: number;
      longest_query_seconds?: number | null;
      databases: number;
      /** @description Since the statistics were reset */
      transactions?: number;
      cache_hit_ratio?: number | null;
      /** @description Settings that are pending a restart */
      pending_restart?: number;
    };
    DatabaseRegistration: {
      name: string;
      purpose?: string;
    };
    Role: {
      name: string;
      can_login: boolean;
      is_superuser: boolean;
      can_create_database?: boolean;
      can_create_role?: boolean;
      inherits?: boolean;
      connection_limit?: number | null;
      valid_until?: string | null;
      /** @description null if the administrator may not read it */
      has_password?: boolean | null;
      member_of: string[];
      members: string[];
      /** @description A role of the server or of the platform, which cannot be changed or dropped here */
      reserved: boolean;
      comment?: string | null;
    };
    UserInput: {
      name: string;
      password: string;
      /** @default true */
      can_login: boolean;
      /** @default false */
      is_superuser: boolean;
    };
    UserChange: {
      /** @description Blank keeps the current one */
      password?: string;
      can_login?: boolean;
      is_superuser?: boolean;
    };
    GroupInput: {
      name: string;
    };
    MemberInput: {
      member: string;
    };
    Owned: {
      role: string;
      databases: components['schemas']['OwnedInDatabase'][];
    };
    OwnedInDatabase: {
      database: string;
      owns_database: boolean;
      /** @description At most 200 for each database */
      objects: components['schemas']['OwnedObject'][];
      count?: number;
      /** @description Why the database did not answer */
      error?: string;
    };
    OwnedObject: {
      kind: string;
      name: string;
    };
    OwnsObjects: {
      error: string;
      owned?: components['schemas']['Owned'];
    };
    /** @enum {string} */
    Level: 'readonly' | 'readwrite' | 'admin';
    AccessMatrix: {
      role: string;
      /** @description Bypasses all permission checks */
      is_superuser: boolean;
      databases: components['schemas']['DatabaseAccess'][];
    };
    DatabaseAccess: {
      database: string;
      /** @description null if it is not registered */
      database_id: number | null;
      owner: string;
      privileges: components['schemas']['PrivilegeAccess'][];
      levels: components['schemas']['LevelAccess'][];
    };
    PrivilegeAccess: {
      /** @enum {string} */
      privilege: 'CONNECT' | 'TEMPORARY' | 'CREATE';
      effective: boolean;
      sources: components['schemas']['AccessSource'][];
    };
    AccessSource: {
      /** @enum {string} */
      kind: 'superuser' | 'owner' | 'direct' | 'group' | 'public' | 'set_role';
      /** @description The role */
      via: string | null;
    };
    LevelAccess: {
      level: components['schemas']['Level'];
      /** @enum {string} */
      kind: 'direct' | 'group' | 'set_role';
      via: string | null;
    };
    Grant: {
      role_name: string;
      level: components['schemas']['Level'];
      /** Format: date-time */
      granted_at: string;
      granted_by?: string | null;
    };
    GrantInput: {
      role_name: string;
      level: components['schemas']['Level'];
    };
    GrantChange: {
      level: components['schemas']['Level'];
    };
    GrantResult: {
      role_name: string;
      /** @description null once it is revoked */
      level: string | null;
      /** @description Objects that were granted or revoked */
      objects?: number;
      skipped: components['schemas']['SkippedObject'][];
      /** @description Roles whose future tables are also covered */
      covered_creators: string[];
      /** @description Roles whose future tables are not covered */
      uncovered_creators: string[];
    };
    SkippedObject: {
      kind: string;
      name: string;
      reason: string;
      /** @description The extension that owns it and manages its privileges; this is not an error */
      extension: string | null;
    };
    Rule: {
      id: number;
      name: string;
      cidr: string;
      auth_method: string;
      /** @description Empty for all */
      database_name: string;
      /** @description Empty for all */
      role_name: string;
      enabled: boolean;
      /** @description From 1; the first matching rule applies */
      position: number;
      /** Format: date-time */
      created_at?: string;
      /** Format: date-time */
      updated_at?: string;
    };
    RuleInput: {
      name: string;
      /** @description Such as 10.20.0.0/16 */
      cidr: string;
      /** @description `scram-sha-256` or `md5` */
      auth_method: string;
      database_name?: string | null;
      role_name?: string | null;
      /** @default true */
      enabled: boolean;
    };
    RuleOrder: {
      /** @description All rules of the connection */
      ids: number[];
    };
    RuleList: {
      rules: components['schemas']['Rule'][];
      /** @description The managed file */
      file_path: string | null;
      /** Format: date-time */
      applied_at?: string | null;
      applied_by?: string | null;
      /** @description Whether the rules differ from the last applied ones */
      unapplied?: boolean;
      can_undo?: boolean;
    };
    RuleInFile: {
      /** @description Line number in the file */
      line: number;
      /** @description Such as host, hostssl or local */
      type: string | null;
      databases: string[];
      roles: string[];
      /** @description A network, a host name or a word such as samenet; null for connections by socket */
      from: string | null;
      auth_method: string | null;
      options: string[];
      /** @description Whether it is in the part of the file that is managed here */
      managed: boolean;
      /** @description The server's error for the line */
      error: string | null;
    };
    RulePreview: {
      file_path: string | null;
      /** @description The file that the server itself names; null if it does not */
      own_path: string | null;
      /** @description The managed block with its markers; paste it at the top if the file is not on this machine */
      block: string;
      diff: components['schemas']['DiffLine'][];
      can_apply: boolean;
      /** @description Why not and what to do */
      reason?: string;
    };
    DiffLine: {
      /** @enum {string} */
      kind: 'same' | 'added' | 'removed' | 'gap';
      text: string;
      /** @description Line number in the new file, or in the old one for a removed line */
      line?: number;
    };
    RulesApplied: {
      applied: boolean;
      file_path: string;
      backup_path?: string;
      /** @description Lines in the block */
      rules?: number;
      /** Format: date-time */
      applied_at?: string;
    };
    SettingList: {
      connection_id: number;
      /** @description Settings that are pending a restart */
      restart_count: number;
      /** @description Settings that differ from their default */
      modified_count: number;
      groups: components['schemas']['SettingGroup'][];
      last_change?: components['schemas']['SettingHistory'] | null;
    };
    SettingGroup: {
      key: string;
      title: string;
      restart_count?: number;
      modified_count?: number;
      settings: components['schemas']['Setting'][];
    };
    Setting: {
      name: string;
      /** @description Value in the unit of the setting */
      value: string;
      /** @description Formatted, such as 128MB */
      display?: string;
      unit?: string | null;
      /** @enum {string} */
      type: 'bool' | 'integer' | 'real' | 'string' | 'enum';
      context: string;
      needs_restart: boolean;
      /** @description Value without any configuration */
      default_value?: string | null;
      pending_restart: boolean;
      /** @description Value after a restart */
      pending_value?: string | null;
      source?: string;
      modified: boolean;
      /** @description Minimum that is accepted here */
      minimum?: string | null;
      /** @description Maximum that is accepted here */
      maximum?: string | null;
      choices?: string[];
      description?: string;
      advice?: string;
    };
    SettingHistory: {
      id: number;
      name: string;
      previous_value?: string | null;
      value?: string | null;
      /** Format: date-time */
      changed_at: string;
      changed_by?: string | null;
    };
    SettingChange: {
      connection_id: number;
      name: string;
      value: string | number | boolean | null;
    };
    SettingUndo: {
      connection_id: number;
    };
    SettingChanged: {
      name: string;
      previous_value?: string | null;
      value: string | null;
      pending_restart: boolean;
    };
    Database: {
      id: number;
      connection_id: number;
      connection_name: string;
      name: string;
      purpose: string;
      /**
       * @description `missing`: not on the server; `unknown`: the server did not answer
       * @enum {string}
       */
      state: 'creating' | 'ready' | 'missing' | 'failed' | 'deleting' | 'unknown';
      owner?: string | null;
      size_bytes?: number | null;
      sessions?: number | null;
      spatialdb?: components['schemas']['SpatialDb'] | null;
      table_count?: number | null;
      geometry?: components['schemas']['GeometryCount'][];
      srids?: number[];
      last_backup?: components['schemas']['Backup'] | null;
      /** @description The newest queued or running job */
      job?: components['schemas']['JobBrief'] | null;
      /**
       * Format: date-time
       * @description When PostGIS, tables and geometry were read; null if never
       */
      facts_at?: string | null;
      /** @description They are being read now; ask again in a second for newer ones */
      pending?: boolean;
      error?: string;
      /** Format: date-time */
      created_at?: string;
    };
    SpatialDb: {
      installed: boolean;
      version: string | null;
    };
    GeometryCount: {
      type: string;
      /** @description Columns of this type */
      count: number;
    };
    JobBrief: {
      id: string;
      kind: string;
      status: string;
      progress: number;
      stage?: string | null;
    };
    DatabaseDetail: components['schemas']['Database'] & {
      connection: components['schemas']['Connection'];
      encoding?: string | null;
      collation?: string | null;
      server_version?: string | null;
    };
    DatabaseInput: {
      connection_id: number;
      name: string;
      purpose?: string;
      /** @default false */
      enable_spatialdb: boolean;
    };
    DatabaseNote: {
      purpose?: string;
    };
    DatabaseDeletion: {
      confirm_name: string;
    };
    CloneInput: {
      name: string;
      purpose?: string;
    };
    BackupInput: {
      note?: string;
    };
    Backup: {
      filename: string;
      /** @description Path below the folder of backups, as restore takes it */
      artifact: string;
      size_bytes: number;
      sha256?: string;
      database_name?: string;
      server_version?: string;
      /**
       * Format: date-time
       * @description When it was last verified
       */
      verified_at?: string | null;
      note?: string;
      /** Format: date-time */
      created_at: string;
      created_by?: string | null;
    };
    RestoreInput: {
      /** @description Path from the list of backups */
      artifact: string;
      /**
       * @description `existing` or `new`
       * @default existing
       */
      mode: string;
      new_database_name?: string;
    };
    UploadedFile: {
      source_path: string;
      filename: string;
      size_bytes: number;
      layers: components['schemas']['SourceLayer'][];
    };
    SourceLayer: {
      name: string;
      feature_count: number | null;
      geometry_type: string | null;
      srid: number | null;
    };
    DatasetToImport: {
      /** @description Name of the vault's dataset */
      dataset: string;
      /** @description The latest version by default */
      version?: number;
    };
    ImportInput: {
      /** @description Path from the upload */
      source_path: string;
      /** @default public */
      schema: string;
      /** @description The name of the layer by default */
      table_name?: string;
      /** @description Blank, `preserve`, `detect` or `EPSG:<number>`; anything else means `preserve` */
      srid_policy?: string;
      /** @description The first layer by default */
      layer_name?: string;
      /** @default true */
      overwrite: boolean;
      /**
       * @description Add the rows to an existing table; `overwrite` is then ignored. Columns are matched by name, coordinates are transformed to the table's coordinate system (`srid_policy` `EPSG:<number>` names that of a file that has none)
       * @default false
       */
      append: boolean;
    };
    Table: {
      schema: string;
      name: string;
      geometry_column: string | null;
      geometry_type: string | null;
      srid: number | null;
      /** @description null if the table was never analysed */
      row_estimate: number | null;
      size_bytes: number;
      index_count: number;
      owner?: string;
      comment?: string | null;
    };
    Extent: {
      schema: string;
      table: string;
      column: string;
      /** @description West, south, east, north in degrees; exact for small tables, otherwise estimated from statistics; null if unknown */
      extent: number[] | null;
      exact?: boolean;
    };
    Job: {
      id: string;
      kind: string;
      /** @description Object of the job, for people */
      title?: string;
      /** @description What the job does, did or could not do, for people */
      summary: string;
      /** @description Page of the result, below the base path of the service */
      page: string;
      /** @enum {string} */
      status: 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled';
      progress: number;
      stage: string | null;
      errors: string[];
      /** @description The last error of a failed job */
      error?: string;
      /** @description Empty for callers who neither started the job nor have the edit permission; so are result and errors */
      payload: {
        [key: string]: unknown;
      };
      result: {
        [key: string]: unknown;
      } | null;
      connection_id?: number | null;
      database_id?: number | null;
      requested_by?: string | null;
      may_cancel: boolean;
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      started_at?: string | null;
      /** Format: date-time */
      finished_at?: string | null;
    };
    TerminalCapability: {
      dbshell: components['schemas']['Capability'];
      server: components['schemas']['Capability'];
      logs: components['schemas']['Capability'];
    };
    Capability: {
      available: boolean;
      reason?: string;
    };
    AuditPage: {
      items: components['schemas']['AuditEvent'][];
    };
    AuditEvent: {
      id: number;
      /** Format: date-time */
      at: string;
      event: string;
      actor_id?: number | null;
      actor_name: string | null;
      connection_id?: number | null;
      subject?: string | null;
      details?: {
        [key: string]: unknown;
      };
    };
    Discovery: {
      /** @constant */
      service: 'dbadmin';
      /** @constant */
      resource_type: 'database';
      items: components['schemas']['DiscoveryItem'][];
    };
    DiscoveryItem: {
      id: string;
      title: string;
      description: string;
      url: string;
      category: string;
      /** Format: date-time */
      updated_at?: string;
    };
    SearchItems: {
      items: {
        id: string;
        title: string;
        description?: string;
        /** @description Below the base path of the service */
        path: string;
      }[];
    };
    Registry: {
      connections: components['schemas']['RegistryConnection'][];
    };
    /** @description Callers without the edit permission see the required fields only */
    RegistryConnection: {
      id: number;
      name: string;
      host?: string;
      port?: number;
      sslmode?: components['schemas']['SslMode'];
      databases: components['schemas']['RegistryDatabase'][];
    };
    RegistryDatabase: {
      id: number;
      name: string;
      purpose: string;
      /** @description Whether the caller may have a login for it issued to another service */
      may_adopt?: boolean;
    };
    ServiceDatabaseInput: {
      /** Format: uuid */
      request_id: string;
      connection_id: number;
      /** @description The user for whom it is created */
      user_id: number;
      name: string;
      /** @description A role that gets the access level `admin` */
      owner?: {
        username: string;
        /** @description Creates a login role with it */
        password?: string;
      };
    };
    ServiceDatabase: {
      database_id: number;
      connection_id: number;
      name: string;
      /** @enum {string} */
      state: 'creating' | 'ready';
    };
    AdoptInput: {
      /** @description When given, the database must be on this connection */
      connection_id?: number;
      /** @description The user; needs the edit permission here */
      user_id: number;
      /**
       * @description readwrite by default
       * @enum {string}
       */
      level?: 'readonly' | 'readwrite';
    };
    AdoptedLogin: {
      connection_id: number;
      database_id: number;
      connection_name?: string;
      host: string;
      port: number;
      sslmode: components['schemas']['SslMode'];
      database: string;
      username: string;
      password: string;
    };
    Error: {
      error: string;
    };
    Success: {
      success: boolean;
    };
  };
  responses: {
    /** @description The role owns objects; nothing was changed */
    OwnsObjects: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['OwnsObjects'];
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
    /** @description The error, in one sentence */
    TextError: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'text/plain': string;
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
    Id: number;
    RuleId: number;
    JobId: string;
    /** @description Name of a role */
    RoleName: string;
    /** @description Name of a role */
    MemberName: string;
    /** @description New owner of the objects */
    ReassignTo: string;
    Filename: string;
    /** @description All schemas by default */
    SchemaQuery: string;
  };
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  home: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Redirect to `/databases` below the base path */
      302: {
        headers: {
          Location?: string;
          [name: string]: unknown;
        };
        content?: never;
      };
      500: components['responses']['TextError'];
    };
  };
  login: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      303: components['responses']['SignIn'];
      500: components['responses']['TextError'];
      503: components['responses']['TextError'];
    };
  };
  workspacePage: {
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
  databasesPage: {
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
  jobsPage: {
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
  usersPage: {
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
  userPage: {
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
  groupsPage: {
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
  groupPage: {
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
  networkAccessPage: {
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
  settingsPage: {
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
  terminalPage: {
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
  databasePage: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The page says if there is no such database */
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
  appScript: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The file */
      200: {
        headers: {
          'Last-Modified'?: string;
          [name: string]: unknown;
        };
        content: {
          '*/*': string;
        };
      };
      /** @description Part of the file */
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
      500: components['responses']['TextError'];
      503: components['responses']['TextError'];
    };
  };
  styleSheet: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The file */
      200: {
        headers: {
          'Last-Modified'?: string;
          [name: string]: unknown;
        };
        content: {
          '*/*': string;
        };
      };
      /** @description Part of the file */
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
      500: components['responses']['TextError'];
      503: components['responses']['TextError'];
    };
  };
  terminalScript: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The file */
      200: {
        headers: {
          'Last-Modified'?: string;
          [name: string]: unknown;
        };
        content: {
          '*/*': string;
        };
      };
      /** @description Part of the file */
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
      500: components['responses']['TextError'];
      503: components['responses']['TextError'];
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
          'application/json': components['schemas']['Connection'][];
        };
      };
      400: components['responses']['Error'];
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
          'application/json': components['schemas']['Created'];
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
  tryConnection: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ConnectionInput'] & {
          connection_id?: number;
        };
      };
    };
    responses: {
      /** @description The result; `ok` is false with `error` if the server cannot be reached */
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
  getConnection: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: components['parameters']['Id'];
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
          'application/json': components['schemas']['Connection'];
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
  updateConnection: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: components['parameters']['Id'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ConnectionInput'];
      };
    };
    responses: {
      /** @description The connection */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Connection'];
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
        id: components['parameters']['Id'];
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
  testConnection: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: components['parameters']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The result; `ok` is false with a sentence if the server cannot be reached */
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
  listLiveDatabases: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: components['parameters']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Names */
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
      500: components['responses']['Error'];
      502: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  registerDatabase: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: components['parameters']['Id'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['DatabaseRegistration'];
      };
    };
    responses: {
      /** @description Its id */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Created'];
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
  testSpatialDb: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: components['parameters']['Id'];
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['SpatialDbTestInput'];
      };
    };
    responses: {
      /** @description The result */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SpatialDbTest'];
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
  setHbaPath: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: components['parameters']['Id'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['HbaPathInput'];
      };
    };
    responses: {
      /** @description The connection */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Connection'];
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
  connectionOverview: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: components['parameters']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Version, uptime, sizes, sessions */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ServerOverview'];
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
  backupConnection: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: components['parameters']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description One job for each database */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['JobsQueued'];
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
  listUsers: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: components['parameters']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The roles */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Role'][];
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
  createUser: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: components['parameters']['Id'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['UserInput'];
      };
    };
    responses: {
      /** @description The role */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Role'];
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
  getUser: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: components['parameters']['Id'];
        /** @description Name of a role */
        name: components['parameters']['RoleName'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The role */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Role'];
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
  updateUser: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: components['parameters']['Id'];
        /** @description Name of a role */
        name: components['parameters']['RoleName'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['UserChange'];
      };
    };
    responses: {
      /** @description The role */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Role'];
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
  deleteUser: {
    parameters: {
      query?: {
        /** @description New owner of the objects */
        reassign_to?: components['parameters']['ReassignTo'];
      };
      header?: never;
      path: {
        id: components['parameters']['Id'];
        /** @description Name of a role */
        name: components['parameters']['RoleName'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Dropped */
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
      409: components['responses']['OwnsObjects'];
      500: components['responses']['Error'];
      502: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  listOwned: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: components['parameters']['Id'];
        /** @description Name of a role */
        name: components['parameters']['RoleName'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description By database */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Owned'];
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
  userAccess: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: components['parameters']['Id'];
        /** @description Name of a role */
        name: components['parameters']['RoleName'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The matrix */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AccessMatrix'];
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
  listGroups: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: components['parameters']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The roles */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Role'][];
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
  createGroup: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: components['parameters']['Id'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['GroupInput'];
      };
    };
    responses: {
      /** @description The role */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Role'];
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
  getGroup: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: components['parameters']['Id'];
        /** @description Name of a role */
        name: components['parameters']['RoleName'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The role */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Role'];
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
  deleteGroup: {
    parameters: {
      query?: {
        /** @description New owner of the objects */
        reassign_to?: components['parameters']['ReassignTo'];
      };
      header?: never;
      path: {
        id: components['parameters']['Id'];
        /** @description Name of a role */
        name: components['parameters']['RoleName'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Dropped */
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
      409: components['responses']['OwnsObjects'];
      500: components['responses']['Error'];
      502: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  groupAccess: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: components['parameters']['Id'];
        /** @description Name of a role */
        name: components['parameters']['RoleName'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The matrix */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AccessMatrix'];
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
  addMember: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: components['parameters']['Id'];
        /** @description Name of a role */
        name: components['parameters']['RoleName'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['MemberInput'];
      };
    };
    responses: {
      /** @description Granted */
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
      502: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  removeMember: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: components['parameters']['Id'];
        /** @description Name of a role */
        name: components['parameters']['RoleName'];
        /** @description Name of a role */
        member: components['parameters']['MemberName'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Revoked */
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
  listRules: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: components['parameters']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The rules */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RuleList'];
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
  createRule: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: components['parameters']['Id'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['RuleInput'];
      };
    };
    responses: {
      /** @description The rule */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Rule'];
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
  orderRules: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: components['parameters']['Id'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['RuleOrder'];
      };
    };
    responses: {
      /** @description The rules */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RuleList'];
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
  previewRules: {
    parameters: {
      query?: {
        /** @description `all`: the diff contains the whole file */
        context?: 'all';
      };
      header?: never;
      path: {
        id: components['parameters']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The block and the difference */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RulePreview'];
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
  listRulesInFile: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: components['parameters']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The rules in the order in which the server checks them */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RuleInFile'][];
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
  applyRules: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: components['parameters']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Applied */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RulesApplied'];
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
  undoRules: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: components['parameters']['Id'];
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
          'application/json': components['schemas']['RulesApplied'];
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
  updateRule: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: components['parameters']['Id'];
        ruleId: components['parameters']['RuleId'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['RuleInput'];
      };
    };
    responses: {
      /** @description The rule */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Rule'];
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
  deleteRule: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: components['parameters']['Id'];
        ruleId: components['parameters']['RuleId'];
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
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  getSettings: {
    parameters: {
      query: {
        connection_id: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The settings */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SettingList'];
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
  updateSetting: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['SettingChange'];
      };
    };
    responses: {
      /** @description Changed */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SettingChanged'];
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
  undoSetting: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['SettingUndo'];
      };
    };
    responses: {
      /** @description Undone */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SettingChanged'];
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
  listDatabases: {
    parameters: {
      query?: {
        /** @description 0 or a value that is not a number means all */
        connection_id?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The databases; unknown fields are null, with a sentence in `error` */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Database'][];
        };
      };
      400: components['responses']['Error'];
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  createDatabase: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['DatabaseInput'];
      };
    };
    responses: {
      /** @description Queued */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DatabaseQueued'];
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
  getDatabase: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: components['parameters']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The database */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DatabaseDetail'];
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
  updateDatabase: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: components['parameters']['Id'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['DatabaseNote'];
      };
    };
    responses: {
      /** @description The database */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DatabaseDetail'];
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
  deleteDatabase: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: components['parameters']['Id'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['DatabaseDeletion'];
      };
    };
    responses: {
      /** @description Queued */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['JobQueued'];
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
  unregisterDatabase: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: components['parameters']['Id'];
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
  cloneDatabase: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: components['parameters']['Id'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CloneInput'];
      };
    };
    responses: {
      /** @description Queued */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DatabaseQueued'];
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
  backupDatabase: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: components['parameters']['Id'];
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['BackupInput'];
      };
    };
    responses: {
      /** @description Queued */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['JobQueued'];
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
  listBackups: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: components['parameters']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The backups */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Backup'][];
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
  downloadBackup: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: components['parameters']['Id'];
        filename: components['parameters']['Filename'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The file */
      200: {
        headers: {
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
      400: components['responses']['Error'];
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      404: components['responses']['Error'];
      416: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  deleteBackup: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: components['parameters']['Id'];
        filename: components['parameters']['Filename'];
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
  restoreDatabase: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: components['parameters']['Id'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['RestoreInput'];
      };
    };
    responses: {
      /** @description Queued */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DatabaseQueued'];
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
  uploadImport: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: components['parameters']['Id'];
      };
      cookie?: never;
    };
    /** @description One file, at most 512 MiB: `.gpkg`, `.zip` with a shapefile, `.geojson`, `.json` or `.shp`. */
    requestBody: {
      content: {
        'multipart/form-data': {
          /** Format: binary */
          file: string;
        };
      };
    };
    responses: {
      /** @description Path for the import */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['UploadedFile'];
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
  uploadDataset: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: components['parameters']['Id'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['DatasetToImport'];
      };
    };
    responses: {
      /** @description Path for the import */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['UploadedFile'];
        };
      };
      400: components['responses']['Error'];
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      404: components['responses']['Error'];
      413: components['responses']['Error'];
      422: components['responses']['Error'];
      500: components['responses']['Error'];
      502: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  importFile: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: components['parameters']['Id'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ImportInput'];
      };
    };
    responses: {
      /** @description Queued */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['JobQueued'];
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
  listSchemas: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: components['parameters']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Names */
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
      500: components['responses']['Error'];
      502: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  listTables: {
    parameters: {
      query?: {
        /** @description All schemas by default */
        schema?: components['parameters']['SchemaQuery'];
      };
      header?: never;
      path: {
        id: components['parameters']['Id'];
      };
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
          'application/json': components['schemas']['Table'][];
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
  listExtents: {
    parameters: {
      query?: {
        /** @description All schemas by default */
        schema?: components['parameters']['SchemaQuery'];
      };
      header?: never;
      path: {
        id: components['parameters']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Boxes in EPSG:4326 */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Extent'][];
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
  listGrants: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: components['parameters']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The grants */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Grant'][];
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
  createGrant: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: components['parameters']['Id'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['GrantInput'];
      };
    };
    responses: {
      /** @description Granted */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['GrantResult'];
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
  updateGrant: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: components['parameters']['Id'];
        /** @description Name of a role */
        name: components['parameters']['RoleName'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['GrantChange'];
      };
    };
    responses: {
      /** @description Changed */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['GrantResult'];
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
  deleteGrant: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: components['parameters']['Id'];
        /** @description Name of a role */
        name: components['parameters']['RoleName'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Revoked */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['GrantResult'];
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
  listJobs: {
    parameters: {
      query?: {
        /** @description 100 unless it is a positive number; no maximum */
        limit?: string;
        /** @description Only jobs older than this one */
        before?: string;
        /** @description `active`, or a status */
        status?: string;
        kind?: string;
        connection_id?: string;
        database_id?: string;
        /** @description `true`: only the caller's jobs */
        mine?: string;
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
        id: components['parameters']['JobId'];
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
  cancelJob: {
    parameters: {
      query?: {
        /** @description `true`: also stop a running job, which is otherwise 409 */
        stop?: string;
      };
      header?: never;
      path: {
        id: components['parameters']['JobId'];
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
      409: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  terminalCapability: {
    parameters: {
      query?: {
        connection_id?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The terminals, and why others are not available */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TerminalCapability'];
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
  openDbshell: {
    parameters: {
      query: {
        connection_id: number;
        /** @description Plain name; `postgres` by default */
        database?: string;
        /** @description `database`: use the search path of the database and the role; otherwise a superuser starts with `pg_catalog` only */
        search_path?: 'database';
        /** @description Session of the same user to return to; it waits for 60 s */
        session?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A WebSocket; see the description of terminals */
      101: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['TextError'];
      401: components['responses']['TextError'];
      403: components['responses']['TextError'];
      426: components['responses']['TextError'];
      500: components['responses']['TextError'];
      503: components['responses']['TextError'];
    };
  };
  openServerTerminal: {
    parameters: {
      query?: {
        connection_id?: number;
        /** @description Plain name; `postgres` by default */
        database?: string;
        /** @description Session of the same user to return to; it waits for 60 s */
        session?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A WebSocket; see the description of terminals */
      101: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['TextError'];
      401: components['responses']['TextError'];
      403: components['responses']['TextError'];
      426: components['responses']['TextError'];
      500: components['responses']['TextError'];
      503: components['responses']['TextError'];
    };
  };
  followLogs: {
    parameters: {
      query?: {
        connection_id?: number;
        /** @description Number of earlier lines; 200 by default, at most 5000 */
        lines?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A WebSocket; see the description of terminals */
      101: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['TextError'];
      401: components['responses']['TextError'];
      403: components['responses']['TextError'];
      426: components['responses']['TextError'];
      500: components['responses']['TextError'];
      503: components['responses']['TextError'];
    };
  };
  listAudit: {
    parameters: {
      query?: {
        limit?: number;
        before?: number;
        connection_id?: number;
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
          'application/json': components['schemas']['Discovery'];
        };
      };
      400: components['responses']['Error'];
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  listSearchItems: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Search items */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SearchItems'];
        };
      };
      400: components['responses']['Error'];
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  readRegistry: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The tree */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Registry'];
        };
      };
      400: components['responses']['Error'];
      401: components['responses']['Error'];
      403: components['responses']['Error'];
      500: components['responses']['Error'];
      503: components['responses']['Error'];
    };
  };
  createServiceDatabase: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ServiceDatabaseInput'];
      };
    };
    responses: {
      /** @description The database */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ServiceDatabase'];
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
  undoServiceDatabase: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        requestId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description How far it is */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @enum {string} */
            state: 'dropping' | 'dropped';
            /** @description Why dropping failed last */
            error?: string;
          };
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
  adoptDatabase: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: components['parameters']['Id'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['AdoptInput'];
      };
    };
    responses: {
      /** @description Host, database, user and password */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AdoptedLogin'];
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
}
