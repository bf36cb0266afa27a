import { expect, test, vi } from 'vitest'
import { CampaignStatus } from '../../../src/contract/campaigns/campaign-status.ts'
import { phoneJid } from '../../../src/contract/jid.ts'
import { OptOutSource } from '../../../src/contract/optouts/opt-out.ts'
import { CampaignEventName } from '../../../src/contract/webhooks/campaign-event.ts'
import {
  eventDataSchemas,
  webhookEnvelope,
} from '../../../src/contract/webhooks/campaign-event-body.ts'
import { aStandIn } from '../../support/daemon/stand-in.ts'
import { aCampaign } from '../../support/domain/builders.ts'
import { keepDevice, runCampaign } from '../../support/domain/kept.ts'
import { ABSENT_PHONE } from '../../support/domain/played-whatsapp.ts'
import { expectSigned, SECRET } from '../../support/domain/standard-webhooks.ts'
import { eventually } from '../../support/eventually.ts'
import { anApp, asJson } from '../../support/http/app.ts'

const BRUNA = '5561999990001'

type Told = { readonly id: string; readonly type: string; readonly data: Record<string, unknown> }

/** A campaign to one phone with WhatsApp and one without; the owner's webhook wants all events. */
async function aToldCampaign() {
  const app = await anApp()
  const { parts, storage, clock, webhooks } = app
  const owner = await app.register()
  const { url, seen } = await aStandIn(() => ({ status: 200 }))
  const body = { url, eventos: CampaignEventName.options, segredo: SECRET }
  const hook: { id: string } = await (await owner.call('/api/webhooks', asJson(body))).json()
  const deviceId = await keepDevice(app, owner)
  const key = (await parts.devices.findKey(owner.id, deviceId)) ?? ''

  const told = (type: string) =>
    seen.map(({ text }): Told => JSON.parse(text)).filter((each) => each.type === type)
  const hears = (type: string, count = 1) =>
    eventually(() => {
      clock.advance(100)
      const all = told(type)
      return all.length >= count ? all : undefined
    })

  return { ...app, owner, hook, deviceId, key, seen, told, hears, begin, reply, switchTo, recover }

  async function begin(): Promise<string> {
    const [id, createdAt] = [crypto.randomUUID(), new Date(clock.now()).toISOString()]
    await storage.lists.create(owner.id, { id, name: 'Clientes', createdAt })
    const contacts = [BRUNA, ABSENT_PHONE].map((phone) => ({
      ...{ name: 'Bruna', phone, createdAt },
      origin: 'api' as const,
    }))
    await storage.lists.append(owner.id, id, { contacts, onDuplicate: 'keep' })
    const campaign = await parts.campaigns.create(
      { id: owner.id, instanceName: 'loja' },
      {
        ...{ name: 'Natal', text: 'Olá', deviceId, contactListId: id, intervalSeconds: 0 },
        status: CampaignStatus.scheduled,
      },
    )
    await eventually(async () => {
      clock.advance(100)
      const { status } = await parts.campaigns.get(owner.id, campaign.id)
      return status === CampaignStatus.doneWithErrors
    })
    return campaign.id
  }

  function reply(messageId: string, text: string) {
    return parts.campaignReplies.onInbound({
      type: 'inbound',
      key,
      message: {
        ...{ messageId, chatJid: phoneJid(BRUNA), lid: null, phone: BRUNA, pushName: '' },
        ...{ fromMe: false, text, kind: 'conversation', remoteJid: phoneJid(BRUNA) },
        ...{ participant: '', content: {}, media: null },
        sentAt: new Date(clock.now()).toISOString(),
      },
    })
  }

  function switchTo(ativo: boolean) {
    return owner.call(`/api/webhooks/${hook.id}`, asJson({ ativo }, 'PATCH'))
  }

  function recover() {
    return webhooks.campaignChanges.recover(clock.now() - 24 * 60 * 60_000)
  }
}

