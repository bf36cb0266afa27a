import { expect, onTestFinished, test, vi } from 'vitest'
import type { ListRow } from '../../../../../../src/contract/contacts/list-rows.ts'
import { copyRange } from '../../../../../../web/screens/contacts/list/range/copy-range.ts'

const ana: ListRow = { name: 'Ana', phone: '5561900000000' }
const bia: ListRow = { name: 'Bia', phone: '5561900000001' }

/**
 * Cuts two names, of which one is read only then; not every browser takes a text that comes later.
 */
async function cutBoth(clipboard: object | undefined) {
  vi.stubGlobal('navigator', { clipboard })
  onTestFinished(() => void vi.unstubAllGlobals())
  let read: (rows: readonly ListRow[]) => void = () => undefined
  const calls: string[] = []
  copyRange(
    { top: 0, bottom: 1, left: 0, right: 0 },
    {
      rows: [ana, undefined],
      columns: [{ kind: 'name' }, { kind: 'phone' }],
      nowOf: (row) => row,
      readRows: () => new Promise((resolve) => (read = resolve)),
      put: (text) => calls.push(`put ${text}`),
      onCut: () => calls.push('cut'),
    },
  )
  expect(calls).toEqual([])
  read([ana, bia])
  await new Promise((resolve) => setTimeout(resolve))
  return calls
}

test('cells that were read later are cut once the browser has taken their text', async () => {
  const written: string[] = []
  expect(await cutBoth({ writeText: async (text: string) => written.push(text) })).toEqual(['cut'])
  expect(written).toEqual(['Ana\nBia'])
})

test('cells whose text the browser does not take later are not cut', async () => {
  expect(await cutBoth(undefined)).toEqual([])
  const refuse = () => Promise.reject(new DOMException('not now', 'NotAllowedError'))
  expect(await cutBoth({ writeText: refuse })).toEqual([])
})
