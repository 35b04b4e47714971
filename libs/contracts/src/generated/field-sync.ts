// Generated from openapi/*.yaml by libs/contracts/generate.ts; change the contract, not this file.

export interface paths {
  '/admin/projects.php': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Page: the projects, how their services are doing and how far they are behind
     * @description A row is `tr[data-project]` with `data-id`, `data-name`, `data-server-id`, `data-server-name`, `data-server-type`, `data-project-id`, `data-geopackage`, `data-pglink-id`, `data-schema`, `data-rsync-ids` (separated by commas), `data-status`, `data-enabled` (1 or 0), `data-owner-id`, `data-version`, `data-applied-at` (ISO 8601) and `data-lag` (seconds). A value that is absent is an empty attribute. `body[data-contract]` has the version of this contract, on all pages.
     */
    get: operations['projectsPage'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/index.php': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Page: the projects that the caller may read, and how they are doing
     * @description The same as `admin/index.php`.
     */
    get: operations['homeIndexPage'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/index.php': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Page: the projects that the caller may read, and how they are doing
     * @description `[data-summary]` has the counts `data-projects`, `data-active`, `data-activating`, `data-deactivating`, `data-inactive`, `data-failed`, `data-behind` and `data-waiting`; rows `tr[data-project]` are those of `projects.php`.
     */
    get: operations['overviewPage'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/_index.php': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Page: the overview under its earlier name */
    get: operations['earlierOverviewPage'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/services.php': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Page: the projects under an earlier name */
    get: operations['servicesPage'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/daemons.php': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Page: the parameters of the services of all projects
     * @description `tr[data-daemon]` has the attributes of `project_settings.php?tab=frequency`.
     */
    get: operations['daemonsPage'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/files.php': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Page: the kept packages of all projects
     * @description `a[data-package]` has the attributes of `project_settings.php?tab=files`.
     */
    get: operations['packagesPage'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/svc_log.php': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Page: the newest lines of the log of a project
     * @description `[data-log]` has `data-id`; in it `[data-line]` have `data-at`, `data-level` (info, warning, error) and `data-run`.
     */
    get: operations['logPage'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/project_settings.php': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Page: settings of a project
     * @description With `tab=synchronize` an element `[data-service]` has `data-id`, `data-status` (active, activating, deactivating, inactive, failed), `data-sub`, `data-enabled`, `data-pid`, `data-cpu` (seconds), `data-started-at`, `data-last-run-at`, `data-last-result`, `data-version`, `data-provider-version` and `data-next-at`. With `tab=frequency` a `form[data-daemon]` has `data-id`, `data-sleep-time`, `data-skip-init`, `data-force-init`, `data-single-run`, `data-retention` and `data-retention-count`; for those who may not change them it is a `section[data-daemon]`. With `tab=files` links `a[data-package]` have `data-name`, `data-size`, `data-sha256`, `data-version`, `data-created` and `data-applied`. With `tab=history` each change of a row is a `tr[data-change]` with the id of the change, `data-seq`, `data-table`, `data-key`, `data-op` (I, U or D), `data-at`, `data-run`, `data-version`, `data-authors`, and `data-old` and `data-new` (JSON); the newest first, 50 a page, and `a[rel=next]` leads to older ones. With `tab=conflicts` `[data-conflict]` have `data-table`, `data-key`, `data-kind` (edited, deleted, inserted), `data-seq`, `data-at`, `data-run`, `data-version`, `data-resolution` (kept, restored, or empty), `data-resolved-by` and `data-resolved-at`; in them `tr[data-field]` have `data-differs`; `tr[data-held]` are geometries that PostGIS does not take, with `data-table`, `data-key` and `data-reason`. With `tab=edits` `[data-edits]` has `data-count` and a count for each status of the provider; the newest are `tr[data-edit]` with `data-status`, `data-author` and `data-at`. With `tab=plans` `[data-plan]` has the id of the plan, `data-seq` and `data-items`; in it `[data-plan-item]` have `data-kind`, and `tr[data-lost]` are rows that would be deleted, by their keys. With `tab=map` `[data-map]` has the name of the layer that is shown, `data-geom` and `data-key`, and `[data-changed]` have the keys of rows that the last run changed in it, `data-op` and `data-change`. With `tab=project` and a publisher `[data-publication]` has the publisher's id of the project, `data-viewer-url`, `data-seq` and `data-published-at`. Runs, with `tab=synchronize` and `tab=runs`, are `tr[data-run]` with `data-status`, `data-version`, `data-kind`, `data-created-at`, `data-started-at`, `data-finished-at`, `data-inserted`, `data-updated`, `data-deleted`, `data-conflicts`, `data-package` (kept, diffs, file) and `data-fetched` (bytes). Administrators, the owner, members of groups of the project and people that it names in `sync_admins[]` read it; forms are there for those who may send them, and `[data-who-may]` says who may.
     */
    get: operations['projectSettingsPage'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/servers.php': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Page: provider servers
     * @description `tr[data-server]` has `data-id`, `data-name`, `data-type`, `data-detected-type`, `data-url`, `data-username`, `data-owner-id` and `data-in-use` (how many projects).
     */
    get: operations['serversPage'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/databases.php': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Page: database links
     * @description `tr[data-pglink]` has `data-id`, `data-name`, `data-host`, `data-port`, `data-username`, `data-dbname`, `data-sslmode`, `data-owner-id` and `data-in-use` (how many projects).
     */
    get: operations['databasesPage'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/select_db.php': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Page: the database links under an earlier name */
    get: operations['selectDatabasePage'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/rsyncs.php': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Page: file targets
     * @description `tr[data-rsync]` has `data-id`, `data-name`, `data-sync-type`, `data-host`, `data-port`, `data-username`, `data-folder`, `data-usr-grp`, `data-local-project-id`, `data-owner-id` and `data-in-use` (how many projects). With `id` each of the newest copies is a `tr[data-copy]` with `data-project`, `data-status`, `data-version`, `data-files`, `data-bytes`, `data-deleted` and `data-at`.
     */
    get: operations['targetsPage'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/edit_excludes.php': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Page: what is not copied to a file target
     * @description `form[data-excludes]` has `data-id`.
     */
    get: operations['excludesPage'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/gstores.php': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Page: map stores
     * @description `tr[data-gstore]` has `data-id`, `data-name`, `data-project-id`, `data-url`, `data-username`, `data-workspace`, `data-owner-id` and `data-in-use`.
     */
    get: operations['mapStoresPage'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/geonodes.php': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Page: catalog nodes
     * @description `tr[data-node]` has `data-id`, `data-name`, `data-host`, `data-port`, `data-username`, `data-folder`, `data-owner-id` and `data-in-use`.
     */
    get: operations['catalogNodesPage'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/users.php': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Page: users of field sync
     * @description `tr[data-user]` has `data-id`, `data-name`, `data-email`, `data-accesslevel`, `data-super-admin` (1 or 0), `data-group-ids` (separated by commas), `data-owner-id` and `data-in-use` (how many groups).
     */
    get: operations['usersPage'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/groups.php': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Page: groups of field sync
     * @description `tr[data-group]` has `data-id`, `data-name`, `data-project-ids` and `data-user-ids` (separated by commas), `data-owner-id` and `data-in-use` (how many users).
     */
    get: operations['groupsPage'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/group_table.php': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Page: the groups under an earlier name */
    get: operations['groupTablePage'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/quick-start.php': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Page: the first steps
     * @description Each set-up that `create_express` did not complete is `[data-express]` with `data-id`, `data-name`, `data-url`, `data-username` and `data-project-id`.
     */
    get: operations['quickStartPage'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/registration.php': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Page: registration, which is disabled */
    get: operations['registrationPage'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/data.php': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Page: the tables of a project
     * @description Without a project a choice of those that the caller may read. A row is `tr[data-layer]` with `data-id` of the project, `data-pglink-id`, `data-schema`, `data-name` and `data-geom`.
     */
    get: operations['dataPage'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/table.php': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Page: rows of a table of a project
     * @description `table[data-table]` has the name of the table in `data-table`, `data-id` of the project, `data-pglink-id`, `data-schema`, `data-columns` (separated by commas), `data-rows` that conditions leave, `data-total` and `data-page`. Without `table` the tables of the project.
     */
    get: operations['tablePage'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/table_whole.php': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Page: rows of a table with their geometries as GeoJSON, 1,000 at once */
    get: operations['wholeTablePage'];
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
     * @description Changes, commands to the service of a project, and each time a secret was shown.
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
  '/admin/action/server.php': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Save, delete or list provider servers, and list what is on one
     * @description The first of `save`, `delete`, `pwd_vis`, `list_projects`, `list_geopackages`, `list_project_geopackages`, `project_info` and `list_servers` that is present decides, whatever its value; fields that are left out are blank. A refusal is 200 with `success: false` and a sentence; nothing is stored then. `save` creates a server when `id` is 0 or less, and else replaces the one with this id; a blank `password` keeps the stored one as long as `url` and `username` stay. `pwd_vis` answers the password in `message`; each time is on record, 30 an hour a person. The lists come from the provider: `project_id` is the id of a project or the name that people know, such as `workspace/name`. `list_project_geopackages` without `project_id` has no `geopackages`.
     */
    post: operations['serverAction'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/action/__server.php': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * The same as server.php without list_servers, for earlier clients
     * @deprecated
     * @description Other methods are 404.
     */
    post: operations['earlierServerAction'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/action/pglink.php': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Save or delete a database link, or show its login
     * @description The first of `save`, `delete`, `pwd_vis` and `conn_info` that is present decides; see server.php. A blank `password` keeps the stored one as long as `host`, `port` and `username` stay and `sslmode` is no weaker. `save` signs in there: a database of the platform itself is refused, and `message` says when the login does not work or is a superuser. `pwd_vis` answers the password in `message`, `conn_info` keywords and values for libpq with the password; each time is on record, 30 an hour a person.
     */
    post: operations['databaseLinkAction'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/action/project.php': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Save or delete a project, or show the logins that it uses
     * @description The first of `save`, `delete`, `pwd_vis` and `conn_info` that is present decides; see server.php. `save` replaces the fields of a project, its file targets included; the parameters of its service stay. While a run is open, the source and the place of a project cannot change. `delete` ends its runs and forgets its packages; its tables stay. `pwd_vis` answers the password of its server in `message`, `conn_info` keywords and values for libpq, with the password, of its database; each time is on record, 30 an hour a person.
     */
    post: operations['projectAction'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/action/daemon.php': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Set how the service of a project works
     * @description `save` replaces all parameters: flags that are left out are off, numbers that are left out or blank have their defaults; `retention_count`, `history_days`, `max_delete_percent` and `files` stay when they are left out. `set` replaces the one that `param` names. A flag is on with `1`, `true`, `on`, `t` or `yes`. `skip_init` with `force_init` is refused. Changes count from the next cycle on.
     */
    post: operations['daemonAction'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/action/rsync.php': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Save or delete a file target, or show its login
     * @description The first of `save`, `delete`, `pwd_vis`, `conn_info`, `excludes`, `start`, `stop`, `log` and `accept_key` that is present decides; see server.php. A remote target has `host`, `port`, `username`, `password` and `folder`, a local one `local_project_id`, both optionally `usr_grp`. A blank `password` keeps the stored one as long as `host`, `port` and `username` stay. `pwd_vis` answers the password in `message`, `conn_info` an `sftp://` address with the password; each time is on record, 30 an hour a person. `excludes` replaces the patterns of files that are not copied, then redirects to the list. `start` copies the applied versions of all projects of the target, `stop` ends that; neither waits. `log` answers the last copies with their last lines in `message`, as escaped HTML. `accept_key` takes the other host key that the machine sent, if `fingerprint` is that of it; it is on record.
     */
    post: operations['fileTargetAction'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/action/node.php': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Save or delete a catalog node, or show its login
     * @description The first of `save`, `delete`, `pwd_vis` and `conn_info` that is present decides; see server.php. A node is a GeoNode whose REST interface answers below `folder`. A blank `password` keeps the stored one as long as `host`, `port` and `username` stay. `pwd_vis` answers the password in `message`, `conn_info` the address with the user; each time is on record, 30 an hour a person.
     */
    post: operations['catalogNodeAction'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/action/gstore.php': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Save or delete a map store, show its login, or publish tables of its project
     * @description The first of `save`, `delete`, `pwd_vis`, `details_info`, `store_tables` and `create_layer` that is present decides; see server.php. A map store is a workspace of a GeoServer with a store for the tables of a project; `save` makes both there when they are missing. A blank `password` keeps the stored one as long as `url` and `username` stay. `pwd_vis` answers the password in `message`; each time is on record, 30 an hour a person. `details_info` answers the store as the map server describes it, without its password, and `store_tables` the names of its tables, both as JSON in `message`. `create_layer` publishes the table `store_tbl` as `layer_name`; with `update_node` the GeoNode `node_id` reads the layer, or gets a copy of its rows where it does not offer that, and the answer comes when it has.
     */
    post: operations['mapStoreAction'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/action/publish_web.php': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Publish what a project has applied on the web
     * @description Publishes the files of the applied version of the project `id` through the configured publisher, or replaces what it published of it; from then on each applied version is published. A project of QGIS that has a password in a data source is refused with the name of its layer.
     */
    post: operations['publishAction'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/action/backend.php': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Enable, disable, start, stop or restart the service of a project
     * @description For administrators, and for people whose user id or mail address is among `sync_admins[]` of the project. `enable` and `disable` say whether it starts by itself after the platform was down; nothing starts or stops now. `start` makes it due at once and forgets failures; `stop` ends an open run before it applies anything, or after it has applied all of it; `restart` is both. What is so already is success.
     */
    post: operations['backendAction'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/action/express.php': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * List projects of a provider, or set one up with a database of its own
     * @description The first of `list_field_projects`, `list_cloud_projects`, `create_express` and `take_back` that is present decides; see server.php. What answers at the address decides which product is asked, for both lists. `create_express` makes a server (unless `service_id` names one, or one with this address and user is there), a database with PostGIS, a login for it, a database link and a project, saves its `sleep_time` and starts it. Each step is recorded before it begins: repeated with the same server and project, it continues at the first step that is lacking, and answers the same `id`, that of the project. A failure answers `express_id` and, in `made`, what was made so far; `take_back` with `express_id` as `id` removes that. Databases are made by database administration with the rights of the caller, or with the login that the operator has set. Passwords are stored encrypted only.
     */
    post: operations['expressAction'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/action/plan.php': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Approve or dismiss a change that waits for a person
     * @description The first of `approve` and `dismiss` that is present decides; see server.php. `approve` decides on the plan `id`. Each value of `choices[]` is JSON with the `item` of the plan and the chosen `option`; an item that is left out gets its first option. The approval holds for exactly the state and the packages that the plan was made for. `dismiss` applies nothing: the project stays paused, continues with another version, and asks again about this one once it is started.
     */
    post: operations['planAction'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/action/conflict.php': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Decide a conflict of a project
     * @description A conflict is a row that someone had changed in the database and that a run overwrote. `keep` leaves the row of the provider; `restore` puts back what was there, or deletes the row where it was deleted. `id` is the project, `conflict` the entry of the Conflicts tab. A conflict is decided once.
     */
    post: operations['conflictAction'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/action/run.php': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Compare a project with its tables, and repair them or not
     * @description `reconcile` reads the whole package and makes the tables equal to it; `dry_run` compares and changes nothing. The run is queued; `id` is that of the project.
     */
    post: operations['runAction'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/action/files.php': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Download a kept package or an image of a project, or remove its packages
     * @description The first of `gpkg`, `img` and `clean` that is present decides. `gpkg` is the name of a kept package, as the Files tab lists them; `img` the path of an image in the version that the tables hold, letter by letter, with `thumb=1` a thumbnail of it (WebP). Both are attachments, with validators and ranges. `clean=true` removes all kept packages but those that are in use, and redirects to the Files tab; only administrators may, and a request from another site, or one that a browser sends in advance, removes nothing.
     */
    get: operations['projectFile'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/action/svc_log.php': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Download the log of a project
     * @description The last 50,000 lines, oldest first: time in UTC, level, run and message.
     */
    get: operations['projectLog'];
    put?: never;
    /** Empty the log of a project */
    post: operations['projectLogAction'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/action/table_loader.php': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Rows of a table of a project, as DataTables asks for them
     * @description `id` is the project, `geom_tbl` a table in its schema, `tbl_columns` a percent-encoded list of columns, separated by commas; without it all but geometries are sent. `where` is a condition such as `height > 10 AND kind IN ('oak', 'ash')`; values are compared, and nothing is computed. With `bbox` only rows come whose geometry, in `geom_col`, meets it. `search[value]` is looked for in the shown columns that hold text. At most 1,000 rows come at once. With `eps` and `minpoints` rows have `cluster_id`, with `is_centroid` there is one row a cluster. A row is an object by column, or a list where `columns[n][data]` are numbers. What cannot be answered is a sentence as text, with 200.
     */
    post: operations['tableRows'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/login.php': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Sign-in form of local mode; 302 to the start for people who are signed in, 303 to the platform in central mode */
    get: operations['loginForm'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/logout.php': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Sign out: 302 to the form, in central mode 303 to the sign-out of the platform
     * @description Links of other sites, images and prefetching are answered alike and end no session.
     */
    get: operations['logout'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/auth/oidc/login.php': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Begin signing in at the identity provider: 302 to its form
     * @description Outside OIDC mode, and while the provider does not answer, 302 to `login.php`.
     */
    get: operations['oidcLogin'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/auth/oidc/callback.php': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * End signing in at the identity provider: 302 to the configured page, or to `login.php?err=…`
     * @description A state counts once, for ten minutes, and in the browser that it was made for. Signature, issuer, audience and nonce of the ID token are checked.
     */
    get: operations['oidcCallback'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/signup.php': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Not offered; 403 */
    get: operations['signUpForm'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/action/login.php': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Sign in with an account of local mode: 302 to `../../index.php`, or to `../../login.php?err=…`
     * @description Failures are limited for each account and network. Outside local mode nothing is checked and every sign-in fails.
     */
    post: operations['login'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/action/signup.php': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Not offered; 403 before anything is read */
    post: operations['signUp'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/action/verify.php': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Not offered; 403 before anything is read */
    get: operations['verifySignUp'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/action/user.php': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Save or delete a user of local mode
     * @description `save` creates a user when `id` is 0 or less, and else replaces the one with this id; a blank `password` keeps the stored one, and groups stay where `group_ids[]` is left out. Only the first administrator, and administrators of the platform, may create or change administrators; other administrators change the users that they created. Nobody can delete the own account.
     */
    post: operations['userAction'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/action/group.php': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Save or delete a group of users and their projects
     * @description `save` creates a group when `id` is 0 or less, and else replaces the one with this id. The group has the projects of `project_ids[]`, none without it; its users stay where `user_ids[]` is left out. Administrators change the groups that they created, the first administrator and administrators of the platform all.
     */
    post: operations['groupAction'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/proxy.php': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read from the analysis service, the form builder or the sync service
     * @description `service` and `path` name one of these targets, each given once and letter by letter: `analysis` with `api/points`, `api/connections`, `api/schemas`, `api/tables` and `api/columns`; `formbuilder` (also `form-builder`) with `api/field_servers` and `health`; `sync` with `api/field_servers.php`. Refusals are text, in this order: 401 without a session, 400 for the service, 403 for the method or the path. The rest of the query is passed on unchanged. The status of the target comes back, but all 2xx as 200; a redirect of it, or no answer, is 502.
     */
    get: operations['proxyRead'];
    put?: never;
    /**
     * Send to the analysis service or the form builder
     * @description As with GET; the targets are `analysis` with `api/cluster`, `api/points-in-geometry`, `api/insights` and `api/save-config`, and `formbuilder` with `generate`. The body is passed on as JSON, whatever its type. `generate` answers JSON, or else `application/zip` as an attachment `project.zip`.
     */
    post: operations['proxyWrite'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/analysis/': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The start of the user interface of the analysis service */
    get: operations['analysisHome'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/analysis/{path}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The user interface of the analysis service
     * @description Path and query as they were sent, below the address of the service. Only type and body come back; no cookie passes in either direction. Files of the operator take the place of those with the same path.
     */
    get: operations['analysisPage'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/formbuilder/': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The start of the user interface of the form builder */
    get: operations['formBuilderHome'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/formbuilder/{path}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The user interface of the form builder */
    get: operations['formBuilderPage'];
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
    ActionError: {
      /** @constant */
      success: false;
      /** @description What was wrong and what to do */
      message: string;
    };
    LogForm: {
      id?: string;
      /** @description `empty` */
      op?: string;
    };
    ActionResult: {
      success: boolean;
      message: string;
      id?: number;
    };
    ServerForm: {
      save?: string;
      delete?: string;
      pwd_vis?: string;
      list_projects?: string;
      list_geopackages?: string;
      list_project_geopackages?: string;
      project_info?: string;
      list_servers?: string;
      /** @description Id or name of a project of the provider */
      project_id?: string;
      /** @description 0 or less creates */
      id?: string;
      name?: string;
      /** @description `field`: Mergin Maps, `cloud`: QFieldCloud, `folder`: a folder below that of the operator */
      type?: string;
      /** @description Address of the server, or path of the folder */
      url?: string;
      username?: string;
      /** @description Blank keeps the stored one */
      password?: string;
    };
    DatabaseLinkForm: {
      save?: string;
      delete?: string;
      pwd_vis?: string;
      conn_info?: string;
      /** @description 0 or less creates */
      id?: string;
      name?: string;
      /** @description A name or an IP address */
      host?: string;
      /** @description 5432 if blank */
      port?: string;
      username?: string;
      /** @description Blank keeps the stored one */
      password?: string;
      dbname?: string;
      /** @description `disable`, `prefer`, `require`, `verify-ca` or `verify-full`; blank keeps the stored one, `prefer` at first */
      sslmode?: string;
    };
    CatalogNodeForm: {
      save?: string;
      delete?: string;
      pwd_vis?: string;
      conn_info?: string;
      /** @description 0 or less creates */
      id?: string;
      name?: string;
      /** @description A name or an IP address, called by HTTPS; `http://` before it turns that off */
      host?: string;
      /** @description 443 if blank, 80 with `http://` */
      port?: string;
      username?: string;
      /** @description Blank keeps the stored one */
      password?: string;
      /** @description Prefix of its paths */
      folder?: string;
    };
    TableForm: {
      /** @description Of the project */
      id?: string;
      /** @description A table of its schema, with or without the name of the schema */
      geom_tbl?: string;
      /** @description `geom` if blank */
      geom_col?: string;
      /** @description Names of columns, separated by commas, percent-encoded */
      tbl_columns?: string;
      /** @description Distance between points of a cluster in units of the layer */
      eps?: string;
      /** @description `m` for metres */
      eps_unit?: string;
      /** @description Minimum number of points of a cluster */
      minpoints?: string;
      /** @description The same */
      min_points?: string;
      /** @description Flag: one row a cluster */
      is_centroid?: string;
      /** @description A condition on columns */
      where?: string;
      /** @description West, south, east, north in degrees: only rows whose geometry meets this box */
      bbox?: string;
      draw?: string;
      start?: string;
      /** @description At most 1000, as is -1 */
      length?: string;
      'search[value]'?: string;
      /** @description Ignored */
      'search[regex]'?: string;
    } & {
      [key: string]: string;
    };
    TableRows: {
      draw: number;
      /** @description Rows of the table, or clusters */
      recordsTotal: number;
      /** @description Those that conditions and search leave */
      recordsFiltered: number;
      data: (
        | {
            [key: string]: unknown;
          }
        | unknown[]
      )[];
    };
    MapStoreForm: {
      save?: string;
      delete?: string;
      pwd_vis?: string;
      details_info?: string;
      store_tables?: string;
      create_layer?: string;
      /** @description 0 or less creates */
      id?: string;
      name?: string;
      /** @description The project whose tables it serves */
      project_id?: string;
      /** @description Address of the GeoServer, such as https://maps.example/geoserver */
      url?: string;
      username?: string;
      /** @description Blank keeps the stored one */
      password?: string;
      workspace?: string;
      layer_name?: string;
      /** @description One of `store_tables` */
      store_tbl?: string;
      /** @description `t` to have a catalog node read the layer */
      update_node?: string;
      /** @description The catalog node */
      node_id?: string;
    };
    PublishForm: {
      /** @description Of the project */
      id?: string;
      /** @description Sent by the form of the page; not needed */
      publish?: string;
    };
    PublishResult: {
      success: boolean;
      message: string;
      /** @description Of the project */
      id?: number;
      /** @description Of the project at the publisher */
      publisher_id?: string;
      viewer_url?: string;
      /** @description In the time zone of the service with its offset, such as 2026-11-27T21:06:07+01:00 */
      published_at?: string;
    };
    ProjectForm: {
      save?: string;
      delete?: string;
      pwd_vis?: string;
      conn_info?: string;
      /** @description 0 or less creates */
      id?: string;
      name?: string;
      server_id?: string;
      /** @description The provider's id of the project, or `namespace/name` */
      project_id?: string;
      /** @description Path within the project */
      geopackage?: string;
      pglink_id?: string;
      schema?: string;
      /** @description Ids of its file targets; left out, it has none */
      'rsync_ids[]'?: string[];
    };
    DaemonForm: {
      save?: string;
      set?: string;
      /** @description Of the project */
      id?: string;
      /** @description User ids or mail addresses of people who may control the service and hear of failures */
      'sync_admins[]'?: string[];
      /** @description Flag: missing tables are a failure instead of a first load */
      skip_init?: string;
      /** @description Flag: the next run makes the tables equal to the whole package; clears itself after that */
      force_init?: string;
      /** @description Flag: one cycle, then the service stops */
      single_run?: string;
      /** @description Seconds between two polls, 1 to 86400, default 10 */
      sleep_time?: string;
      /** @description Days that snapshots are kept, 0 to 3650, default 30 */
      retention?: string;
      /** @description Snapshots that are kept in any case, 0 to 10000, default 10 */
      retention_count?: string;
      /** @description Days for which the history of rows and decided conflicts are kept in the database, 0 to 3650; 0, the default, keeps all */
      history_days?: string;
      /** @description Part of a table that a run deletes without approval, 0 to 100, default 25 */
      max_delete_percent?: string;
      /** @description `all` files of the project, or the `package` only; default `all` */
      files?: string;
      /** @description `skip_init`, `force_init`, `single_run`, `sleep_time`, `retention`, or another of the fields with one value */
      param?: string;
      val?: string;
    };
    FileTargetForm: {
      save?: string;
      delete?: string;
      pwd_vis?: string;
      conn_info?: string;
      start?: string;
      stop?: string;
      log?: string;
      accept_key?: string;
      /** @description Of the host key to accept, such as ssh-ed25519 SHA256:… */
      fingerprint?: string;
      /** @description Patterns for rsync, one a line, at most 64 KiB */
      excludes?: string;
      /** @description 0 or less creates */
      id?: string;
      name?: string;
      /** @description `remote` or `local` */
      sync_type?: string;
      /** @description A name or an IP address */
      host?: string;
      /** @description 22 if blank */
      port?: string;
      username?: string;
      /** @description Blank keeps the stored one */
      password?: string;
      /** @description Path on the other machine, absolute or below the login's home */
      folder?: string;
      /** @description `user` or `user:group` that files get */
      usr_grp?: string;
      /** @description Name of a folder below that of all local targets */
      local_project_id?: string;
    };
    BackendForm: {
      /** @description Of the project */
      id?: string;
      /** @description `enable`, `disable`, `start`, `stop` or `restart` */
      op?: string;
    };
    ExpressForm: {
      list_field_projects?: string;
      list_cloud_projects?: string;
      create_express?: string;
      take_back?: string;
      field_user?: string;
      field_pass?: string;
      /** @description Address of the server; https://app.merginmaps.com if blank */
      field_url?: string;
      cloud_user?: string;
      cloud_pass?: string;
      cloud_url?: string;
      /** @description Only projects of this workspace or owner */
      workspace?: string;
      /** @description Only projects whose name contains this */
      q?: string;
      /** @description At most this many, 1 to 1000 */
      limit?: string;
      /** @description The provider's id of the project, or `namespace/name` */
      field_proj_id?: string;
      /** @description Path within the project; needed where it has several */
      geopackage?: string;
      /** @description Seconds between two polls, 1 to 86400, default 10 */
      sleep_time?: string;
      /** @description `field` (Mergin Maps) or `cloud` (QFieldCloud), where neither answers at the address */
      provider?: string;
      /** @description Id of a saved server, instead of a login */
      service_id?: string;
      /** @description Server of database administration, where the caller may use several */
      connection_id?: string;
      /** @description For `take_back`: the `express_id` of a failure */
      id?: string;
    };
    ExpressActionResult: {
      success: boolean;
      message: string;
      /** @description Of the project */
      id?: number;
      projects?: components['schemas']['Choice'][];
      /** @description After a failure: what `take_back` takes */
      express_id?: number;
      /** @description After a failure: what was made so far */
      made?: {
        /** @enum {string} */
        step: 'server' | 'database' | 'login' | 'pglink' | 'project';
        name: string;
      }[];
    };
    ServerActionResult: {
      success: boolean;
      message: string;
      id?: number;
      servers?: components['schemas']['ServerItem'][];
      projects?: components['schemas']['Choice'][];
      geopackages?: components['schemas']['Choice'][];
      project_info?: components['schemas']['ProviderProjectInfo'];
    };
    Choice: {
      /** @description For people, such as `workspace/name` */
      sel_label: string;
      /** @description For a form: the id of a project, the path of a package */
      sel_value: string;
    };
    ProviderProjectInfo: {
      id: string;
      name: string;
      version: string;
      /** @description ISO 8601, blank where the provider does not say */
      updated: string;
      files: {
        path: string;
        size: number;
        sha1?: string;
        sha256?: string;
        modified?: string;
      }[];
      /** @description The provider's own answer */
      raw: {
        [key: string]: unknown;
      };
    };
    ServerItem: {
      id: number;
      name: string;
      /**
       * @description What answers at the address, or as it was saved where nothing answered yet
       * @enum {string}
       */
      type: 'field' | 'cloud' | 'folder';
      url: string;
    };
    LoginForm: {
      submit?: string;
      email?: string;
      pwd?: string;
    };
    UserForm: {
      save?: string;
      delete?: string;
      /** @description 0 or less creates */
      id?: string;
      name?: string;
      /** @description Unique, whatever its case */
      email?: string;
      /** @description Blank keeps the stored one */
      password?: string;
      /** @description `Admin` or `User`; blank is User */
      accesslevel?: string;
      'group_ids[]'?: string[];
    };
    GroupForm: {
      save?: string;
      delete?: string;
      /** @description 0 or less creates */
      id?: string;
      name?: string;
      'project_ids[]'?: string[];
      'user_ids[]'?: string[];
    };
    PlanForm: {
      approve?: string;
      dismiss?: string;
      /** @description Of the plan */
      id?: string;
      'choices[]'?: string[];
    };
    ConflictForm: {
      keep?: string;
      restore?: string;
      /** @description Of the project */
      id?: string;
      /** @description Of the entry in the list of conflicts */
      conflict?: string;
    };
    RunForm: {
      reconcile?: string;
      dry_run?: string;
      /** @description Of the project */
      id?: string;
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
    Error: {
      error: string;
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
    /** @description To another page */
    Redirect: {
      headers: {
        Location?: string;
        [name: string]: unknown;
      };
      content?: never;
    };
    /** @description Not done */
    ActionError: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ActionError'];
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
    /** @description A page below `admin/`, which the forms of pages name for browsers without scripts: the answer is then 303 to that page, which shows the message. Programs leave it out. */
    Back: string;
  };
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  projectsPage: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['Page'];
      302: components['responses']['Redirect'];
      303: components['responses']['SignIn'];
      403: components['responses']['ErrorPage'];
      500: components['responses']['ErrorPage'];
      503: components['responses']['ErrorPage'];
    };
  };
  homeIndexPage: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['Page'];
      302: components['responses']['Redirect'];
      303: components['responses']['SignIn'];
      403: components['responses']['ErrorPage'];
      500: components['responses']['ErrorPage'];
      503: components['responses']['ErrorPage'];
    };
  };
  overviewPage: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['Page'];
      302: components['responses']['Redirect'];
      303: components['responses']['SignIn'];
      403: components['responses']['ErrorPage'];
      500: components['responses']['ErrorPage'];
      503: components['responses']['ErrorPage'];
    };
  };
  earlierOverviewPage: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['Page'];
      302: components['responses']['Redirect'];
      303: components['responses']['SignIn'];
      403: components['responses']['ErrorPage'];
      500: components['responses']['ErrorPage'];
      503: components['responses']['ErrorPage'];
    };
  };
  servicesPage: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['Page'];
      302: components['responses']['Redirect'];
      303: components['responses']['SignIn'];
      403: components['responses']['ErrorPage'];
      500: components['responses']['ErrorPage'];
      503: components['responses']['ErrorPage'];
    };
  };
  daemonsPage: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['Page'];
      302: components['responses']['Redirect'];
      303: components['responses']['SignIn'];
      403: components['responses']['ErrorPage'];
      500: components['responses']['ErrorPage'];
      503: components['responses']['ErrorPage'];
    };
  };
  packagesPage: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['Page'];
      302: components['responses']['Redirect'];
      303: components['responses']['SignIn'];
      403: components['responses']['ErrorPage'];
      500: components['responses']['ErrorPage'];
      503: components['responses']['ErrorPage'];
    };
  };
  logPage: {
    parameters: {
      query?: {
        id?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['Page'];
      302: components['responses']['Redirect'];
      303: components['responses']['SignIn'];
      400: components['responses']['ErrorPage'];
      401: components['responses']['ErrorPage'];
      403: components['responses']['ErrorPage'];
      404: components['responses']['ErrorPage'];
      500: components['responses']['ErrorPage'];
      503: components['responses']['ErrorPage'];
    };
  };
  projectSettingsPage: {
    parameters: {
      query?: {
        /** @description Of the project; 0 shows the form of a new one, any other unknown id is 404 */
        id?: string;
        tab?:
          | 'synchronize'
          | 'frequency'
          | 'files'
          | 'runs'
          | 'history'
          | 'map'
          | 'conflicts'
          | 'edits'
          | 'plans'
          | 'project';
        /** @description Whose changes are listed, blank for all; with `tab=map` the layer, blank for the first */
        table?: string;
        /** @description Of the row whose changes are listed, blank for all; with `tab=map` the row that is described */
        key?: string;
        /** @description The last entry of the page before */
        before?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['Page'];
      302: components['responses']['Redirect'];
      303: components['responses']['SignIn'];
      400: components['responses']['ErrorPage'];
      401: components['responses']['ErrorPage'];
      403: components['responses']['ErrorPage'];
      404: components['responses']['ErrorPage'];
      500: components['responses']['ErrorPage'];
      503: components['responses']['ErrorPage'];
    };
  };
  serversPage: {
    parameters: {
      query?: {
        /** @description Whose form is shown; 0 for a new one */
        id?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['Page'];
      302: components['responses']['Redirect'];
      303: components['responses']['SignIn'];
      403: components['responses']['ErrorPage'];
      500: components['responses']['ErrorPage'];
      503: components['responses']['ErrorPage'];
    };
  };
  databasesPage: {
    parameters: {
      query?: {
        /** @description Whose form is shown; 0 for a new one */
        id?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['Page'];
      302: components['responses']['Redirect'];
      303: components['responses']['SignIn'];
      403: components['responses']['ErrorPage'];
      500: components['responses']['ErrorPage'];
      503: components['responses']['ErrorPage'];
    };
  };
  selectDatabasePage: {
    parameters: {
      query?: {
        /** @description Whose form is shown; 0 for a new one */
        id?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['Page'];
      302: components['responses']['Redirect'];
      303: components['responses']['SignIn'];
      403: components['responses']['ErrorPage'];
      500: components['responses']['ErrorPage'];
      503: components['responses']['ErrorPage'];
    };
  };
  targetsPage: {
    parameters: {
      query?: {
        /** @description Whose form is shown; 0 for a new one */
        id?: number;
        type?: 'remote' | 'local';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['Page'];
      302: components['responses']['Redirect'];
      303: components['responses']['SignIn'];
      403: components['responses']['ErrorPage'];
      500: components['responses']['ErrorPage'];
      503: components['responses']['ErrorPage'];
    };
  };
  excludesPage: {
    parameters: {
      query: {
        id: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['Page'];
      302: components['responses']['Redirect'];
      303: components['responses']['SignIn'];
      400: components['responses']['ErrorPage'];
      401: components['responses']['ErrorPage'];
      403: components['responses']['ErrorPage'];
      404: components['responses']['ErrorPage'];
      500: components['responses']['ErrorPage'];
      503: components['responses']['ErrorPage'];
    };
  };
  mapStoresPage: {
    parameters: {
      query?: {
        /** @description Whose form is shown; 0 for a new one */
        id?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['Page'];
      302: components['responses']['Redirect'];
      303: components['responses']['SignIn'];
      403: components['responses']['ErrorPage'];
      500: components['responses']['ErrorPage'];
      503: components['responses']['ErrorPage'];
    };
  };
  catalogNodesPage: {
    parameters: {
      query?: {
        /** @description Whose form is shown; 0 for a new one */
        id?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['Page'];
      302: components['responses']['Redirect'];
      303: components['responses']['SignIn'];
      403: components['responses']['ErrorPage'];
      500: components['responses']['ErrorPage'];
      503: components['responses']['ErrorPage'];
    };
  };
  usersPage: {
    parameters: {
      query?: {
        /** @description Whose form is shown; 0 for a new one */
        id?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['Page'];
      302: components['responses']['Redirect'];
      303: components['responses']['SignIn'];
      403: components['responses']['ErrorPage'];
      500: components['responses']['ErrorPage'];
      503: components['responses']['ErrorPage'];
    };
  };
  groupsPage: {
    parameters: {
      query?: {
        /** @description Whose form is shown; 0 for a new one */
        id?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['Page'];
      302: components['responses']['Redirect'];
      303: components['responses']['SignIn'];
      403: components['responses']['ErrorPage'];
      500: components['responses']['ErrorPage'];
      503: components['responses']['ErrorPage'];
    };
  };
  groupTablePage: {
    parameters: {
      query?: {
        /** @description Whose form is shown; 0 for a new one */
        id?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['Page'];
      302: components['responses']['Redirect'];
      303: components['responses']['SignIn'];
      403: components['responses']['ErrorPage'];
      500: components['responses']['ErrorPage'];
      503: components['responses']['ErrorPage'];
    };
  };
  quickStartPage: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['Page'];
      302: components['responses']['Redirect'];
      303: components['responses']['SignIn'];
      403: components['responses']['ErrorPage'];
      500: components['responses']['ErrorPage'];
      503: components['responses']['ErrorPage'];
    };
  };
  registrationPage: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['Page'];
      302: components['responses']['Redirect'];
      303: components['responses']['SignIn'];
      403: components['responses']['ErrorPage'];
      500: components['responses']['ErrorPage'];
      503: components['responses']['ErrorPage'];
    };
  };
  dataPage: {
    parameters: {
      query?: {
        /** @description Of the project */
        id?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['Page'];
      302: components['responses']['Redirect'];
      303: components['responses']['SignIn'];
      400: components['responses']['ErrorPage'];
      401: components['responses']['ErrorPage'];
      403: components['responses']['ErrorPage'];
      404: components['responses']['ErrorPage'];
      500: components['responses']['ErrorPage'];
      503: components['responses']['ErrorPage'];
    };
  };
  tablePage: {
    parameters: {
      query?: {
        /** @description Of the project */
        id?: string;
        table?: string;
        page?: number;
        /** @description A column */
        sort?: string;
        dir?: 'asc' | 'desc';
        /** @description Part of a text */
        search?: string;
        /** @description A condition on columns */
        where?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['Page'];
      302: components['responses']['Redirect'];
      303: components['responses']['SignIn'];
      400: components['responses']['ErrorPage'];
      401: components['responses']['ErrorPage'];
      403: components['responses']['ErrorPage'];
      404: components['responses']['ErrorPage'];
      500: components['responses']['ErrorPage'];
      503: components['responses']['ErrorPage'];
    };
  };
  wholeTablePage: {
    parameters: {
      query?: {
        /** @description Of the project */
        id?: string;
        table?: string;
        page?: number;
        /** @description A column */
        sort?: string;
        dir?: 'asc' | 'desc';
        /** @description Part of a text */
        search?: string;
        /** @description A condition on columns */
        where?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['Page'];
      302: components['responses']['Redirect'];
      303: components['responses']['SignIn'];
      400: components['responses']['ErrorPage'];
      401: components['responses']['ErrorPage'];
      403: components['responses']['ErrorPage'];
      404: components['responses']['ErrorPage'];
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
  serverAction: {
    parameters: {
      query?: {
        /** @description A page below `admin/`, which the forms of pages name for browsers without scripts: the answer is then 303 to that page, which shows the message. Programs leave it out. */
        back?: components['parameters']['Back'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/x-www-form-urlencoded': components['schemas']['ServerForm'];
        'multipart/form-data': components['schemas']['ServerForm'];
      };
    };
    responses: {
      /** @description What came of it */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ServerActionResult'];
        };
      };
      /** @description Not signed in: to the sign-in page of the platform; or with `back`, to that page */
      303: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      401: components['responses']['ActionError'];
      403: components['responses']['ActionError'];
      500: components['responses']['ActionError'];
      503: components['responses']['ActionError'];
    };
  };
  earlierServerAction: {
    parameters: {
      query?: {
        /** @description A page below `admin/`, which the forms of pages name for browsers without scripts: the answer is then 303 to that page, which shows the message. Programs leave it out. */
        back?: components['parameters']['Back'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/x-www-form-urlencoded': components['schemas']['ServerForm'];
        'multipart/form-data': components['schemas']['ServerForm'];
      };
    };
    responses: {
      /** @description What came of it */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ServerActionResult'];
        };
      };
      /** @description Not signed in: to the sign-in page of the platform; or with `back`, to that page */
      303: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      401: components['responses']['ActionError'];
      403: components['responses']['ActionError'];
      500: components['responses']['ActionError'];
      503: components['responses']['ActionError'];
    };
  };
  databaseLinkAction: {
    parameters: {
      query?: {
        /** @description A page below `admin/`, which the forms of pages name for browsers without scripts: the answer is then 303 to that page, which shows the message. Programs leave it out. */
        back?: components['parameters']['Back'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/x-www-form-urlencoded': components['schemas']['DatabaseLinkForm'];
        'multipart/form-data': components['schemas']['DatabaseLinkForm'];
      };
    };
    responses: {
      /** @description What came of it */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ActionResult'];
        };
      };
      /** @description Not signed in: to the sign-in page of the platform; or with `back`, to that page */
      303: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      401: components['responses']['ActionError'];
      403: components['responses']['ActionError'];
      500: components['responses']['ActionError'];
      503: components['responses']['ActionError'];
    };
  };
  projectAction: {
    parameters: {
      query?: {
        /** @description A page below `admin/`, which the forms of pages name for browsers without scripts: the answer is then 303 to that page, which shows the message. Programs leave it out. */
        back?: components['parameters']['Back'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/x-www-form-urlencoded': components['schemas']['ProjectForm'];
        'multipart/form-data': components['schemas']['ProjectForm'];
      };
    };
    responses: {
      /** @description What came of it */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ActionResult'];
        };
      };
      /** @description Not signed in: to the sign-in page of the platform; or with `back`, to that page */
      303: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      401: components['responses']['ActionError'];
      403: components['responses']['ActionError'];
      500: components['responses']['ActionError'];
      503: components['responses']['ActionError'];
    };
  };
  daemonAction: {
    parameters: {
      query?: {
        /** @description A page below `admin/`, which the forms of pages name for browsers without scripts: the answer is then 303 to that page, which shows the message. Programs leave it out. */
        back?: components['parameters']['Back'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/x-www-form-urlencoded': components['schemas']['DaemonForm'];
        'multipart/form-data': components['schemas']['DaemonForm'];
      };
    };
    responses: {
      /** @description What came of it */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ActionResult'];
        };
      };
      /** @description Not signed in: to the sign-in page of the platform; or with `back`, to that page */
      303: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      401: components['responses']['ActionError'];
      403: components['responses']['ActionError'];
      500: components['responses']['ActionError'];
      503: components['responses']['ActionError'];
    };
  };
  fileTargetAction: {
    parameters: {
      query?: {
        /** @description A page below `admin/`, which the forms of pages name for browsers without scripts: the answer is then 303 to that page, which shows the message. Programs leave it out. */
        back?: components['parameters']['Back'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/x-www-form-urlencoded': components['schemas']['FileTargetForm'];
        'multipart/form-data': components['schemas']['FileTargetForm'];
      };
    };
    responses: {
      /** @description What came of it */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ActionResult'];
        };
      };
      /** @description The patterns are saved: to the list */
      302: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Not signed in: to the sign-in page of the platform; or with `back`, to that page */
      303: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      401: components['responses']['ActionError'];
      403: components['responses']['ActionError'];
      500: components['responses']['ActionError'];
      503: components['responses']['ActionError'];
    };
  };
  catalogNodeAction: {
    parameters: {
      query?: {
        /** @description A page below `admin/`, which the forms of pages name for browsers without scripts: the answer is then 303 to that page, which shows the message. Programs leave it out. */
        back?: components['parameters']['Back'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/x-www-form-urlencoded': components['schemas']['CatalogNodeForm'];
        'multipart/form-data': components['schemas']['CatalogNodeForm'];
      };
    };
    responses: {
      /** @description What came of it */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ActionResult'];
        };
      };
      /** @description Not signed in: to the sign-in page of the platform; or with `back`, to that page */
      303: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      401: components['responses']['ActionError'];
      403: components['responses']['ActionError'];
      500: components['responses']['ActionError'];
      503: components['responses']['ActionError'];
    };
  };
  mapStoreAction: {
    parameters: {
      query?: {
        /** @description A page below `admin/`, which the forms of pages name for browsers without scripts: the answer is then 303 to that page, which shows the message. Programs leave it out. */
        back?: components['parameters']['Back'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/x-www-form-urlencoded': components['schemas']['MapStoreForm'];
        'multipart/form-data': components['schemas']['MapStoreForm'];
      };
    };
    responses: {
      /** @description What came of it */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ActionResult'];
        };
      };
      /** @description Not signed in: to the sign-in page of the platform; or with `back`, to that page */
      303: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      401: components['responses']['ActionError'];
      403: components['responses']['ActionError'];
      500: components['responses']['ActionError'];
      503: components['responses']['ActionError'];
    };
  };
  publishAction: {
    parameters: {
      query?: {
        /** @description A page below `admin/`, which the forms of pages name for browsers without scripts: the answer is then 303 to that page, which shows the message. Programs leave it out. */
        back?: components['parameters']['Back'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/x-www-form-urlencoded': components['schemas']['PublishForm'];
        'multipart/form-data': components['schemas']['PublishForm'];
      };
    };
    responses: {
      /** @description What came of it */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PublishResult'];
        };
      };
      /** @description Not signed in: to the sign-in page of the platform; or with `back`, to that page */
      303: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      401: components['responses']['ActionError'];
      403: components['responses']['ActionError'];
      500: components['responses']['ActionError'];
      503: components['responses']['ActionError'];
    };
  };
  backendAction: {
    parameters: {
      query?: {
        /** @description A page below `admin/`, which the forms of pages name for browsers without scripts: the answer is then 303 to that page, which shows the message. Programs leave it out. */
        back?: components['parameters']['Back'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/x-www-form-urlencoded': components['schemas']['BackendForm'];
        'multipart/form-data': components['schemas']['BackendForm'];
      };
    };
    responses: {
      /** @description What came of it */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ActionResult'];
        };
      };
      /** @description Not signed in: to the sign-in page of the platform; or with `back`, to that page */
      303: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      401: components['responses']['ActionError'];
      403: components['responses']['ActionError'];
      500: components['responses']['ActionError'];
      503: components['responses']['ActionError'];
    };
  };
  expressAction: {
    parameters: {
      query?: {
        /** @description A page below `admin/`, which the forms of pages name for browsers without scripts: the answer is then 303 to that page, which shows the message. Programs leave it out. */
        back?: components['parameters']['Back'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/x-www-form-urlencoded': components['schemas']['ExpressForm'];
        'multipart/form-data': components['schemas']['ExpressForm'];
      };
    };
    responses: {
      /** @description What came of it */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ExpressActionResult'];
        };
      };
      /** @description Not signed in: to the sign-in page of the platform; or with `back`, to that page */
      303: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      401: components['responses']['ActionError'];
      403: components['responses']['ActionError'];
      500: components['responses']['ActionError'];
      503: components['responses']['ActionError'];
    };
  };
  planAction: {
    parameters: {
      query?: {
        /** @description A page below `admin/`, which the forms of pages name for browsers without scripts: the answer is then 303 to that page, which shows the message. Programs leave it out. */
        back?: components['parameters']['Back'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/x-www-form-urlencoded': components['schemas']['PlanForm'];
      };
    };
    responses: {
      /** @description What came of it */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ActionResult'];
        };
      };
      /** @description Not signed in: to the sign-in page of the platform; or with `back`, to that page */
      303: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      401: components['responses']['ActionError'];
      403: components['responses']['ActionError'];
      500: components['responses']['ActionError'];
      503: components['responses']['ActionError'];
    };
  };
  conflictAction: {
    parameters: {
      query?: {
        /** @description A page below `admin/`, which the forms of pages name for browsers without scripts: the answer is then 303 to that page, which shows the message. Programs leave it out. */
        back?: components['parameters']['Back'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/x-www-form-urlencoded': components['schemas']['ConflictForm'];
      };
    };
    responses: {
      /** @description What came of it */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ActionResult'];
        };
      };
      /** @description Not signed in: to the sign-in page of the platform; or with `back`, to that page */
      303: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      401: components['responses']['ActionError'];
      403: components['responses']['ActionError'];
      500: components['responses']['ActionError'];
      503: components['responses']['ActionError'];
    };
  };
  runAction: {
    parameters: {
      query?: {
        /** @description A page below `admin/`, which the forms of pages name for browsers without scripts: the answer is then 303 to that page, which shows the message. Programs leave it out. */
        back?: components['parameters']['Back'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/x-www-form-urlencoded': components['schemas']['RunForm'];
      };
    };
    responses: {
      /** @description What came of it */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ActionResult'];
        };
      };
      /** @description Not signed in: to the sign-in page of the platform; or with `back`, to that page */
      303: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      401: components['responses']['ActionError'];
      403: components['responses']['ActionError'];
      500: components['responses']['ActionError'];
      503: components['responses']['ActionError'];
    };
  };
  projectFile: {
    parameters: {
      query: {
        id: number;
        gpkg?: string;
        img?: string;
        thumb?: string;
        clean?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The file */
      200: {
        headers: {
          'Content-Disposition'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/octet-stream': string;
        };
      };
      /** @description The file */
      206: {
        headers: {
          'Content-Disposition'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/octet-stream': string;
        };
      };
      /** @description To the Files tab */
      302: {
        headers: {
          Location?: string;
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Not signed in: to the sign-in page of the platform; or with `back`, to that page */
      303: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The copy of the client is current */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['ErrorPage'];
      401: components['responses']['ErrorPage'];
      403: components['responses']['ErrorPage'];
      404: components['responses']['ErrorPage'];
      416: components['responses']['ErrorPage'];
      500: components['responses']['ErrorPage'];
      503: components['responses']['ErrorPage'];
    };
  };
  projectLog: {
    parameters: {
      query: {
        id: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The log */
      200: {
        headers: {
          'Content-Disposition'?: string;
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Not signed in: to the sign-in page of the platform; or with `back`, to that page */
      303: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['ErrorPage'];
      401: components['responses']['ErrorPage'];
      403: components['responses']['ErrorPage'];
      404: components['responses']['ErrorPage'];
      500: components['responses']['ErrorPage'];
      503: components['responses']['ErrorPage'];
    };
  };
  projectLogAction: {
    parameters: {
      query?: {
        /** @description A page below `admin/`, which the forms of pages name for browsers without scripts: the answer is then 303 to that page, which shows the message. Programs leave it out. */
        back?: components['parameters']['Back'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/x-www-form-urlencoded': components['schemas']['LogForm'];
        'multipart/form-data': components['schemas']['LogForm'];
      };
    };
    responses: {
      /** @description What came of it */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ActionResult'];
        };
      };
      /** @description Not signed in: to the sign-in page of the platform; or with `back`, to that page */
      303: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      401: components['responses']['ActionError'];
      403: components['responses']['ActionError'];
      500: components['responses']['ActionError'];
      503: components['responses']['ActionError'];
    };
  };
  tableRows: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/x-www-form-urlencoded': components['schemas']['TableForm'];
        'multipart/form-data': components['schemas']['TableForm'];
      };
    };
    responses: {
      /** @description Rows, or a sentence that says why they could not be read */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TableRows'];
          'text/plain': string;
        };
      };
      302: components['responses']['Redirect'];
      /** @description Not signed in: to the sign-in page of the platform; or with `back`, to that page */
      303: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      401: components['responses']['TextError'];
      403: components['responses']['TextError'];
      500: components['responses']['TextError'];
      503: components['responses']['TextError'];
    };
  };
  loginForm: {
    parameters: {
      query?: {
        /** @description Why signing in failed: credentials or busy */
        err?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The form */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/html': string;
        };
      };
      302: components['responses']['Redirect'];
      303: components['responses']['Redirect'];
      400: components['responses']['ErrorPage'];
      500: components['responses']['ErrorPage'];
      503: components['responses']['ErrorPage'];
    };
  };
  logout: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      302: components['responses']['Redirect'];
      303: components['responses']['Redirect'];
      500: components['responses']['ErrorPage'];
      503: components['responses']['ErrorPage'];
    };
  };
  oidcLogin: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      302: components['responses']['Redirect'];
      500: components['responses']['ErrorPage'];
      503: components['responses']['ErrorPage'];
    };
  };
  oidcCallback: {
    parameters: {
      query?: {
        code?: string;
        state?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      302: components['responses']['Redirect'];
      400: components['responses']['ErrorPage'];
      500: components['responses']['ErrorPage'];
      503: components['responses']['ErrorPage'];
    };
  };
  signUpForm: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      403: components['responses']['ErrorPage'];
      500: components['responses']['ErrorPage'];
    };
  };
  login: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/x-www-form-urlencoded': components['schemas']['LoginForm'];
        'multipart/form-data': components['schemas']['LoginForm'];
      };
    };
    responses: {
      302: components['responses']['Redirect'];
      400: components['responses']['ErrorPage'];
      403: components['responses']['ErrorPage'];
      500: components['responses']['ErrorPage'];
      503: components['responses']['ErrorPage'];
    };
  };
  signUp: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      403: components['responses']['ActionError'];
      500: components['responses']['ActionError'];
    };
  };
  verifySignUp: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      403: components['responses']['ErrorPage'];
      500: components['responses']['ErrorPage'];
    };
  };
  userAction: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/x-www-form-urlencoded': components['schemas']['UserForm'];
        'multipart/form-data': components['schemas']['UserForm'];
      };
    };
    responses: {
      /** @description What came of it */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ActionResult'];
        };
      };
      /** @description Not signed in: to the sign-in page of the platform; or with `back`, to that page */
      303: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      401: components['responses']['ActionError'];
      403: components['responses']['ActionError'];
      500: components['responses']['ActionError'];
      503: components['responses']['ActionError'];
    };
  };
  groupAction: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/x-www-form-urlencoded': components['schemas']['GroupForm'];
        'multipart/form-data': components['schemas']['GroupForm'];
      };
    };
    responses: {
      /** @description What came of it */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ActionResult'];
        };
      };
      /** @description Not signed in: to the sign-in page of the platform; or with `back`, to that page */
      303: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      401: components['responses']['ActionError'];
      403: components['responses']['ActionError'];
      500: components['responses']['ActionError'];
      503: components['responses']['ActionError'];
    };
  };
  proxyRead: {
    parameters: {
      query?: {
        service?: string[];
        path?: string[];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What the target answers */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          '*/*': string;
        };
      };
      400: components['responses']['TextError'];
      401: components['responses']['TextError'];
      402: components['responses']['TextError'];
      403: components['responses']['TextError'];
      404: components['responses']['TextError'];
      405: components['responses']['TextError'];
      406: components['responses']['TextError'];
      408: components['responses']['TextError'];
      409: components['responses']['TextError'];
      410: components['responses']['TextError'];
      411: components['responses']['TextError'];
      412: components['responses']['TextError'];
      413: components['responses']['TextError'];
      415: components['responses']['TextError'];
      416: components['responses']['TextError'];
      417: components['responses']['TextError'];
      422: components['responses']['TextError'];
      423: components['responses']['TextError'];
      424: components['responses']['TextError'];
      429: components['responses']['TextError'];
      500: components['responses']['TextError'];
      501: components['responses']['TextError'];
      502: components['responses']['TextError'];
      503: components['responses']['TextError'];
      504: components['responses']['TextError'];
    };
  };
  proxyWrite: {
    parameters: {
      query?: {
        service?: string[];
        path?: string[];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: {
      content: {
        '*/*': string;
      };
    };
    responses: {
      /** @description What the target answers */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          '*/*': string;
        };
      };
      400: components['responses']['TextError'];
      401: components['responses']['TextError'];
      402: components['responses']['TextError'];
      403: components['responses']['TextError'];
      404: components['responses']['TextError'];
      405: components['responses']['TextError'];
      406: components['responses']['TextError'];
      408: components['responses']['TextError'];
      409: components['responses']['TextError'];
      410: components['responses']['TextError'];
      411: components['responses']['TextError'];
      412: components['responses']['TextError'];
      413: components['responses']['TextError'];
      415: components['responses']['TextError'];
      416: components['responses']['TextError'];
      417: components['responses']['TextError'];
      422: components['responses']['TextError'];
      423: components['responses']['TextError'];
      424: components['responses']['TextError'];
      429: components['responses']['TextError'];
      500: components['responses']['TextError'];
      501: components['responses']['TextError'];
      502: components['responses']['TextError'];
      503: components['responses']['TextError'];
      504: components['responses']['TextError'];
    };
  };
  analysisHome: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What is there, in a sandbox with an origin of its own; the status is always 200 */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          '*/*': string;
        };
      };
      302: components['responses']['Redirect'];
      303: components['responses']['Redirect'];
      400: components['responses']['ErrorPage'];
      401: components['responses']['ErrorPage'];
      403: components['responses']['ErrorPage'];
      500: components['responses']['ErrorPage'];
      502: components['responses']['ErrorPage'];
      503: components['responses']['ErrorPage'];
    };
  };
  analysisPage: {
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
      /** @description What is there, in a sandbox with an origin of its own; the status is always 200 */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          '*/*': string;
        };
      };
      /** @description Part of a file of the operator */
      206: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      302: components['responses']['Redirect'];
      303: components['responses']['Redirect'];
      400: components['responses']['ErrorPage'];
      401: components['responses']['ErrorPage'];
      403: components['responses']['ErrorPage'];
      404: components['responses']['ErrorPage'];
      /** @description No such part */
      416: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      500: components['responses']['ErrorPage'];
      502: components['responses']['ErrorPage'];
      503: components['responses']['ErrorPage'];
    };
  };
  formBuilderHome: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What is there, in a sandbox with an origin of its own; the status is always 200 */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          '*/*': string;
        };
      };
      302: components['responses']['Redirect'];
      303: components['responses']['Redirect'];
      400: components['responses']['ErrorPage'];
      401: components['responses']['ErrorPage'];
      403: components['responses']['ErrorPage'];
      500: components['responses']['ErrorPage'];
      502: components['responses']['ErrorPage'];
      503: components['responses']['ErrorPage'];
    };
  };
  formBuilderPage: {
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
      /** @description What is there, in a sandbox with an origin of its own; the status is always 200 */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          '*/*': string;
        };
      };
      /** @description Part of a file of the operator */
      206: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      302: components['responses']['Redirect'];
      303: components['responses']['Redirect'];
      400: components['responses']['ErrorPage'];
      401: components['responses']['ErrorPage'];
      403: components['responses']['ErrorPage'];
      404: components['responses']['ErrorPage'];
      /** @description No such part */
      416: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      500: components['responses']['ErrorPage'];
      502: components['responses']['ErrorPage'];
      503: components['responses']['ErrorPage'];
    };
  };
}
