import type { ReportServerOperations } from '@cairn/contracts';
import type { Handlers } from '@cairn/service';
import type { HandoffService } from './service.ts';

export function handoffRoutes({
  handoffs,
}: {
  handoffs: HandoffService;
}): Handlers<ReportServerOperations, 'handOff'> {
  return {
    async handOff({ body }, actor) {
      const { template, source, warnings } = await handoffs.handOff(actor, body);
      return { template: { ...template }, source, warnings };
    },
  };
}
