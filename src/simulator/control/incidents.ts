import type { WorldPreset } from '../world/presets.ts'
import { createRandom } from '../world/random.ts'
import type { SimulatorControl } from './control.ts'

/** Lets a world's incidents happen until it is stopped. */
export function playIncidents(options: {
  incidents: WorldPreset['incidents']
  control: SimulatorControl
  seed: number
  failed: (error: unknown) => void
}): { stop(): void } {
  const { control, seed, failed } = options
  const timers = new Set<NodeJS.Timeout>()
  for (const [index, incident] of options.incidents.entries()) {
    const random = createRandom(seed, `incident ${index}`)
    const wait = () => {
      const timer = setTimeout(happen, 2 * random() * incident.everyMs)
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
