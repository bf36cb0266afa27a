import { expect, test } from 'vitest'
import { CampaignFile } from '../../../src/storage/collections/records.ts'
import { aCampaign } from '../../support/domain/builders.ts'

/** A record of a version that did not tell kinds of errors apart. */
function anOlderRecord(fields: { readonly errorCount: number }) {
  const record = { ...aCampaign(), ...fields, isSettled: true, startTries: 0 }
  const { retryableCount: _, endedCount: __, ...older } = record
  return older
}

test('a record with errors of unknown kinds is counted anew from its ledger', () => {
  expect(CampaignFile.parse(anOlderRecord({ errorCount: 2 })).isSettled).toBe(false)
  expect(CampaignFile.parse(anOlderRecord({ errorCount: 0 }))).toMatchObject({
    ...{ isSettled: true, retryableCount: 0, endedCount: 0 },
  })
  const counted = { ...anOlderRecord({ errorCount: 2 }), retryableCount: 1, endedCount: 0 }
  expect(CampaignFile.parse(counted)).toMatchObject({ isSettled: true, retryableCount: 1 })
})
