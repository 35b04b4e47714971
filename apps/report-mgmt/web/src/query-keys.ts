/** All definitions, and each with its details. */
export const definitionsKey = ['definitions'] as const;
/** Runs of reports. */
export const executionsKey = ['executions'] as const;
export const schedulesKey = ['schedules'] as const;
