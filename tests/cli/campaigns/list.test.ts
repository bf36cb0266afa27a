import { expect, test } from 'vitest'
import { aPerson } from '../../support/daemon/command-line.ts'
import { aStandIn } from '../../support/daemon/stand-in.ts'

/** The program at a server that records its calls. */
async function anAsker(
  answer: (path: string) => { readonly status?: number; readonly body: unknown },
) {
  const { url, seen } = await aStandIn(({ path }) => answer(path))
  const person = await aPerson()
  const environment = { DISPARO_URL: url, DISPARO_APIKEY: 'chave' }
  return {
    run: (args: readonly string[]) => person.run(args, { environment }),
    paths: () => seen.map(({ path }) => decodeURIComponent(path)),
  }
}

test('the server alone looks for the campaigns of a status, however long the history is', async () => {
  const { run, paths } = await anAsker(() => ({ body: [] }))
  const listed = await run([
    'campaigns',
    'list',
    '--status',
    'done,paused',
    '--limit',
    '5',
    '--json',
  ])
  expect(listed).toMatchObject({ code: 0, stdout: '[]\n' })
  expect(paths()).toEqual(['/api/campaigns?limit=5&status=Concluída,Pausada'])
})
