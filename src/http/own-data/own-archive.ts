import { z } from 'zod'
import type { StoredUser } from '../../contract/account.ts'
import { api } from '../../contract/api/calls.ts'
import type { Conversation } from '../../contract/messages/conversation.ts'
import { campaignPieces } from '../answers/campaign-text.ts'
import { contactsCsv } from '../answers/contacts-csv.ts'
import { optOutsForExcel } from '../answers/opt-outs-csv.ts'
import { sendsForExcel } from '../answers/sends-csv.ts'
import { bytesOf } from '../answers/stream.ts'
import type { Services } from '../services.ts'
import { archiveGuide, unreadableNote } from './archive-guide.ts'
import { createArchiveNames } from './archive-names.ts'
import { conversationsCsv } from './conversations-csv.ts'
import { type ArchivedFile, zipped } from './zip-stream.ts'

/**
 * Everything that is kept of an account, but for what would let somebody else act in its name:
 * password, apikeys, secrets, tokens and WhatsApp's keys. Each part is read when its turn comes.
 */
export function ownArchive(services: Services, user: StoredUser): AsyncGenerator<Uint8Array> {
  return zipped(ownFiles(services, user), unreadableNote)
}

async function* ownFiles(services: Services, user: StoredUser): AsyncGenerator<ArchivedFile> {
  yield { name: 'LEIA-ME.txt', content: () => bytesOf(each(archiveGuide)) }
  yield* settingsFiles(services, user)
  yield* listFiles(services, user.id)
  yield* campaignFiles(services, user.id)
  yield {
    name: 'descadastrados.csv',
    content: async () => bytesOf(optOutsForExcel(await services.optOuts.list(user.id))),
  }
  yield json('pessoas.json', async () => {
    const cards = await services.personCards.list(user.id)
    return cards.map(({ id, notes, pastOptOuts }) => ({
      pessoa: id,
      anotacoes: notes.map(({ text, createdAt, editedAt, pinnedAt }) => ({
        ...{ texto: text, created_at: createdAt, edited_at: editedAt, pinned_at: pinnedAt },
      })),
      descadastros_anteriores: pastOptOuts.map(({ campaignId, source, reason, ...times }) => ({
        ...{ source, reason, campaign_id: campaignId, saiu_em: times.leftAt },
        ...{ voltou_em: times.returnedAt, voltou_por: times.returnedBy },
      })),
    }))
  })
  yield* conversationFiles(services, user)
  yield* uploadFiles(services, user.id)
}

async function* settingsFiles(services: Services, user: StoredUser): AsyncGenerator<ArchivedFile> {
  const { id, name, email, instanceName, createdAt } = user
  yield json('conta.json', async () => ({
    ...{ id, name, email, nome_da_instancia: instanceName, created_at: createdAt },
    sessoes: z.encode(api.listSessions.answers[200], [
      ...(await services.accounts.listSessions({ user, session: null })),
    ]),
  }))
  yield json('conexoes.json', async () =>
    z.encode(api.listDevices.answers[200], { devices: [...(await services.devices.list(id))] }),
  )
  yield json('modelos.json', async () =>
    z.encode(api.listTemplates.answers[200], [...(await services.messageTemplates.list(id))]),
  )
  yield json('configuracoes.json', async () => ({
    padroes_de_envio: z.encode(
      api.getSendingDefaults.answers[200],
      await services.sendingDefaults.get(id),
    ),
    conversas: z.encode(api.chatSettings.answers[200], await services.chats.findSettings(id)),
  }))
  yield json('webhooks.json', async () =>
    z.encode(api.createWebhook.answers[201].array(), [
      ...(await services.campaignWebhooks.list(id)),
    ]),
  )
  yield json('gateways.json', async () => {
    // Leaves out the gateway's key and the token in its webhook's address.
    const gateways = await services.gateways.list(user)
    return gateways.map(({ id, url, createdAt, lastEventAt, isOwn }) => ({
      ...{ id, url, created_at: createdAt, last_event_at: lastEventAt, own: isOwn },
    }))
  })
  yield json('assistentes.json', async () =>
    z.encode(api.listAssistantLinks.answers[200], [...(await services.assistants.listLinks(id))]),
  )
  yield json('chatbots.json', async () =>
    z.encode(api.listChatbots.answers[200], [...(await services.chatbots.list(id))]),
  )
  yield json('respostas-automaticas.json', async () =>
    z.encode(api.listBotReplies.answers[200], [...(await services.replyLog.list(id, everyReply))]),
  )
}

const everyReply = {
  ...{ gatewayId: undefined, instance: undefined, chatbotId: undefined, agentId: undefined },
  limit: Infinity,
}

async function* listFiles(
  { contacts }: Pick<Services, 'contacts'>,
  userId: string,
): AsyncGenerator<ArchivedFile> {
  const nameFor = createArchiveNames('listas')
  for (const { id, name } of await contacts.list(userId)) {
    yield {
      name: nameFor(name, '.csv'),
      content: async () => {
        const further = await contacts.fieldNames(userId, id)
        return bytesOf(contactsCsv(contacts.read(userId, id), { further, separator: ';' }))
      },
    }
  }
}

async function* campaignFiles(
  { campaigns }: Pick<Services, 'campaigns'>,
  userId: string,
): AsyncGenerator<ArchivedFile> {
  yield {
    name: 'campanhas.json',
    content: () => bytesOf(campaignPieces(campaigns.listInPieces(userId))),
  }
  const nameFor = createArchiveNames('campanhas')
  for await (const some of campaigns.listInPieces(userId)) {
    for (const campaign of some) {
      if (campaign.startedAt === null) continue
      const { id, name } = campaign
      yield {
        name: nameFor(`${id} ${name}`, '.csv'),
        content: async () => {
          const { sends } = await campaigns.sends(userId, id, {})
          return bytesOf(sendsForExcel(sends, campaign))
        },
      }
    }
  }
}

async function* conversationFiles(
  { chats, gateways, webhookMessages }: Pick<Services, 'chats' | 'gateways' | 'webhookMessages'>,
  user: StoredUser,
): AsyncGenerator<ArchivedFile> {
  const nameFor = createArchiveNames('conversas')
  for (const { id: gatewayId } of await gateways.list(user)) {
    for (const instance of await webhookMessages.instances(user.id, { gatewayId })) {
      yield {
        name: nameFor(instance, '.csv'),
        content: async () => {
          // Listed by instance: a list of all instances leaves damaged ones out.
          const own = await chats.list(user.id, { gatewayId, instance })
          const messagesOf = ({ remoteJid }: Conversation) =>
            webhookMessages.list(user.id, { gatewayId, instance, remoteJid, limit: Infinity })
          return bytesOf(conversationsCsv(own, messagesOf))
        },
      }
    }
  }
}

async function* uploadFiles(
  { uploads }: Pick<Services, 'uploads'>,
  userId: string,
): AsyncGenerator<ArchivedFile> {
  const nameFor = createArchiveNames('arquivos')
  for (const upload of await uploads.list(userId)) {
    const { fileName = upload.name } = upload
    const dot = fileName.lastIndexOf('.')
    const [base, extension] =
      dot > 0 ? [fileName.slice(0, dot), fileName.slice(dot)] : [fileName, '']
    yield {
      name: nameFor(base, extension),
      content: () => uploads.piecesOf(upload),
      isCompressed: true,
    }
  }
}

function json(name: string, make: () => Promise<unknown>): ArchivedFile {
  return {
    name,
    content: async () => bytesOf(each(`${JSON.stringify(await make(), null, 2)}\n`)),
  }
}

async function* each(text: string): AsyncGenerator<string> {
  yield text
}