test('a campaign’s beginning, failures, answers and end are published as the document says', async () => {
  const { begin, hears, reply, told, seen, deviceId, owner, hook, recover, parts } =
    await aToldCampaign()
  const id = await begin()
  const campaign = { campaign_id: id, name: 'Natal', device_id: deviceId, messages: 2 }
  const [started] = await hears('campanha.iniciada')
  expect(started?.data).toMatchObject({ ...campaign, status: 'Em Andamento', finished_at: null })
  const [failed] = await hears('envio.erro')
  expect(failed?.data).toMatchObject({
    campaign_id: id,
    contato: ABSENT_PHONE,
    nome: 'Bruna',
    erro_codigo: 'not_on_whatsapp',
    erro: 'Número não está no WhatsApp.',
    device_id: deviceId,
  })
  const [ended] = await hears('campanha.concluida')
  const counts = { sentCount: 1, errorCount: 1, replyCount: 0 }
  expect(ended?.data).toMatchObject({ ...campaign, ...counts, status: 'Concluída com erros' })

  await reply('M1', 'Quero sim')
  await reply('M1', 'Quero sim')
  await reply('M2', 'Que horas?')
  const answers = await hears('resposta.recebida', 2)
  expect(answers.map(({ data }) => data)).toMatchObject([
    { campaign_id: id, contato: BRUNA, resposta: 'Quero sim', primeira: true, message_id: 'M1' },
    { campaign_id: id, contato: BRUNA, resposta: 'Que horas?', primeira: false },
  ])
  await parts.optOuts.add(owner.id, {
    ...{ phone: BRUNA, lid: null, name: 'Bruna', reason: 'SAIR' },
    ...{ source: OptOutSource.reply, campaignId: id },
  })
  await hears('descadastro.criado')

  // After a crash every event is published again, and kept once.
  await recover()
  const deliveries = async (): Promise<{ status: string }[]> =>
    (await owner.call(`/api/webhooks/${hook.id}/deliveries`)).json()
  await eventually(async () => (await deliveries()).every(({ status }) => status === 'delivered'))
  expect(await deliveries()).toHaveLength(6)
  expect(seen).toHaveLength(6)
  expect(told('descadastro.criado')[0]?.data).toMatchObject({ phone: BRUNA, source: 'resposta' })
  for (const { headers, text } of seen) {
    expectSigned({ secret: SECRET, headers, text })
    const { type } = JSON.parse(text)
    const schema = webhookEnvelope(type, eventDataSchemas[CampaignEventName.parse(type)])
    expect(schema.safeParse(JSON.parse(text)).error).toBeUndefined()
  }
  expect(await (await owner.call('/api/webhooks/deliveries')).json()).toEqual([])
})

test('what a crash kept from being published is published after the next start', async () => {
  const { begin, hears, recover, switchTo, seen, clock, register } = await aToldCampaign()
  await switchTo(false)
  await begin()
  await switchTo(true)
  await register('Outra loja')
  expect(seen).toEqual([])
  clock.advance(5 * 60_000)
  await recover()
  await hears('campanha.iniciada')
  await hears('envio.erro')
  const [ended] = await hears('campanha.concluida')
  expect(ended?.data).toMatchObject({ sentCount: 1, errorCount: 1 })
})

test('whether anybody listens is asked once for a user, however many campaigns and opt-outs there are', async () => {
  const { storage, clock, register, recover } = await aToldCampaign()
  const createdAt = new Date(clock.now()).toISOString()
  const other = await register('Outra loja')
  for (const id of ['101', '102', '103']) {
    await storage.campaigns.save(other.id, {
      ...aCampaign({ id, status: CampaignStatus.done }),
      ...{ isSettled: true, startTries: 0 },
    })
    await storage.optOuts.save(other.id, {
      ...{ id, phone: `5561999990${id}`, lid: null, name: 'Ana', reason: '' },
      ...{ source: OptOutSource.manual, campaignId: null, createdAt },
    })
  }
  const list = vi.spyOn(storage.webhooks, 'list')
  await recover()
  expect(list.mock.calls.filter(([userId]) => userId === other.id)).toHaveLength(1)
})

test('a pause is published with its reason', async () => {
  const { storage, parts, hears, deviceId, owner, key } = await aToldCampaign()
  const id = await runCampaign({ parts, storage }, owner, deviceId)
  await parts.sending.pauseAll(key, 'Falharam dez envios seguidos.')
  const [paused] = await hears('campanha.pausada')
  expect(paused?.data).toMatchObject({
    campaign_id: id,
    status: 'Pausada',
    motivo: 'Falharam dez envios seguidos.',
  })
})
