import { parentPort, workerData } from 'node:worker_threads'
import { z } from 'zod'
import { createSimulator } from './simulator.ts'
import { BehaviourFields } from './world/behaviour.ts'
import { worldNames } from './world/presets.ts'

/** The simulator in a thread of its own: it starts with what `startSimulatorThread` hands over. */
const ThreadOptions = z.strictObject({
  world: z.enum(worldNames).exactOptional(),
  worldSeed: z.int().exactOptional(),
  incidentGap: z.number().exactOptional(),
  port: z.int().exactOptional(),
  controlPort: z.int().exactOptional(),
  mediaPort: z.int().exactOptional(),
  stateDir: z.string().exactOptional(),
  latencyMs: z.int().exactOptional(),
  defaults: BehaviourFields.exactOptional(),
  mediaBytes: z.int().exactOptional(),
})

/** What fails here ends the thread. */
void createSimulator(ThreadOptions.parse(workerData)).then(({ control, close, ...addresses }) => {
  parentPort?.on('message', async () => {
    await close()
    parentPort?.close()
  })
  parentPort?.postMessage(addresses)
})
