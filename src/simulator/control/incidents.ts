import type { WorldPreset } from '../world/presets.ts'
import { createRandom } from '../world/random.ts'
import type { SimulatorControl } from './control.ts'

/** Lets a world's incidents happen until it is stopped. */
export function playIncidents(options: {
  incidents: WorldPreset['incidents']
  /** How many times further apart than usual they are. */
  gap: number
  control: SimulatorControl
  seed: number
  failed: (error: unknown) => void
}): { stop(): void } {
  const { control, gap, seed, failed } = options
  const timers = new Set<NodeJS.Timeout>()
  for (const [index, incident] of options.incidents.entries()) {
    const random = createRandom(seed, `incident ${index}`)
    const wait = () => {
      const timer = setTimeout(happen, 2 * random() * gap * incident.everyMs)
      timer.unref()
      timers.add(timer)
      function happen() {
        timers.delete(timer)
        incident.happen(control, random).catch(failed)
        wait()
      }
    }
    wait()
  }
  return {
    stop() {
      for (const timer of timers) clearTimeout(timer)
      timers.clear()
    },
  }
}
