// Generated from openapi/*.yaml by libs/contracts/generate.ts; change the contract, not this file.

export interface paths {
  '/api/health': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Health of the process; checks no dependency */
    get: operations['health'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/me': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Get the current user; 200 also for anonymous callers */
    get: operations['me'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/me/tokens': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List the caller's tokens that are not revoked */
    get: operations['listTokens'];
    put?: never;
    /** Create a personal access token; only this answer has the secret */
    post: operations['createToken'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/me/tokens/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /** Revoke one of the caller's tokens */
    delete: operations['revokeToken'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/me/sessions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List the caller's sessions */
    get: operations['listSessions'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/me/sessions/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /** End one of the caller's sessions */
    delete: operations['endSession'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/me/password': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Change the caller's own password; ends all other sessions and revokes all tokens */
    post: operations['changePassword'];
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
    /** Sign-in form; 303 to `next` if already signed in */
    get: operations['loginPage'];
    put?: never;
    /** Sign in; returns 303 with a new session cookie */
    post: operations['login'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/new-password': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Form for users who must choose a new password; 303 to the sign-in form for all others */
    get: operations['newPasswordForm'];
    put?: never;
    /** Set the new password; returns 303 with a new session cookie */
    post: operations['chooseNewPassword'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/logout': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Sign out and go to the sign-in form */
    get: operations['logoutLink'];
    put?: never;
    /** Sign out and go to the sign-in form */
    post: operations['logout'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/catalog': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Catalog of all services, for the caller */
    get: operations['catalog'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/maps': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Always empty; `note` says where maps are listed */
    get: operations['stubMaps'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/reports': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Always empty; `note` says where reports are listed */
    get: operations['stubReports'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/forms': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Always empty; `note` says where forms are listed */
    get: operations['stubForms'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/datasets': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Always empty; `note` says where datasets are listed */
    get: operations['stubDatasets'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/portal/cards': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List the cards that the caller may see */
    get: operations['listCards'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/services': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List the services that the caller may use, for navigation */
    get: operations['visibleServices'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/admin/portal/services': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List registered services */
    get: operations['listServices'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/admin/portal/services/{service_key}/resources': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Get the current listing of a service */
    get: operations['discoverService'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/admin/portal/restarts': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List restarts of processes that ended by themselves, newest first */
    get: operations['listRestarts'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/admin/portal/service-databases': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List databases that services reported, including former ones */
    get: operations['listServiceDatabases'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/admin/portal/service-databases/{id}': {
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
     * Remove a database that its service no longer uses
     * @description Ends the protection of its server, unless another service also reported it. A service that still uses the database reports it again within a minute.
     */
    delete: operations['removeServiceDatabase'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/admin/portal/cards': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List all cards */
    get: operations['listAllCards'];
    put?: never;
    /** Create a card */
    post: operations['createCard'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/admin/portal/cards/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /** Replace a card; fields that are left out get their defaults */
    put: operations['replaceCard'];
    post?: never;
    /** Delete a card */
    delete: operations['deleteCard'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/admin/portal/cards/reorder': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Set the order of cards, all or none */
    post: operations['reorderCards'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/admin/portal/thumbnails': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Upload a card picture (JPEG, PNG, WebP or GIF, up to 5 MiB) */
    post: operations['uploadThumbnail'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/admin/users': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Users */
    get: operations['listUsers'];
    put?: never;
    /** Create a user */
    post: operations['createUser'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/admin/users/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Get a user */
    get: operations['getUser'];
    /** Change a user's email, state and groups; username and password are ignored */
    put: operations['updateUser'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/admin/users/{id}/password': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Set a user's password; ends all sessions and revokes all tokens of that user */
    post: operations['resetPassword'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/admin/groups': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Groups */
    get: operations['listGroups'];
    put?: never;
    /** Create a group */
    post: operations['createGroup'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/admin/groups/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /** Change a group; protected groups keep their name */
    put: operations['updateGroup'];
    post?: never;
    /** Delete a group with its memberships and permissions; protected groups stay */
    delete: operations['deleteGroup'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/admin/groups/{id}/users': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Add a user to a group */
    post: operations['addGroupUser'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/admin/groups/{id}/users/{user_id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /** Remove a user from a group; 204 also if the user was not in it */
    delete: operations['removeGroupUser'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/admin/resources': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List resources */
    get: operations['listResources'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/admin/resource-access-overview': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List resources with the people and groups that have access */
    get: operations['accessOverview'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/admin/resources/{id}/permissions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Get the permission matrix of a resource */
    get: operations['getPermissions'];
    /**
     * Replace all permissions of a resource
     * @description Public visibility gives the Public group view, whatever the matrix says. Restricted visibility removes all permissions of the Public group.
     */
    put: operations['replacePermissions'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/admin/resources/{id}/explain': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Explain why a group can or cannot access a resource */
    get: operations['explainAccess'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/people': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Search people to share with
     * @description For people with admin on at least one resource. At most 60 searches in a minute.
     */
    get: operations['searchPeople'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/resources/{resource_type}/{resource_key}/access': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Get the people and groups with access to a resource, for people with admin on it */
    get: operations['getSharing'];
    /** Share a resource: access for exactly these people and groups, besides its owner and administrators */
    put: operations['saveSharing'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/resources/{resource_type}/{resource_key}/access/explain': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Explain why a person can or cannot open a resource
     * @description Administrators of the platform see every rule. Others see the rules of the resource itself, but not who is an administrator, nor which services a person may use if nothing is shared with that person.
     */
    get: operations['explainSharing'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/admin/permissions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List all permissions */
    get: operations['listPermissions'];
    put?: never;
    /** Grant a group a permission on a resource; repeating it changes nothing */
    post: operations['createPermission'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/admin/permissions/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /** Revoke a permission */
    delete: operations['deletePermission'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/admin/audit': {
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
  '/internal/services/{service_key}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /** Register a service and its discovery address (idempotent) */
    put: operations['registerService'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/internal/platform-databases': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List databases of all services, including former ones */
    get: operations['listPlatformDatabases'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/internal/resources/{resource_type}/{resource_key}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * Register a resource (idempotent); its owner has admin on it
     * @description `replaces` names former keys of the resource. In one step its entry gets the new key and keeps owner, permissions and cards; later calls change nothing. When `url` changes, the cards of the resource follow. `grants` are given to a new resource only, so that decisions of administrators stay. A resource belongs to the service that registered it first. Only resources of type `report` may be registered, moved and deleted by two services, report-server and report-mgmt.
     */
    put: operations['registerResource'];
    post?: never;
    /** Delete a resource and its permissions; 204 also if it is unknown */
    delete: operations['forgetResource'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Page: home */
    get: operations['homePage'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/services': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Page: services */
    get: operations['servicesPage'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/catalog': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Page: catalog */
    get: operations['catalogPage'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/administration': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Page: administration */
    get: operations['administrationPage'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/account': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Page: account */
    get: operations['accountPage'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/portal': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Page: cards */
    get: operations['adminPortalPage'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/resource-sync': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Page: import resources from services */
    get: operations['adminResourceSyncPage'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/audit': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Page: audit log */
    get: operations['adminAuditPage'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/users': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Page: users */
    get: operations['adminUsersPage'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/users/{path}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Page: users, nested paths */
    get: operations['adminUsersNestedPage'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/groups': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Page: groups */
    get: operations['adminGroupsPage'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/groups/{path}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Page: groups, nested paths */
    get: operations['adminGroupsNestedPage'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/resources': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Page: resources */
    get: operations['adminResourcesPage'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/resources/{path}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Page: resources, nested paths */
    get: operations['adminResourcesNestedPage'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/permissions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Page: permissions */
    get: operations['adminPermissionsPage'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/permissions/{path}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Page: permissions, nested paths */
    get: operations['adminPermissionsNestedPage'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/thumbnails/{name}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Picture of a card */
    get: operations['thumbnail'];
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
    /** An asset that all services share (basemap, fonts, icons) */
    get: operations['sharedAsset'];
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
    Id: number;
    /** Format: date-time */
    Time: string;
    /** @enum {string} */
    Visibility: 'public' | 'restricted';
    /** @enum {string} */
    PermissionName: 'view' | 'edit' | 'admin';
    /** @enum {string} */
    CardType: 'map' | 'dashboard' | 'report' | 'dataset' | 'external' | 'admin';
    Error: {
      error: string;
      code?: string;
      request_id?: string;
    };
    StatusOk: {
      /** @constant */
      status: 'ok';
    };
    Health: {
      /** @constant */
      status: 'ok';
    };
    Me: {
      authenticated: boolean;
      user: components['schemas']['MeUser'] | null;
      admin: boolean;
      server_time: components['schemas']['Time'];
    };
    MeUser: {
      id?: components['schemas']['Id'];
      username: string;
      /** @description Empty if unknown */
      email: string;
      groups: string[];
      group_ids?: number[];
    };
    Token: {
      id: number;
      user_id: number;
      name: string;
      token_prefix: string;
      scopes: string[];
      created_at: components['schemas']['Time'];
      /** @description False once expired */
      active: boolean;
      /** Format: date-time */
      expires_at?: string | null;
      /** Format: date-time */
      last_used_at?: string | null;
    };
    TokenList: {
      tokens: components['schemas']['Token'][];
    };
    TokenInput: {
      name: string;
      /** @description RFC 3339 time, or YYYY-MM-DD meaning the end of that UTC day; null or absent never expires */
      expires_at?: string | null;
    };
    TokenCreated: {
      token: components['schemas']['Token'];
      secret: string;
      message: string;
    };
    Session: {
      id: number;
      created_at: components['schemas']['Time'];
      last_seen_at: components['schemas']['Time'];
      expires_at: components['schemas']['Time'];
      ip: string;
      user_agent: string;
      /** @description The session of this request */
      current: boolean;
    };
    SessionList: {
      sessions: components['schemas']['Session'][];
    };
    PasswordChange: {
      current_password: string;
      new_password: components['schemas']['NewPassword'];
      /** @description Keep personal access tokens valid; otherwise they are revoked */
      keep_tokens?: boolean;
    };
    PasswordReset: {
      password: components['schemas']['NewPassword'];
      must_change_password?: components['schemas']['MustChangePassword'];
    };
    /** @description Not blank, and neither the username nor one of the most common passwords */
    NewPassword: string;
    /** @description The user must choose another password at the next sign-in. False by default */
    MustChangePassword: boolean | null;
    LoginForm: {
      username: string;
      password: string;
      next?: string;
    };
    NewPasswordForm: {
      new_password: string;
      again: string;
      next?: string;
    };
    StubCollection: {
      items: Record<string, never>[];
      /** @constant */
      total: 0;
      note: string;
    };
    CatalogItem: {
      id: string;
      type: string;
      title: string;
      url: string;
      service: string;
      description?: string;
      category?: string;
      tags?: string[];
      updated_at?: string;
      owner?: string;
      thumbnail?: string;
      /** @description West, south, east, north in WGS84 degrees */
      bbox?: number[];
      /** @description The service did not answer; this is from its last good answer */
      stale?: boolean;
    };
    Catalog: {
      datasets: components['schemas']['CatalogItem'][];
      maps: components['schemas']['CatalogItem'][];
      dashboards: components['schemas']['CatalogItem'][];
      reports: components['schemas']['CatalogItem'][];
      warnings: string[];
    };
    Service: {
      service_key: string;
      display_name: string;
      discovery_url: string;
    };
    VisibleServiceList: {
      items: {
        service_key: string;
        display_name: string;
        /** @description The caller's permissions in the service */
        permissions: {
          view: boolean;
          edit: boolean;
          admin: boolean;
        };
      }[];
      total: number;
    };
    ServiceList: {
      items: components['schemas']['Service'][];
      total: number;
    };
    RestartList: {
      items: {
        /** @description Such as "The worker of vault" or "Redis" */
        part: string;
        /** @description Reason, such as "was ended by SIGKILL" */
        reason: string;
        /** Format: date-time */
        restarted_at: string;
      }[];
      total: number;
    };
    ServiceInput: {
      display_name: string;
      /** @description Absolute http(s) address without credentials */
      discovery_url: string;
      /** @description Used for a new service only; later administrators change it. Public by default */
      visibility?: components['schemas']['Visibility'];
      database?: components['schemas']['PlatformDatabase'];
    };
    /** @description A database of the platform, recognised whatever the address of its server */
    PlatformDatabase: {
      /** @description system_identifier of pg_control_system() */
      server_identifier: string;
      name: string;
    };
    ServiceDatabase: {
      id: components['schemas']['Id'];
      service_key: string;
      /** @description system_identifier of pg_control_system() */
      server_identifier: string;
      name: string;
      first_reported_at: components['schemas']['Time'];
      last_reported_at: components['schemas']['Time'];
      /** @description Reported within the last five minutes, or the portal has run for less than that */
      in_use: boolean;
    };
    ServiceDatabaseList: {
      items: components['schemas']['ServiceDatabase'][];
      total: number;
    };
    DiscoveryItem: {
      id?: string | number;
      title?: string;
      description?: string;
      url?: string;
      thumbnail?: string;
      category?: string;
      tags?: string[];
      updated_at?: string;
      owner?: string;
      bbox?: number[];
    } & {
      [key: string]: unknown;
    };
    Discovery: {
      service: string;
      resource_type?: string;
      items: components['schemas']['DiscoveryItem'][];
      total: number;
      fetched_at: components['schemas']['Time'];
    };
    Card: {
      id: number;
      title: string;
      description: string;
      card_type: components['schemas']['CardType'];
      url: string;
      icon: string;
      /** @description Empty if not set */
      image_url: string;
      category: string;
      sort_order: number;
      is_public: boolean;
      source_service: string;
      source_resource_id: string;
      is_imported: boolean;
      created_at: components['schemas']['Time'];
    };
    CardInput: {
      title: string;
      description?: string | null;
      card_type: components['schemas']['CardType'];
      /** @description Absolute http(s) address or root-relative path */
      url: string;
      /** @description By default chosen from the card type */
      icon?: string | null;
      /** @description Same rule as url */
      image_url?: string | null;
      category?: string | null;
      sort_order?: number | null;
      is_public?: boolean | null;
      source_service?: string | null;
      source_resource_id?: string | number | null;
      is_imported?: boolean | null;
    };
    CardList: {
      items: components['schemas']['Card'][];
      total: number;
      categories: string[];
      note?: string;
    };
    CardOrder: {
      id: components['schemas']['Id'];
      sort_order: number;
    }[];
    Thumbnail: {
      url: string;
    };
    User: {
      id: number;
      username: string;
      /** @description Empty if not set */
      display_name?: string;
      /** @description Empty if unknown */
      email: string;
      enabled: boolean;
      must_change_password?: boolean;
      is_admin: boolean;
      groups: string[];
      group_ids: number[];
      created_at: components['schemas']['Time'];
    };
    UserList: {
      items: components['schemas']['User'][];
      total: number;
    };
    UserInput: {
      username: string;
      display_name?: string | null;
      email?: string | null;
      password: components['schemas']['NewPassword'];
      must_change_password?: components['schemas']['MustChangePassword'];
      enabled?: boolean | null;
      group_ids?: components['schemas']['Id'][] | null;
    };
    UserUpdate: {
      display_name?: string | null;
      email?: string | null;
      enabled?: boolean | null;
      group_ids?: components['schemas']['Id'][] | null;
      /** @description Ignored */
      username?: unknown;
      /** @description Ignored */
      password?: unknown;
    };
    Group: {
      id: number;
      name: string;
      description: string;
      /** @description For the Public group, all users */
      member_count: number;
      /** @description True for groups that can be neither renamed nor deleted */
      protected?: boolean;
      created_at: components['schemas']['Time'];
    };
    GroupList: {
      items: components['schemas']['Group'][];
      total: number;
    };
    GroupInput: {
      name: string;
      description?: string | null;
    };
    GroupUserInput: {
      user_id: components['schemas']['Id'];
    };
    Resource: {
      id: number;
      resource_type: string;
      resource_key: string;
      display_name: string;
      service: string;
      created_at: components['schemas']['Time'];
    };
    RegisteredResource: components['schemas']['Resource'] & {
      /** @description Whether the resource is new */
      created: boolean;
    };
    ResourceList: {
      items: components['schemas']['Resource'][];
      total: number;
    };
    ResourceInput: {
      display_name: string;
      service: string;
      owner_id?: number | null;
      /** @description Used for a new resource only; later administrators change it. Restricted by default */
      visibility?: components['schemas']['Visibility'];
      /** @description Permissions of groups on a new resource; ignored when the resource is known */
      grants?: {
        /** @description Name or id of a group; `public` is everybody, signed in or not */
        group: string | number;
        permission: components['schemas']['PermissionName'];
      }[];
      /** @description Address of its page: a path of this site, or http(s) */
      url?: string;
      /** @description Former keys of the resource */
      replaces?: string[];
    };
    AccessOverviewItem: {
      resource_id: number;
      resource_type: string;
      resource_key: string;
      display_name: string;
      service: string;
      owner_id: number | null;
      owner_name: string | null;
      visibility: components['schemas']['Visibility'];
      group_names_with_access: string[];
      /** @description Names of users with a permission of their own, besides the owner */
      people_with_access?: string[];
    };
    AccessOverview: {
      items: components['schemas']['AccessOverviewItem'][];
      total: number;
    };
    PermissionRow: {
      group_id: number;
      group_name: string;
      view: boolean;
      edit: boolean;
      admin: boolean;
    };
    PermissionMatrix: {
      resource: components['schemas']['Resource'];
      visibility: components['schemas']['Visibility'];
      matrix: components['schemas']['PermissionRow'][];
      /** @description Users with a permission of their own, which the matrix does not change */
      people?: components['schemas']['UserPermission'][];
    };
    PermissionMatrixInput: {
      visibility: components['schemas']['Visibility'];
      matrix: {
        group_id: components['schemas']['Id'];
        /** @description Ignored */
        group_name?: string;
        view?: boolean;
        edit?: boolean;
        admin?: boolean;
      }[];
    };
    AccessReason: {
      /** @enum {string} */
      kind: 'grant' | 'public' | 'administrators';
      permission: components['schemas']['PermissionName'];
      group_id?: number;
      group_name?: string;
      /** @description The permission of this rule */
      permission_id?: number;
      sentence: string;
    };
    AccessExplanation: {
      resource: components['schemas']['Resource'];
      group: components['schemas']['Group'];
      visibility: components['schemas']['Visibility'];
      view: boolean;
      edit: boolean;
      admin: boolean;
      /** @description The answer in one sentence */
      summary: string;
      reasons: components['schemas']['AccessReason'][];
    };
    Permission: {
      id: number;
      resource_id: number;
      group_id: number;
      permission: components['schemas']['PermissionName'];
      resource_type?: string;
      resource_key?: string;
      resource_name?: string;
      service?: string;
      group_name?: string;
      created_at?: components['schemas']['Time'];
    };
    PersonName: {
      user_id: number;
      username: string;
    };
    Sharing: {
      resource_type: string;
      resource_key: string;
      display_name: string;
      /** @description Changes when the access changes; send it back to save */
      version: string;
      /** @enum {string} */
      visibility: 'private' | 'public';
      /** @description Whether public includes all people, or only users of the service */
      service_is_public: boolean;
      owner: components['schemas']['PersonName'] | null;
      people: {
        user_id: number;
        username: string;
        level: components['schemas']['PermissionName'];
      }[];
      groups: {
        group_id: number;
        group_name: string;
        level: components['schemas']['PermissionName'];
      }[];
      /** @description The caller's groups; for administrators all groups */
      group_choices: {
        group_id: number;
        group_name: string;
      }[];
    };
    SharingInput: {
      version: string;
      /** @enum {string} */
      visibility: 'private' | 'public';
      people: {
        user_id: components['schemas']['Id'];
        level: components['schemas']['PermissionName'];
      }[];
      groups: {
        group_id: components['schemas']['Id'];
        level: components['schemas']['PermissionName'];
      }[];
    };
    SharingExplanation: {
      user_id: number;
      username: string;
      level: components['schemas']['PermissionName'] | null;
      /** @description Whether the person may use the service. If nothing is shared with the person, callers who are not administrators only see whether all people may use it. */
      may_use_service: boolean;
      /** @description The answer in one sentence */
      summary: string;
      reasons: {
        /** @enum {string} */
        kind: 'owner' | 'person' | 'group' | 'public' | 'administrators';
        level: components['schemas']['PermissionName'];
        group_name?: string;
        sentence: string;
      }[];
    };
    /** @description A permission of one person, from sharing */
    UserPermission: {
      resource_id: number;
      user_id: number;
      username: string;
      permission: components['schemas']['PermissionName'];
      resource_type: string;
      resource_key: string;
      resource_name: string;
      service: string;
    };
    PermissionList: {
      items: components['schemas']['Permission'][];
      total: number;
      /** @description Permissions of individual people, not counted in `total` */
      people?: components['schemas']['UserPermission'][];
    };
    PermissionInput: {
      resource_id: components['schemas']['Id'];
      group_id: components['schemas']['Id'];
      permission: components['schemas']['PermissionName'];
    };
    AuditEvent: {
      id: number;
      at: components['schemas']['Time'];
      event: string;
      actor_id: number | null;
      actor_name: string | null;
      subject_type: string | null;
      subject_id: string | null;
      subject_name: string | null;
      ip: string | null;
      request_id: string | null;
      details: {
        [key: string]: unknown;
      };
    };
    AuditPage: {
      items: components['schemas']['AuditEvent'][];
      next_cursor: string | null;
      /** @description All event names, for a filter */
      events?: string[];
    };
  };
  responses: {
    /** @description The request is not valid */
    BadRequest: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description Sign-in is required */
    Unauthorized: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description Access denied */
    Forbidden: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description Not found */
    NotFound: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description Conflict with the current state */
    Conflict: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description Internal error */
    Internal: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description Another service failed or does not answer */
    BadGateway: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description The database is not configured or does not answer */
    Unavailable: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description Too many attempts */
    TooMany: {
      headers: {
        /** @description Seconds until the next attempt */
        'Retry-After'?: number;
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Error'];
      };
    };
    /** @description A page */
    Html: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'text/html': string;
      };
    };
    /** @description An error page */
    HtmlError: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'text/html': string;
      };
    };
    /** @description Too many attempts */
    HtmlTooMany: {
      headers: {
        /** @description Seconds until the next attempt */
        'Retry-After'?: number;
        [name: string]: unknown;
      };
      content: {
        'text/html': string;
      };
    };
    /** @description Redirect */
    SeeOther: {
      headers: {
        Location?: string;
        [name: string]: unknown;
      };
      content?: never;
    };
  };
  parameters: {
    Id: components['schemas']['Id'];
    ResourceType: string;
    ResourceKey: string;
    ServiceKey: string;
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
      /** @description Alive */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Health'];
        };
      };
    };
  };
  me: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Current-user state */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Me'];
        };
      };
      500: components['responses']['Internal'];
    };
  };
  listTokens: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Tokens */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TokenList'];
        };
      };
      401: components['responses']['Unauthorized'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
    };
  };
  createToken: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['TokenInput'];
      };
    };
    responses: {
      /** @description The new token and its secret */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TokenCreated'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
    };
  };
  revokeToken: {
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
      /** @description Done */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
    };
  };
  listSessions: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Sessions */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SessionList'];
        };
      };
      401: components['responses']['Unauthorized'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
    };
  };
  endSession: {
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
      /** @description Done */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
    };
  };
  changePassword: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PasswordChange'];
      };
    };
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['StatusOk'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      429: components['responses']['TooMany'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
    };
  };
  loginPage: {
    parameters: {
      query?: {
        /** @description Path to open afterwards, root-relative */
        next?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['Html'];
      303: components['responses']['SeeOther'];
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
      };
    };
    responses: {
      303: components['responses']['SeeOther'];
      400: components['responses']['HtmlError'];
      401: components['responses']['HtmlError'];
      403: components['responses']['HtmlError'];
      429: components['responses']['HtmlTooMany'];
      500: components['responses']['HtmlError'];
      503: components['responses']['HtmlError'];
    };
  };
  newPasswordForm: {
    parameters: {
      query?: {
        /** @description Path to open afterwards, root-relative */
        next?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['Html'];
      303: components['responses']['SeeOther'];
      500: components['responses']['HtmlError'];
      503: components['responses']['HtmlError'];
    };
  };
  chooseNewPassword: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/x-www-form-urlencoded': components['schemas']['NewPasswordForm'];
      };
    };
    responses: {
      303: components['responses']['SeeOther'];
      400: components['responses']['HtmlError'];
      403: components['responses']['HtmlError'];
      429: components['responses']['HtmlTooMany'];
      500: components['responses']['HtmlError'];
      503: components['responses']['HtmlError'];
    };
  };
  logoutLink: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      303: components['responses']['SeeOther'];
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
      303: components['responses']['SeeOther'];
      403: components['responses']['HtmlError'];
    };
  };
  catalog: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The catalog; `warnings` names services that failed */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Catalog'];
        };
      };
      401: components['responses']['Unauthorized'];
      429: components['responses']['TooMany'];
      503: components['responses']['Unavailable'];
    };
  };
  stubMaps: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Empty collection */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['StubCollection'];
        };
      };
    };
  };
  stubReports: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Empty collection */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['StubCollection'];
        };
      };
    };
  };
  stubForms: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Empty collection */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['StubCollection'];
        };
      };
    };
  };
  stubDatasets: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Empty collection */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['StubCollection'];
        };
      };
    };
  };
  listCards: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Cards */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CardList'];
        };
      };
      401: components['responses']['Unauthorized'];
      500: components['responses']['Internal'];
    };
  };
  visibleServices: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Services */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['VisibleServiceList'];
        };
      };
      401: components['responses']['Unauthorized'];
      500: components['responses']['Internal'];
    };
  };
  listServices: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Services */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ServiceList'];
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
    };
  };
  discoverService: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        service_key: components['parameters']['ServiceKey'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Discovery result */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Discovery'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      500: components['responses']['Internal'];
      502: components['responses']['BadGateway'];
      503: components['responses']['Unavailable'];
    };
  };
  listRestarts: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Restarts since the platform started; empty if another supervisor keeps processes running */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RestartList'];
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
    };
  };
  listServiceDatabases: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Reported databases, by service */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ServiceDatabaseList'];
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
    };
  };
  removeServiceDatabase: {
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
      /** @description Removed */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      409: components['responses']['Conflict'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
    };
  };
  listAllCards: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Cards */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CardList'];
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
    };
  };
  createCard: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CardInput'];
      };
    };
    responses: {
      /** @description The new card */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Card'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
    };
  };
  replaceCard: {
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
        'application/json': components['schemas']['CardInput'];
      };
    };
    responses: {
      /** @description The card */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Card'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
    };
  };
  deleteCard: {
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
      /** @description Done */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
    };
  };
  reorderCards: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CardOrder'];
      };
    };
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['StatusOk'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
    };
  };
  uploadThumbnail: {
    parameters: {
      query?: never;
      header?: never;
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
      /** @description Address of the picture */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Thumbnail'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
    };
  };
  listUsers: {
    parameters: {
      query?: {
        /** @description Substring of username or email (case does not matter) */
        search?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Users */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['UserList'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
    };
  };
  createUser: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['UserInput'];
      };
    };
    responses: {
      /** @description The new user */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['User'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      429: components['responses']['TooMany'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
    };
  };
  getUser: {
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
      /** @description The user */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['User'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
    };
  };
  updateUser: {
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
        'application/json': components['schemas']['UserUpdate'];
      };
    };
    responses: {
      /** @description The user */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['User'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
    };
  };
  resetPassword: {
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
        'application/json': components['schemas']['PasswordReset'];
      };
    };
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['StatusOk'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      429: components['responses']['TooMany'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
    };
  };
  listGroups: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Groups */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['GroupList'];
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
    };
  };
  createGroup: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['GroupInput'];
      };
    };
    responses: {
      /** @description The new group */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Group'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
    };
  };
  updateGroup: {
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
      /** @description The group */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Group'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
    };
  };
  deleteGroup: {
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
      /** @description Done */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
    };
  };
  addGroupUser: {
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
        'application/json': components['schemas']['GroupUserInput'];
      };
    };
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['StatusOk'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
    };
  };
  removeGroupUser: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: components['parameters']['Id'];
        user_id: components['schemas']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
    };
  };
  listResources: {
    parameters: {
      query?: {
        /** @description Exact service key */
        service?: string;
        /** @description Exact resource type */
        resource_type?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Resources */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ResourceList'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
    };
  };
  accessOverview: {
    parameters: {
      query?: {
        /** @description Substring of name or key (case does not matter) */
        search?: string;
        /** @description Exact service key */
        service?: string;
        /** @description Exact resource type */
        resource_type?: string;
        /** @description public or restricted; other values are ignored */
        visibility?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Overview */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AccessOverview'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
    };
  };
  getPermissions: {
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
      /** @description Resource, visibility and one row for each group */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PermissionMatrix'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
    };
  };
  replacePermissions: {
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
        'application/json': components['schemas']['PermissionMatrixInput'];
      };
    };
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['StatusOk'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
    };
  };
  explainAccess: {
    parameters: {
      query: {
        /** @description The group */
        group_id: components['schemas']['Id'];
      };
      header?: never;
      path: {
        id: components['parameters']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The answer with its reasons */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AccessExplanation'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
    };
  };
  searchPeople: {
    parameters: {
      query: {
        /** @description Part of the name */
        q: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description At most 10 people; names that begin with the text come first */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            items: components['schemas']['PersonName'][];
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      429: components['responses']['TooMany'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
    };
  };
  getSharing: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        resource_type: components['parameters']['ResourceType'];
        resource_key: components['parameters']['ResourceKey'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Visibility, people and groups, and the groups that the caller may add */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Sharing'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
    };
  };
  saveSharing: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        resource_type: components['parameters']['ResourceType'];
        resource_key: components['parameters']['ResourceKey'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['SharingInput'];
      };
    };
    responses: {
      /** @description The saved access */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Sharing'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      409: components['responses']['Conflict'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
    };
  };
  explainSharing: {
    parameters: {
      query: {
        user_id: components['schemas']['Id'];
      };
      header?: never;
      path: {
        resource_type: components['parameters']['ResourceType'];
        resource_key: components['parameters']['ResourceKey'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The person's permission and the rules that grant it */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SharingExplanation'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
    };
  };
  listPermissions: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Permissions */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PermissionList'];
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
    };
  };
  createPermission: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PermissionInput'];
      };
    };
    responses: {
      /** @description The permission */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Permission'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
    };
  };
  deletePermission: {
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
      /** @description Done */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
    };
  };
  listAudit: {
    parameters: {
      query?: {
        /** @description `next_cursor` of the previous page */
        cursor?: string;
        /** @description Number of events */
        limit?: number;
        /** @description Exact event name such as user.created */
        event?: string;
        /** @description Exact username of the actor */
        actor?: string;
        /** @description Substring of event or actor or subject */
        search?: string;
        /** @description From this time on */
        since?: string;
        /** @description Before this time */
        until?: string;
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
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
    };
  };
  registerService: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        service_key: components['parameters']['ServiceKey'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ServiceInput'];
      };
    };
    responses: {
      /** @description The service */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Service'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
    };
  };
  listPlatformDatabases: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description All that were reported and that no administrator removed */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            items: components['schemas']['PlatformDatabase'][];
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
    };
  };
  registerResource: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        resource_type: string;
        resource_key: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ResourceInput'];
      };
    };
    responses: {
      /** @description The resource */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RegisteredResource'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
    };
  };
  forgetResource: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        resource_type: string;
        resource_key: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      500: components['responses']['Internal'];
      503: components['responses']['Unavailable'];
    };
  };
  homePage: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['Html'];
      500: components['responses']['HtmlError'];
      503: components['responses']['HtmlError'];
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
      200: components['responses']['Html'];
      500: components['responses']['HtmlError'];
      503: components['responses']['HtmlError'];
    };
  };
  catalogPage: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['Html'];
      500: components['responses']['HtmlError'];
      503: components['responses']['HtmlError'];
    };
  };
  administrationPage: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['Html'];
      500: components['responses']['HtmlError'];
      503: components['responses']['HtmlError'];
    };
  };
  accountPage: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['Html'];
      303: components['responses']['SeeOther'];
      500: components['responses']['HtmlError'];
      503: components['responses']['HtmlError'];
    };
  };
  adminPortalPage: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['Html'];
      303: components['responses']['SeeOther'];
      403: components['responses']['HtmlError'];
      500: components['responses']['HtmlError'];
      503: components['responses']['HtmlError'];
    };
  };
  adminResourceSyncPage: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['Html'];
      303: components['responses']['SeeOther'];
      403: components['responses']['HtmlError'];
      500: components['responses']['HtmlError'];
      503: components['responses']['HtmlError'];
    };
  };
  adminAuditPage: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['Html'];
      303: components['responses']['SeeOther'];
      403: components['responses']['HtmlError'];
      500: components['responses']['HtmlError'];
      503: components['responses']['HtmlError'];
    };
  };
  adminUsersPage: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['Html'];
      303: components['responses']['SeeOther'];
      403: components['responses']['HtmlError'];
      500: components['responses']['HtmlError'];
      503: components['responses']['HtmlError'];
    };
  };
  adminUsersNestedPage: {
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
      200: components['responses']['Html'];
      303: components['responses']['SeeOther'];
      403: components['responses']['HtmlError'];
      500: components['responses']['HtmlError'];
      503: components['responses']['HtmlError'];
    };
  };
  adminGroupsPage: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['Html'];
      303: components['responses']['SeeOther'];
      403: components['responses']['HtmlError'];
      500: components['responses']['HtmlError'];
      503: components['responses']['HtmlError'];
    };
  };
  adminGroupsNestedPage: {
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
      200: components['responses']['Html'];
      303: components['responses']['SeeOther'];
      403: components['responses']['HtmlError'];
      500: components['responses']['HtmlError'];
      503: components['responses']['HtmlError'];
    };
  };
  adminResourcesPage: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['Html'];
      303: components['responses']['SeeOther'];
      403: components['responses']['HtmlError'];
      500: components['responses']['HtmlError'];
      503: components['responses']['HtmlError'];
    };
  };
  adminResourcesNestedPage: {
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
      200: components['responses']['Html'];
      303: components['responses']['SeeOther'];
      403: components['responses']['HtmlError'];
      500: components['responses']['HtmlError'];
      503: components['responses']['HtmlError'];
    };
  };
  adminPermissionsPage: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['Html'];
      303: components['responses']['SeeOther'];
      403: components['responses']['HtmlError'];
      500: components['responses']['HtmlError'];
      503: components['responses']['HtmlError'];
    };
  };
  adminPermissionsNestedPage: {
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
      200: components['responses']['Html'];
      303: components['responses']['SeeOther'];
      403: components['responses']['HtmlError'];
      500: components['responses']['HtmlError'];
      503: components['responses']['HtmlError'];
    };
  };
  thumbnail: {
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
      /** @description The picture */
      200: {
        headers: {
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
      400: components['responses']['BadRequest'];
      404: components['responses']['NotFound'];
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
      400: components['responses']['BadRequest'];
      404: components['responses']['NotFound'];
    };
  };
}
