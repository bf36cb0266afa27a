import { toSendWindowWire } from '#contract/campaigns/send-window.ts'
import { longestSeconds, type PacePlan } from '../../../parts/pace/pace-plan.ts'
import { readSeconds } from '../../../parts/pace/read-seconds.ts'

/** What is typed, as the body of the call; whether it makes sense is for the schema to say. */
export function defaultsBody({
  interval,
  hasOptOutFooter,
  ...plan
}: PacePlan & { readonly interval: string; readonly hasOptOutFooter: boolean }) {
  return {
    delay: readSeconds(interval),
    delay_max: longestSeconds(plan),
    janelas: plan.windows.map(toSendWindowWire),
    fuso: plan.timeZone,
    rodape_saida: hasOptOutFooter,
  }
}
