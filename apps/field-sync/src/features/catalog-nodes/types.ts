export interface CatalogNodeFields {
  name: string;
  /** A name or an IP address, with `http://` before it where it is not called by HTTPS. */
  host: string;
  port: number;
  username: string;
  /** Prefix of its paths, without slashes at its ends; blank for none. */
  folder: string;
}

/** A GeoNode and the login for it; `node` on the wire. */
interface CatalogNode extends CatalogNodeFields {
  id: number;
  ownerId: number | null;
}

/** With its password, encrypted for its login. */
export interface SealedCatalogNode extends CatalogNode {
  sealedPassword: string | null;
}
