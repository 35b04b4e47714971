/** The fields of a report; their names are those of the form that the server reads. */
export type ReportFields = {
  name: string;
  title: string;
  description: string;
  datasource: string;
  format: string;
  /** JSON; empty: made from the template. */
  definition: string;
  template: File | null;
  thumbnail: File | null;
};
