import type { ServerAddress } from '@cairn/db';

export interface MapStoreFields {
  name: string;
  /** The project whose tables the store serves. */
  projectId: number;
  /** Of the GeoServer's web application, without a slash at the end. */
  url: string;
  username: string;
  workspace: string;
}

/** With its password, encrypted for its login. */
export interface SealedMapStore extends MapStoreFields {
  id: number;
  ownerId: number | null;
  sealedPassword: string | null;
}

/** A GeoServer with a login there. */
export interface MapServerLogin {
  url: string;
  username: string;
  password: string;
}

/** Where the tables are that a store of a map server serves. */
export interface TableSource {
  address: ServerAddress;
  schema: string;
  projectUuid: string;
}

/** A store of a map server. */
export interface StoreRef {
  workspace: string;
  store: string;
}

/** What a layer needs to know of its table. */
export interface SourceTable {
  /** Null for a table without geometry. */
  geometry: { srid: number; isGeographic: boolean; isEmpty: boolean } | null;
}
