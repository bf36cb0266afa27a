import { createHours } from './hours.ts'
import { after, onCommand, tell } from './job-port.ts'

/** The job that keeps the hours of all scheduled campaigns, and tells each as it comes. */

const hours = createHours({
  now: Date.now,
  after,
  tellDue: (campaignId, atMs) => tell({ type: 'due', campaignId, atMs }),
})

onCommand(hours.handle)
