import { messageTemplateApi } from '../../contract/api/campaigns/message-template-api.ts'
import { contactApi } from '../../contract/api/contact-api.ts'
import { deviceApi } from '../../contract/api/device-api.ts'
import { assistantApi } from '../../contract/api/gateways/assistant-api.ts'
import type { MessageTemplate } from '../../contract/campaigns/message-template.ts'
import { listName } from '../../contract/contacts/contact-list.ts'
import type { Device } from '../../contract/devices/device.ts'
import type { Agent, Chatbot } from '../../contract/gateways/assistant.ts'
import type { Client } from '../client.ts'
import { CommandError } from './outcome.ts'

export type ListChoice = { readonly id: string; readonly name: string; readonly total: number }

/**
 * Finds a list by its id or its name.
 * @throws CommandError when none or several fit
 */
export async function getList(client: Client, wanted: string): Promise<ListChoice> {
  const lists = await listLists(client)
  return chosen(lists, wanted, {
    none: `Nenhuma lista com o id ou nome "${wanted}". Veja as suas com: disparo contacts list`,
    many: `Há mais de uma lista chamada "${wanted}". Use o id: disparo contacts list`,
    code: 'list_not_found',
  })
}

/** Finds each of the lists, as `getList` does. */
export async function getLists(
  client: Client,
  wanted: readonly string[] = [],
): Promise<readonly ListChoice[]> {
  const found: ListChoice[] = []
  for (const one of wanted) found.push(await getList(client, one))
  return found
}

export async function listLists(client: Client): Promise<ListChoice[]> {
  const lists = await client.call(contactApi.listContactLists, { query: { preview: 0 } })
  return lists.map((list) => ({ id: list.id, name: listName(list), total: list.total }))
}

/** Finds a device by its id or its connection's name. */
export async function getDevice(client: Client, wanted: string): Promise<Device> {
  const { devices } = await client.call(deviceApi.listDevices, {})
  const known = devices.map((device) => ({
    device,
    id: device.deviceId,
    name: device.connectionName,
  }))
  const { device } = chosen(known, wanted, {
    none: `Nenhuma conexão com o id ou nome "${wanted}". Veja as suas com: disparo devices list`,
    many: `Há mais de uma conexão chamada "${wanted}". Use o id: disparo devices list`,
    code: 'device_not_found',
  })
  return device
}

/** Finds a template by its id or its name. */
export async function getTemplate(client: Client, wanted: string): Promise<MessageTemplate> {
  const templates = await client.call(messageTemplateApi.listTemplates, {})
  return chosen(templates, wanted, {
    none: `Nenhum modelo com o id ou nome "${wanted}". Veja os seus com: disparo templates list`,
    many: `Há mais de um modelo chamado "${wanted}". Use o id: disparo templates list --json`,
    code: 'template_not_found',
  })
}

/** Finds a chatbot by its id or its name. */
export async function getChatbot(client: Client, wanted: string): Promise<Chatbot> {
  const chatbots = await client.call(assistantApi.listChatbots, {})
  return chosen(chatbots, wanted, {
    none: `Nenhum chatbot com o id ou nome "${wanted}". Veja os seus com: disparo chatbots list`,
    many: `Há mais de um chatbot chamado "${wanted}". Use o id: disparo chatbots list --json`,
    code: 'chatbot_not_found',
  })
}

/** Finds an assistant by its id or its name. */
export async function getAgent(client: Client, wanted: string): Promise<Agent> {
  const agents = await client.call(assistantApi.listAgents, {})
  return chosen(agents, wanted, {
    none: `Nenhum assistente com o id ou nome "${wanted}". Veja os seus com: disparo assistants list`,
    many: `Há mais de um assistente chamado "${wanted}". Use o id: disparo assistants list --json`,
    code: 'agent_not_found',
  })
}

/** The one that bears this id, or else this name. */
function chosen<Item extends { readonly id: string; readonly name: string }>(
  items: readonly Item[],
  wanted: string,
  texts: { readonly none: string; readonly many: string; readonly code: string },
): Item {
  const byId = items.find(({ id }) => id === wanted)
  if (byId) return byId
  const [first, second] = items.filter(({ name }) => sameName(name, wanted))
  if (first === undefined) throw new CommandError(texts.none, { code: texts.code })
  if (second !== undefined) throw new CommandError(texts.many, { code: 'ambiguous' })
  return first
}

/** Whether a name is written as another one, but for capitals and spaces around it. */
export function sameName(one: string, other: string): boolean {
  return one.trim().localeCompare(other.trim(), 'pt-BR', { sensitivity: 'accent' }) === 0
}
