import { createHours } from './hours.ts'
import { after, onCommand, post } from './job-port.ts'

/** The job that keeps the hours of all scheduled campaigns, and posts a message when one comes. */

const hours = createHours({
  now: Date.now,
  after,
  onDue: (campaignId, atMs) => post({ type: 'due', campaignId, atMs }),
})

onCommand(hours.handle)
