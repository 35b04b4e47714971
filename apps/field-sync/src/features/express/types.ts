import type { DatabasePlace, ExpressStep } from '../../db/express-tables.ts';
import type { ServerFields } from '../servers/types.ts';

/** The login for a provider server, as someone entered it or as it is saved. */
export interface ProviderLogin extends Omit<ServerFields, 'name'> {
  /** Of a saved server; null for one that was entered. */
  serverId: number | null;
  /** As entered; null for a saved server. */
  password: string | null;
}

/** A project of a provider that is to be set up. */
export interface ProjectSource {
  login: ProviderLogin;
  /** The provider's own id. */
  projectId: string;
  /** Such as `workspace/name`. */
  label: string;
  geopackage: string;
}

/** What is set up for one project of one server. */
export interface ExpressSetup {
  id: number;
  uuid: string;
  /** `fs_<slug>_<6 hex>`: of database, login, link and project. */
  name: string;
  username: string;
  url: string;
  providerProject: string;
  geopackage: string;
}

export interface StepRow {
  step: ExpressStep;
  /** False for what was there already. */
  made: boolean;
  place: DatabasePlace | null;
  objectId: number | null;
  doneAt: Date | null;
}

/** Something that a set-up has made, or begun to make. */
export interface MadeThing {
  step: 'server' | 'database' | 'login' | 'pglink' | 'project';
  name: string;
}

export interface UnfinishedSetup extends ExpressSetup {
  made: MadeThing[];
}

/** How to sign in to a new database. */
export interface NewLogin {
  host: string;
  port: number;
  sslmode: string;
  database: string;
  username: string;
  password: string;
}

/** Where new databases come from, for one caller. All may be repeated after a failure. */
export interface NewDatabases {
  /** Where the next one would be made. @throws {AppError} when nothing can be made there */
  choosePlace(): Promise<DatabasePlace>;
  /** Whether database and login of this name are free, as far as that can be known. */
  isFree(name: string): Promise<boolean>;
  /** A database with PostGIS. Returns its id in database administration. */
  create(setup: ExpressSetup, place: DatabasePlace): Promise<number | null>;
  /** A login that may create tables there, each time with a new password. */
  login(setup: ExpressSetup, database: { place: DatabasePlace; objectId: number | null }): Promise<NewLogin>;
  /** Removes both. */
  drop(setup: ExpressSetup, place: DatabasePlace): Promise<void>;
}
