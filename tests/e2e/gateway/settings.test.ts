import { expect, test } from 'vitest'
import { linkedDevice } from '../../support/daemon/linked-device.ts'
import { residentStand } from '../../support/daemon/shared.ts'
import { registerUser, until } from '../../support/daemon/user.ts'

const resident = residentStand()

const OWN = '5561988887011'
const BRUNA = '5511970000401'
const GROUP = '120363000000000777@g.us'
const ALL = {
  ...{ rejectCall: true, msgCall: 'Não atendemos ligações: escreva.', groupsIgnore: true },
  ...{ alwaysOnline: true, readMessages: true, readStatus: true, syncFullHistory: false },
}
const NONE = {
  ...{ rejectCall: false, msgCall: '', groupsIgnore: false },
  ...{ alwaysOnline: false, readMessages: false, readStatus: false, syncFullHistory: false },
}

test('an instance behaves as its owner has set it, after a restart too, until it is set otherwise', async () => {
  const { control, user, told, presence, thread, restart } = await aSetInstance()
  await control.sendStanza(OWN, statusUpdate('3EB0STATUS1'))
  await until(told, (all) => all.includes('read 3EB0STATUS1'))
  await until(presence, (type) => type === 'available')

  const writes = (text: string, group?: string) =>
    control.sendInbound({ from: BRUNA, to: OWN, text, ...(group !== undefined && { group }) })
  await writes('do grupo', GROUP)
  const { messageId } = await writes('Oi')
  await until(told, (all) => all.includes(`read ${messageId}`))
  expect(await thread(GROUP)).toEqual([])

  await control.sendStanza(OWN, call('LIGACAO1'))
  await until(told, (all) => all.includes('call reject LIGACAO1'))
  await until(
    () => control.inbox(BRUNA),
    (inbox) => inbox.some(({ text }) => text === ALL.msgCall),
  )

  await restart()
  expect(await user().get('/gateway/settings/find/loja')).toEqual({ ...ALL, wavoipToken: '' })
  await until(presence, (type) => type === 'available')

  await user().post('/gateway/settings/set/loja', NONE)
  await until(presence, (type) => type === 'unavailable')
  const unread = await writes('de novo')
  await control.sendStanza(OWN, statusUpdate('3EB0STATUS2'))
  await control.sendStanza(OWN, call('LIGACAO2'))
  await writes('do grupo, agora', GROUP)
  await until(
    () => thread(GROUP),
    (messages) => messages.includes('do grupo, agora'),
  )
  expect(await told()).not.toContain(`read ${unread.messageId}`)
  expect(await told()).not.toContain('read 3EB0STATUS2')
  expect(await told()).not.toContain('call reject LIGACAO2')

  async function aSetInstance() {
    const stand = resident()
    let user = await registerUser(stand.daemon.url())
    const body = { instanceName: 'loja', integration: 'WHATSAPP-BAILEYS', qrcode: true, ...ALL }
    const created = await user.post<{ settings: object }>('/gateway/instance/create', body)
    expect(created.settings).toEqual({ ...ALL, wavoipToken: '' })
    const { code = '' } = await until(
      () => user.get<{ code?: string }>('/gateway/instance/connect/loja'),
      (shown) => shown.code !== undefined,
    )
    await stand.control.scan({ qr: code, phone: OWN, name: 'Loja' })
    await user.waitForStatus('loja', 'connected')
    const device = () => linkedDevice(stand.control, OWN)
    return {
      control: stand.control,
      user: () => user,
      told: async () => (await device())?.told.map(({ what, about }) => `${what} ${about}`) ?? [],
      presence: async () => (await device())?.presences.at(-1)?.type,
      thread: async (jid: string) => {
        const path = `/api/webhook-messages?instance=loja&remote_jid=${encodeURIComponent(jid)}`
        const messages = await user.get<{ message_content: string }[]>(path)
        return messages.map(({ message_content }) => message_content)
      },
      restart: async () => {
        await stand.daemon.stop()
        await stand.daemon.restart()
        user = user.at(stand.daemon.url())
        await user.waitForStatus('loja', 'connected')
      },
    }
  }
})

function statusUpdate(id: string) {
  const author = `${BRUNA}@s.whatsapp.net`
  const attrs = { id, from: 'status@broadcast', participant: author, type: 'text', t: '1795256612' }
  return { tag: 'message', attrs }
}

function call(id: string) {
  const from = `${BRUNA}@s.whatsapp.net`
  const offer = { tag: 'offer', attrs: { 'call-id': id, 'call-creator': from } }
  return { tag: 'call', attrs: { id: `c-${id}`, from, t: '1795256612' }, content: [offer] }
}
