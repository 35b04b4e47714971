import { toAppError } from '@cairn/db';
import type { Actor, AuditContext } from '@cairn/service';
import type { Db } from '../../db/schema.ts';
import { recordAudit } from '../audit/repo.ts';
import { CONSTRAINTS, noMoreRuns, noSuchSchedule, scheduleStale } from './errors.ts';
import { createFormReader } from './check-form.ts';
import type { FormDeps } from './check-form.ts';
import { describeNextRuns, describeRule } from './describe-rule.ts';
import type { DescribedRun } from './describe-rule.ts';
import { listSchedules } from './list-repo.ts';
import type { ScheduleFilter } from './list-repo.ts';
import { nextRun } from './next-run.ts';
import { readId } from './read-schedule.ts';
import {
  deleteSchedule,
  findSchedule,
  insertSchedule,
  lockSchedule,
  setEnabled,
  updateSchedule,
} from './repo.ts';
import { listRecentRuns, listRecipientResults } from './run-repo.ts';
import type { ListedSchedule, RunSummary, Schedule, ScheduleFields, ScheduleForm } from './types.ts';
import { MINUTE } from './wall-clock.ts';

/** Runs that people see ahead. */
const SHOWN_RUNS = 5;

export interface ScheduleDeps extends FormDeps {
  db: Db;
}

export type ScheduleService = ReturnType<typeof createScheduleService>;

export interface ListedRuns extends RunSummary {
  schedule: ListedSchedule;
}

/** Schedules, as administrators write and read them. */
export function createScheduleService(deps: ScheduleDeps) {
  const { db, now } = deps;
  const { read, readComplete } = createFormReader(deps);

  function planOf(actor: Actor, fields: ScheduleFields, stored: Schedule | null) {
    const lastSlot = pastSlotOf(stored, now());
    return {
      ...ownerOf(actor),
      lastSlot,
      nextRunAt: fields.enabled ? firstRunOf(fields, lastSlot, now()) : null,
    };
  }

  /** Pauses or resumes, unless it is so already. */
  async function switchTo(enabled: boolean, id: number, cause: AuditContext): Promise<ListedRuns> {
    await db.transaction().execute(async (trx) => {
      const schedule = await lockSchedule(trx, id);
      if (!schedule) throw noSuchSchedule(id);
      if (schedule.enabled === enabled) return;
      const lastSlot = pastSlotOf(schedule, now());
      const nextRunAt = enabled ? firstRunOf(schedule, lastSlot, now()) : null;
      if (enabled && !nextRunAt) throw noMoreRuns();
      await setEnabled(trx, id, { enabled, nextRunAt, lastSlot });
      const event = enabled ? 'schedule.resumed' : 'schedule.paused';
      await recordAudit(trx, { event, cause, objectId: id, subject: schedule.reportKey, details: {} });
    });
    return get(id);
  }

  async function get(id: number): Promise<ListedRuns> {
    const schedule = await findSchedule(db, id);
    if (!schedule) throw noSuchSchedule(id);
    const [listed] = await withRuns([schedule]);
    return listed!;
  }

  async function withRuns(schedules: ListedSchedule[]): Promise<ListedRuns[]> {
    const ids = schedules.map(({ id }) => id);
    const runs = Map.groupBy(await listRecentRuns(db, ids), ({ scheduleId }) => scheduleId);
    const results = Map.groupBy(await listRecipientResults(db, ids), ({ scheduleId }) => scheduleId);
    return schedules.map((schedule) => ({
      schedule,
      runs: runs.get(schedule.id) ?? [],
      recipients: results.get(schedule.id) ?? [],
    }));
  }

  return {
    async list(
      filter: ScheduleFilter,
    ): Promise<{ schedules: ListedRuns[]; total: number; next: number | null }> {
      const { schedules, ...page } = await listSchedules(db, filter);
      return { ...page, schedules: await withRuns(schedules) };
    },

    get,

    /** What a form means, whether or not it could be saved. */
    async preview(form: ScheduleForm) {
      const { fields, errors } = await read(form, null);
      const { rule, timeZone } = fields;
      if (!rule || !timeZone) return { sentence: null, runs: [], errors };
      const runs = describeNextRuns({ rule, timeZone, after: now() }, SHOWN_RUNS);
      return { sentence: describeRule(rule, timeZone), runs, errors };
    },

    /** The next runs; those that it would have, while it is paused. */
    runsAhead({ rule, timeZone, lastSlot, nextRunAt }: Schedule): DescribedRun[] {
      const request = nextRunAt
        ? { after: new Date(nextRunAt.getTime() - 1), lastSlot: slotBefore(nextRunAt, { rule, lastSlot }) }
        : { after: now(), lastSlot };
      return describeNextRuns({ rule, timeZone, ...request }, SHOWN_RUNS);
    },

    /** Returns the id. */
    async create(actor: Actor, form: ScheduleForm, cause: AuditContext): Promise<number> {
      const fields = await readComplete(form, null);
      return write(async (trx) => {
        const id = await insertSchedule(trx, fields, planOf(actor, fields, null));
        await recordAudit(trx, { event: 'schedule.created', cause, ...subjectOf(id, fields) });
        return id;
      });
    },

    /** Replaces what a form says. The person who saves it becomes the owner, so nobody's rights serve what another person wrote. */
    async update(actor: Actor, form: ScheduleForm, cause: AuditContext): Promise<void> {
      const id = readId(form.id);
      const stored = await findSchedule(db, id);
      if (!stored) throw noSuchSchedule(id);
      if (form.revision && form.revision !== String(stored.revision)) throw scheduleStale();
      const fields = await readComplete(form, stored);
      await write(async (trx) => {
        const current = await lockSchedule(trx, id);
        if (current?.revision !== stored.revision) throw scheduleStale();
        await updateSchedule(trx, id, { fields, plan: planOf(actor, fields, current) });
        await recordAudit(trx, { event: 'schedule.changed', cause, ...subjectOf(id, fields, current.owner) });
      });
    },

    async remove(form: ScheduleForm, cause: AuditContext): Promise<void> {
      const id = readId(form.id);
      await db.transaction().execute(async (trx) => {
        const deleted = await deleteSchedule(trx, id);
        if (!deleted) throw noSuchSchedule(id);
        const subject = deleted.reportKey;
        await recordAudit(trx, { event: 'schedule.deleted', cause, objectId: id, subject, details: {} });
      });
    },

    pause: (id: number, cause: AuditContext) => switchTo(false, id, cause),
    resume: (id: number, cause: AuditContext) => switchTo(true, id, cause),
  };

  async function write<T>(change: (trx: Db) => Promise<T>): Promise<T> {
    return db
      .transaction()
      .execute(change)
      .catch((error: unknown) => Promise.reject(toAppError(error, CONSTRAINTS)));
  }
}

