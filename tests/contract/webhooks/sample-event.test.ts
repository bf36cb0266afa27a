import { expect, test } from 'vitest'
import { CampaignEventName } from '../../../src/contract/webhooks/campaign-event.ts'
import { eventDataSchemas } from '../../../src/contract/webhooks/campaign-event-body.ts'
import { TEST_EVENT } from '../../../src/contract/webhooks/campaign-event-names.ts'
import { sampleData } from '../../../src/contract/webhooks/sample-event.ts'

test.each([...CampaignEventName.options, TEST_EVENT] as const)(
  'the sample of %s has just the fields that the real event has',
  (event) => {
    const sample = sampleData(event, '2026-01-15T12:00:00.000Z')
    const parsed = eventDataSchemas[event].parse(sample)
    const names = (value: unknown) => Object.keys(Object(value)).length
    expect(names(parsed)).toBe(names(sample))
    expect(JSON.stringify(sample)).not.toContain('undefined')
  },
)
