import type { ReportMgmtOperations, ReportMgmtSchemas } from '@cairn/contracts';
import { auditContext } from '@cairn/service';
import type { Actor, Call, Handlers } from '@cairn/service';
import { chooseAction } from './choose-action.ts';
import { toDetailsBody, toRunBody, toSummaryBody } from './mapper.ts';
import type { RunNow } from './run-now.ts';
import type { ScheduleService } from './service.ts';
import type { ScheduleForm } from './types.ts';

type Operation =
  'scheduleAction' | 'listSchedules' | 'previewSchedule' | 'getSchedule' | 'pauseSchedule' | 'resumeSchedule';
type ActionResult = ReportMgmtSchemas['ScheduleActionResult'];

interface ScheduleRoutesDeps {
  schedules: ScheduleService;
  runNow: RunNow;
}

export function scheduleRoutes({
  schedules,
  runNow,
}: ScheduleRoutesDeps): Handlers<ReportMgmtOperations, Operation> {
  const actions = {
    async create(form: ScheduleForm, actor: Actor, call: Call): Promise<ActionResult> {
      const id = await schedules.create(actor, form, auditContext(actor, call));
      return { success: true, message: 'Created the schedule.', id };
    },
    async update(form: ScheduleForm, actor: Actor, call: Call): Promise<ActionResult> {
      await schedules.update(actor, form, auditContext(actor, call));
      return { success: true, message: 'Saved the schedule.' };
    },
    async delete(form: ScheduleForm, actor: Actor, call: Call): Promise<ActionResult> {
      await schedules.remove(form, auditContext(actor, call));
      return { success: true, message: 'Deleted the schedule. Its runs stay in the history.' };
    },
    run_now: (form: ScheduleForm, actor: Actor, call: Call): Promise<ActionResult> =>
      runNow(form, actor, call),
  };

  return {
    scheduleAction({ body }, actor, call) {
      const form = toForm(body);
      return actions[chooseAction(form)](form, actor, call);
    },

    async listSchedules({ query: { report, cursor, limit = 200, ...filter } }) {
      const before = cursor === undefined ? undefined : Number(cursor);
      const page = await schedules.list({ ...filter, reportKey: report?.toLowerCase(), limit, before });
      return {
        schedules: page.schedules.map(toSummaryBody),
        total: page.total,
        next_cursor: page.next === null ? null : String(page.next),
      };
    },

    async previewSchedule({ body }) {
      const { sentence, runs, errors } = await schedules.preview(toForm(body));
      return { sentence, next_runs: runs.map(toRunBody), errors };
    },

    async getSchedule({ path }) {
      const listed = await schedules.get(path.id);
      return toDetailsBody(listed, schedules.runsAhead(listed.schedule));
    },

    pauseSchedule: async ({ path }, actor, call) =>
      toSummaryBody(await schedules.pause(path.id, auditContext(actor, call))),

    resumeSchedule: async ({ path }, actor, call) =>
      toSummaryBody(await schedules.resume(path.id, auditContext(actor, call))),
  };
}

/** JSON may have numbers and booleans where a form has text. */
function toForm(body: ReportMgmtSchemas['ScheduleForm']): ScheduleForm {
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, String(value)]));
}
