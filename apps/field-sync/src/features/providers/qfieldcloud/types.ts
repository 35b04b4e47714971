/** Bodies of QFieldCloud, as far as they are used; all of them come from outside and may lack anything. */
export interface QfcProject {
  id: string;
  name: string;
  owner: string;
  /** The watermark; null before the first file. */
  data_last_updated_at: string | null;
}

export interface QfcFile {
  name: string;
  size: number;
  sha256?: string;
  uploaded_at?: string;
  versions?: {
    version_id: string;
    size: number;
    sha256?: string;
    uploaded_at?: string;
    is_latest?: boolean;
  }[];
}

export interface QfcDelta {
  id: string;
  created_by?: string;
  created_at?: string;
  status: string;
  last_feedback?: unknown;
  content?: {
    method?: string;
    localLayerId?: string;
    sourceLayerId?: string;
    localPk?: string;
    sourcePk?: string;
  };
}
