/** A saved connection to a map server, without its password. */
export interface MapServer {
  id: number;
  name: string;
  /** Of the web application, without a slash at the end. */
  url: string;
  username: string;
  /** Empty: without a default. */
  defaultWorkspace: string;
  enabled: boolean;
  verifySsl: boolean;
  createdAt: Date;
}

export type MapServerInput = Omit<MapServer, 'id' | 'createdAt'> & {
  /** Empty to keep the saved one. */
  password: string;
};
