import { expect, test } from 'vitest'
import { onceEach } from '../../web/once-each.ts'

test('makes something of each object once, also where that is nothing', () => {
  const made: string[] = []
  const lengthOf = onceEach(({ name }: { readonly name: string }) => {
    made.push(name)
    return name === '' ? undefined : name.length
  })
  const ana = { name: 'Ana' }
  const nobody = { name: '' }
  expect([ana, nobody, ana, nobody].map(lengthOf)).toEqual([3, undefined, 3, undefined])
  expect(made).toEqual(['Ana', ''])
  expect(lengthOf({ name: 'Bia Lima' })).toBe(8)
})
