/** A layer of an uploaded file. */
export interface SourceLayer {
  name: string;
  featureCount: number | null;
  geometryType: string | null;
  srid: number | null;
}

/** A file that somebody sent for an import into one database; only they may import it, and only there. */
export interface Upload {
  id: string;
  databaseId: number;
  userId: number | null;
  /** As its sender called it. */
  filename: string;
  sourcePath: string;
  size: number;
  layers: SourceLayer[];
}
