import { expect, test } from 'vitest'
import { startTrial } from '../../cluster/trial.ts'
import { registerUser } from '../../support/daemon/user.ts'

test('the cluster that is there to be tried tells its addresses, and answers at each of them', async () => {
  const printed: string[] = []
  const trial = await startTrial({ print: (text) => printed.push(text) })
  try {
    const [first = '', ...others] = trial.urls
    const user = await registerUser(first)
    for (const url of others) {
      expect(await user.at(url).get('/auth/me')).toMatchObject({ user: { id: user.id } })
    }
    expect(others).toHaveLength(2)
    for (const url of trial.urls) expect(printed.join('\n')).toContain(url)
  } finally {
    await trial.close()
  }
  for (const url of trial.urls) await expect(fetch(`${url}/health`)).rejects.toThrow()
})
