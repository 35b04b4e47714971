/** All definitions, and each with its details. */
export const definitionsKey = ['definitions'] as const;

/** All schedules, and each with its form. */
export const schedulesKey = ['schedules'] as const;

/** Lists of runs, and each with its mails. */
export const executionsKey = ['executions'] as const;

/** Recipients, and each with its last mails. */
export const recipientsKey = ['recipients'] as const;

/** Mail templates, and each. */
export const emailTemplatesKey = ['email-templates'] as const;
