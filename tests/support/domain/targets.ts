import { PrivateTargets } from '../../../src/contract/private-targets.ts'
import { createTargets } from '../../../src/remote/targets.ts'

/** What a daemon may reach with this for DISPARO_PRIVATE_TARGETS; without it, public addresses. */
export function publicTargets(allowed?: string) {
  return createTargets(PrivateTargets.parse(allowed), () => 'https://disparo.example')
}
