import { PrivateTargets } from '../../../src/contract/private-targets.ts'
import { createTargets } from '../../../src/remote/targets.ts'

/**
 * The addresses that a daemon may reach with this DISPARO_PRIVATE_TARGETS; without it, public ones.
 */
export function publicTargets(allowed?: string) {
  return createTargets(PrivateTargets.parse(allowed), () => 'https://disparo.example')
}
