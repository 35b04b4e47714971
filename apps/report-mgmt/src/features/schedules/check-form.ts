import { invalidFields } from './errors.ts';
import { readSchedule } from './read-schedule.ts';
import type { FieldErrors, Schedule, ScheduleFields, ScheduleForm } from './types.ts';

export interface FormDeps {
  /** The current time. */
  now: () => Date;
  defaultTimeZone: string;
  /** Null where no report has this key, or its definition has problems. */
  findReport: (key: string) => Promise<{ datasource: string } | null>;
  /** Names of those that are known. */
  listDatasources: () => Promise<string[]>;
  /** Id of a mail template by its id or name; null for a missing one. */
  findTemplateId: (idOrName: string) => Promise<number | null>;
}

/** Reads forms and checks that what they name exists. */
export function createFormReader(deps: FormDeps) {
  /** Everything that a form says, with what could not be read or does not exist. */
  async function read(form: ScheduleForm, stored: Schedule | null) {
    const { defaultTimeZone } = deps;
    const { fields, errors } = readSchedule({ form, now: deps.now(), defaultTimeZone, stored });
    await checkNames(fields, errors);
    const templateId = await readTemplate(form, errors);
    return { fields: { ...fields, templateId }, errors };
  }

  async function checkNames({ reportKey, datasource }: Partial<ScheduleFields>, errors: FieldErrors) {
    const report = reportKey ? await deps.findReport(reportKey) : null;
    if (reportKey && !report)
      errors.report_name = `report_name names no report: ${reportKey}. Choose one from the list.`;
    // That of the report counts even where the report server has never been reached.
    if (!datasource || report?.datasource === datasource) return;
    if (!(await deps.listDatasources()).includes(datasource))
      errors.datasource_name = `datasource_name names no datasource: ${datasource}. Choose one from the list.`;
  }

  async function readTemplate(form: ScheduleForm, errors: FieldErrors): Promise<number | null> {
    const text = (form.email_template ?? form.email_tmpl)?.trim();
    if (!text || text === '0') return null;
    const id = await deps.findTemplateId(text);
    if (id === null)
      errors.email_template = 'email_template names no mail template. Choose one from the list.';
    return id;
  }

  /** @throws {AppError} bad_request with a sentence for each field that cannot be saved */
  async function readComplete(form: ScheduleForm, stored: Schedule | null): Promise<ScheduleFields> {
    const { fields, errors } = await read(form, stored);
    if (Object.keys(errors).length > 0) throw invalidFields(errors);
    return fields as ScheduleFields;
  }

  return { read, readComplete };
}
