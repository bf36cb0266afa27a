import { Hono } from 'hono'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../../../src/config.ts'
import { api } from '../../../src/contract/api/calls.ts'
import { createDaemonAccounts } from '../../../src/daemon/accounts.ts'
import { clock } from '../../../src/daemon/clock.ts'
import { createAccountEngines } from '../../../src/daemon/cluster/account-engines.ts'
import { createVitals } from '../../../src/daemon/process/vitals.ts'
import { createMessengerBranches } from '../../../src/domain/cluster/messenger-branches.ts'
import { createLoginTurns } from '../../../src/domain/devices/login-turns.ts'
import type { Env } from '../../../src/http/requests/client.ts'
import type { SchedulerNeeds } from '../../../src/jobs/scheduler.ts'
import { playScheduler } from '../../support/domain/played-scheduler.ts'
import { createRecordedMessenger } from '../../support/domain/recorded-messenger.ts'
import { asJson } from '../../support/http/app.ts'
import { aPromise } from '../../support/promise.ts'
import { aDataFolder } from '../../support/storage/data-folder.ts'
import { aNodeOver } from '../../support/storage/nodes.ts'
import { dropDatabasesAfterwards } from '../../support/storage/postgres.ts'

dropDatabasesAfterwards()

/** The engine of an account at its home, and a way to call it. */
async function anEngine({ stopJobs }: { readonly stopJobs?: () => Promise<void> } = {}) {
  const node = await aNodeOver(await aDataFolder())
  const config = readConfig({}, { dataDir: await aDataFolder() })
  const accounts = await createDaemonAccounts(config, node.front)
  const ana = { name: 'Ana', email: 'ana@example.com', password: 'uma boa senha' }
  const { user, token } = await accounts.register(ana)
  const vitals = createVitals(config, {
    ...{ storage: node.front, clientVersions: { wanted: () => null }, engines: () => [] },
  })
  onTestFinished(vitals.metrics.close)
  const start = createAccountEngines(config, {
    ...{ ...vitals, database: node.database, shared: node.front },
    messengers: createMessengerBranches({
      create: createRecordedMessenger().create,
      after: clock.after,
    }),
    schedulers: {
      branch: (needs: Pick<SchedulerNeeds, 'onSlot' | 'onDue'>) => ({
        ...playScheduler(clock)(needs),
        ...(stopJobs && { stop: stopJobs }),
      }),
    },
    loginTurns: createLoginTurns({ loginsPerSecond: 1, clock }),
    publicUrl: () => 'http://localhost',
    nodeName: 'one',
    log: pino({ level: 'silent' }),
  })
  const engine = await start(user.id, await node.take(user.id))
  const app = new Hono<Env>()
  app.get('/api/events', (c) => engine.answer(api.events, c))
  app.post('/api/contacts', (c) => engine.answer(api.createContactList, c))
  const call = (path: string, { headers = {}, ...init }: RequestInit = {}) =>
    app.request(path, { ...init, headers: { ...headers, authorization: `Bearer ${token}` } })
  return { engine, call }
}

test('an account is not let go before the calls under way are answered', async () => {
  const { engine, call } = await anEngine()
  const { promise: rest, keep: sendRest } = aPromise()
  const { body, ...given } = asJson({
    name: 'Turma A',
    contatos: [{ name: 'Bia', phone: '61999990001' }],
  })
  const slow = new ReadableStream({
    async pull(controller) {
      await rest
      controller.enqueue(new TextEncoder().encode(body))
      controller.close()
    },
  })
  const sending = { ...given, body: slow, duplex: 'half' } as const
  const answered = call('/api/contacts', sending)
  await new Promise(setImmediate)
  let isClosed = false
  const closed = engine.close().then(() => {
    isClosed = true
  })
  expect((await call('/api/contacts', given)).status).toBe(421)
  // Meanwhile an engine without calls closes, though it began later.
  await (await anEngine()).engine.close()
  expect(isClosed).toBe(false)
  sendRest()
  expect((await answered).status).toBe(201)
  await closed
})

test('an account that is lost ends its streams of events at once, whatever else takes its time', async () => {
  const { engine, call } = await anEngine({ stopJobs: () => new Promise(() => undefined) })
  const stream = (await call('/api/events')).text()
  void engine.abandon()
  expect(await stream).toContain('retry:')
  expect((await call('/api/events')).status).toBe(421)
})
