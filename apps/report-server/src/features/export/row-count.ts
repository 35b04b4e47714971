/** What a file has, once it is complete. */
export interface RowCount {
  rows: number;
  /** Whether there were more rows than the file may have. */
  truncated: boolean;
}
