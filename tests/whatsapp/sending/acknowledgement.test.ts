import { expect, test } from 'vitest'
import { readAck } from '../../../src/whatsapp/sending/acknowledgement.ts'

test.each([undefined, '', 'soon', '1e30'])('an acknowledgement of the time %o is of now', (t) => {
  const before = Date.now()
  const attrs = { id: '3EB0', ...(t !== undefined && { t }) }

  const { at } = readAck({ tag: 'ack', attrs })

  expect(Date.parse(at)).toBeGreaterThanOrEqual(before)
})
