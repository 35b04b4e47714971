/** An error that Flask's `abort` sends as application/problem+json. */
export class Refusal extends Error {
  readonly status: number;
  readonly fields: Record<string, unknown>;
  constructor(status: number, detail?: string, fields: Record<string, unknown> = {}) {
    super(detail ?? DETAILS[status] ?? '');
    this.status = status;
    this.fields = fields;
  }

  body(): Record<string, unknown> {
    if ('code' in this.fields)
      return { ...this.fields, detail: `${this.message} (${String(this.fields['code'])})` };
    return {
      detail: this.message,
      status: this.status,
      title: TITLES[this.status] ?? '',
      type: 'about:blank',
    };
  }
}

/** `auth_required` answers with a bare JSON string. */
export const NOT_SIGNED_IN = {
  status: 401,
  json: 'Authentication information is missing or invalid.',
} as const;

const TITLES: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  422: 'Unprocessable Entity',
  503: 'Service Unavailable',
};

const DETAILS: Record<number, string> = {
  404: 'The requested URL was not found on the server. If you entered the URL manually please check your spelling and try again.',
  405: 'The method is not allowed for the requested URL.',
  422: 'The request was well-formed but was unable to be followed due to semantic errors.',
};
