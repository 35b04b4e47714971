/** A layer of an uploaded file. */
export interface SourceLayer {
  name: string;
  featureCount: number | null;
  geometryType: string | null;
  srid: number | null;
}

/** A file that a user sent to import it into a database; only they may import it, and only there. */
export interface Upload {
  id: string;
  databaseId: number;
  userId: number | null;
  /** The name that the sender gave it. */
  filename: string;
  sourcePath: string;
  size: number;
  layers: SourceLayer[];
}

/** The table into which a layer is imported. */
export interface TargetTable {
  schema: string;
  table: string;
}
