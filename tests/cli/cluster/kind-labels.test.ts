import { expect, test } from 'vitest'
import { kindLabel } from '../../../src/cli/cluster/kind-labels.ts'
import { openFolderPortables } from '../../../src/daemon/transfer/folder-portables.ts'
import { movesBetween } from '../../../src/daemon/transfer/portables.ts'
import { aDataFolder } from '../../support/storage/data-folder.ts'

test('everything that is moved has a name for its owner', async () => {
  const portables = await openFolderPortables({
    ...{ dir: await aDataFolder(), nowMs: 0 },
    onDamage: () => undefined,
    onLeft: () => undefined,
  })
  const moves = await movesBetween(portables, portables)
  await portables.close()
  const unnamed = moves.map(({ kind }) => kind).filter((kind) => kindLabel(kind) === kind)
  expect(unnamed).toEqual([])
})