/** `repeat_minutes` counts from it: a schedule that never ran has its first run where its next one was set. */
function slotBefore(nextRunAt: Date, { rule, lastSlot }: Pick<Schedule, 'rule' | 'lastSlot'>): Date | null {
  return rule.mode === 'repeat_minutes' ? new Date(nextRunAt.getTime() - rule.minutes * MINUTE) : lastSlot;
}

/** A slot in the future was claimed while the clock was wrong, and would hold up all until then. Its execution stays unique. */
function pastSlotOf(stored: Schedule | null, now: Date): Date | null {
  const slot = stored?.lastSlot ?? null;
  return slot && slot <= now ? slot : null;
}

function firstRunOf(
  { rule, timeZone }: Pick<Schedule, 'rule' | 'timeZone'>,
  lastSlot: Date | null,
  now: Date,
): Date | null {
  return nextRun({ rule, timeZone, after: now, lastSlot });
}

function subjectOf(id: number, { reportKey, rule, recipients }: ScheduleFields, formerOwner?: string) {
  const details = {
    mode: rule.mode,
    recipients: recipients.length,
    ...(formerOwner === undefined ? {} : { former_owner: formerOwner }),
  };
  return { objectId: id, subject: reportKey, details };
}

/** The contract lets only administrators in, who are users. */
function ownerOf({ id, username }: Actor): { ownerId: number; owner: string } {
  if (id === null || username === null) throw new Error('A schedule needs a user as its owner.');
  return { ownerId: id, owner: username };
}
