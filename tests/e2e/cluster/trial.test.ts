import { expect, test } from 'vitest'
import { readCluster } from '../../../src/daemon/nodes.ts'
import { startTrial } from '../../cluster/trial.ts'
import { registerUser, type User } from '../../support/daemon/user.ts'

test('the cluster that is there to be tried answers at each address that it tells, and says who holds a device', async () => {
  const printed: string[] = []
  const trial = await startTrial({ print: (text) => printed.push(text) })
  try {
    const [first = ''] = trial.urls
    const names = ['no-1', 'no-2', 'no-3']
    const user = await registerUser(first)
    await user.post('/api/whatsapp/connect', { deviceId: '5561999990000' })
    const asked = trial.urls.map((url) => user.at(url))
    expect(asked).toHaveLength(3)
    const [holder, ...others] = await holdersAmong(asked)
    expect(others).toEqual([])
    expect(await takenAmong(asked)).toBe(1)
    const { nodes, homes } = await readCluster(databaseOf(printed))
    expect(nodes.map(({ id }) => id.replace(/-[0-9a-f]{12}$/, '')).sort()).toEqual(names)
    expect(homes).toMatchObject([{ nodeId: expect.stringMatching(`^${holder}-`) }])
    for (const at of asked) {
      expect(printed.join('\n')).toContain(at.url)
      expect(await at.get('/auth/me')).toMatchObject({ user: { id: user.id } })
      expect(await at.get('/api/whatsapp/devices')).toMatchObject({ devices: [{ node: holder }] })
    }
  } finally {
    await trial.close()
  }
  for (const url of trial.urls) await expect(fetch(`${url}/health`)).rejects.toThrow()
})

function databaseOf(printed: readonly string[]): string {
  return /postgres\S+/.exec(printed.join('\n'))?.[0] ?? ''
}

/** The names of the nodes that have an account. */
async function holdersAmong(asked: readonly User[]): Promise<readonly string[]> {
  const told = await Promise.all(
    asked.map((at) => at.get<{ cluster: { node: string; homes: number } }>('/health')),
  )
  return told.filter(({ cluster }) => cluster.homes > 0).map(({ cluster }) => cluster.node)
}

/** How many accounts nodes have taken, by their own counts. */
async function takenAmong(asked: readonly User[]): Promise<number> {
  const texts = await Promise.all(asked.map(async (at) => (await at.raw('/metrics')).text()))
  const taken = /^disparo_account_moves_total\{kind="taken"\} (\d+)$/m
  return texts.reduce((sum, text) => sum + Number(taken.exec(text)?.[1]), 0)
}
