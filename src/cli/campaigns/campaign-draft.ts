import { readFile } from 'node:fs/promises'
import { deviceApi } from '../../contract/api/device-api.ts'
import { CampaignStatus } from '../../contract/campaigns/campaign-status.ts'
import type { Device } from '../../contract/devices/device.ts'
import { formatQuantity } from '../../contract/display.ts'
import type { Client } from '../client.ts'
import type { Context } from '../run.ts'
import { getDevice, getLists, getTemplate, type ListChoice, listLists } from '../terminal/choose.ts'
import { formatTime, formatZone, parseTime } from '../terminal/format.ts'
import { CommandError, systemCode, wrongUsage } from '../terminal/outcome.ts'
import { askChoice, askText } from '../terminal/prompt.ts'
import { readStdin } from '../terminal/stdin-file.ts'
import type { AudienceOptions } from './options/audience-options.ts'

export type DraftOptions = AudienceOptions & {
  readonly name?: string
  readonly device?: string
  readonly text?: string
  readonly textFile?: string
  readonly template?: string
  readonly at?: string
  readonly now?: boolean
  readonly draft?: boolean
}

export type Draft = {
  readonly name: string
  readonly text: string | null
  /** The first is the campaign's own. */
  readonly lists: readonly ListChoice[]
  readonly device: Device | null
  readonly status: 'Rascunho' | 'Agendada' | 'Imediata'
  readonly scheduledAt: string | null
  /** Values were typed at prompts, so a confirmation before sending is due. */
  readonly isAsked: boolean
}

type Timing = Pick<Draft, 'status' | 'scheduledAt'>

/** Far more than a text may have, so that one that is too long is refused as such. */
const STDIN_LIMIT_BYTES = 1024 * 1024

const required = [
  ['name', '--name'],
  ['list', '--list'],
  ['device', '--device'],
] as const

/** Collects a campaign from the flags; a terminal prompts for those left out. */
export async function collectCampaign(
  context: Context,
  client: Client,
  options: DraftOptions,
): Promise<Draft> {
  refuseContradictions(options)
  const text = await messageOf(context, client, options)
  const missing = missingFlags(options, text)
  if (missing.length > 0 && !context.terminal.isInteractive) {
    throw wrongUsage(`Falta informar: ${missing.join(', ')}.`)
  }
  const flagTiming = readTiming(options)
  const isAsked = context.terminal.isInteractive && missing.length > 0
  if (options.draft) {
    const draft = await collectDraft(context, client, options, flagTiming?.scheduledAt ?? null)
    return { ...draft, text }
  }

  const name = options.name ?? (await askName(context))
  const lists = await chooseLists(context, client, options)
  const device = await chooseDevice(context, client, options.device)
  const chosenText = text ?? (await askText(context, { message: 'Mensagem:', flag: '--text' }))
  const timing = flagTiming ?? (isAsked ? await askTiming(context) : immediately)
  return { name, lists, device, text: chosenText, ...timing, isAsked }
}

/** A draft needs a name only. */
async function collectDraft(
  context: Context,
  client: Client,
  { name, device, ...options }: DraftOptions,
  scheduledAt: string | null,
): Promise<Omit<Draft, 'text'>> {
  return {
    name: name ?? (await askName(context)),
    lists: await getLists(client, options.list),
    device: device === undefined ? null : await getDevice(client, device),
    status: CampaignStatus.draft,
    scheduledAt,
    isAsked: false,
  }
}

function refuseContradictions(options: DraftOptions): void {
  refuseTwoTexts(options)
  // A draft may have an hour for later; a campaign that begins now has none, and is no draft.
  const others = [options.at !== undefined && '--at', options.draft && '--draft'].filter(Boolean)
  if (options.now && others.length > 0) {
    throw wrongUsage(`Use só uma destas opções: --now, ${others.join(', ')}.`)
  }
}

function missingFlags(options: DraftOptions, text: string | null): string[] {
  const needed = options.draft ? required.slice(0, 1) : required
  const flags = needed.filter(([key]) => options[key] === undefined).map(([, flag]) => flag)
  return options.draft || text !== null ? flags : [...flags, '--text']
}

export async function readText(
  context: Context,
  { text, textFile }: Pick<DraftOptions, 'text' | 'textFile'>,
): Promise<string | null> {
  return textFile === undefined ? (text ?? null) : await readTextFile(context, textFile)
}

/**
 * The text that was given as it is, in a file, or as a template that the account keeps.
 * @throws CommandError wrong usage where it was given twice
 */
export async function messageOf(
  context: Context,
  client: Client,
  { template, ...options }: Pick<DraftOptions, 'text' | 'textFile' | 'template'>,
): Promise<string | null> {
  const own = await readText(context, options)
  if (template === undefined) return own
  if (own !== null) throw wrongUsage('Use --template ou um texto próprio, não os dois.')
  return (await getTemplate(client, template)).text
}

/** @throws CommandError where a text and a file of it are given */
export function refuseTwoTexts({ text, textFile }: Pick<DraftOptions, 'text' | 'textFile'>): void {
  if (text === undefined || textFile === undefined) return
  throw wrongUsage('Use --text ou --text-file, não os dois.')
}

/** The option that a campaign's text came by, which a refusal of the text names. */
export function textOption({
  template,
  textFile,
}: Pick<DraftOptions, 'textFile' | 'template'>): string {
  if (template !== undefined) return '--template'
  return textFile === undefined ? '--text' : '--text-file'
}

export async function readTextFile(context: Context, textFile: string): Promise<string> {
  const given = await readStdin(context, { path: textFile, limitBytes: STDIN_LIMIT_BYTES })
  const bytes =
    given ??
    (await readFile(textFile).catch((error) => {
      if (systemCode(error) === 'ENOENT')
        throw new CommandError(`Arquivo não encontrado: ${textFile}`)
      throw new CommandError(`Não foi possível ler ${textFile} (${systemCode(error)}).`)
    }))
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes).trimEnd()
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    const name = given ? 'O texto da entrada padrão' : `O arquivo ${textFile}`
    throw new CommandError(`${name} não está em UTF-8.`, { cause: error })
  }
}

const immediately: Timing = { status: CampaignStatus.immediate, scheduledAt: null }

export function readTiming({ at, now }: Pick<DraftOptions, 'at' | 'now'>): Timing | undefined {
  if (now) return immediately
  if (at === undefined) return undefined
  const parsed = parseTime(at)
  if ('problem' in parsed) throw wrongUsage(`Data inválida em --at: "${at}". ${parsed.problem}`)
  const { instant: scheduledAt } = parsed
  refusePast(scheduledAt)
  return { status: CampaignStatus.scheduled, scheduledAt }
}

/**
 * Refuses a past date: the server would start the campaign at once, which is not what a date means.
 */
export function refusePast(scheduledAt: string | null): void {
  const problem = scheduledAt === null ? undefined : pastProblem(scheduledAt)
  if (problem !== undefined) throw wrongUsage(`--at: ${problem} Para enviar agora, use --now.`)
}

function pastProblem(instant: string): string | undefined {
  return Date.parse(instant) <= Date.now() ? `${formatTime(instant)} já passou.` : undefined
}

async function askName(context: Context): Promise<string> {
  return await askText(context, { message: 'Nome da campanha:', flag: '--name' })
}

async function chooseLists(
  context: Context,
  client: Client,
  options: AudienceOptions,
): Promise<readonly ListChoice[]> {
  if (options.list !== undefined) return await getLists(client, options.list)
  const lists = await listLists(client)
  if (lists.length === 0) {
    throw new CommandError(
      'Nenhuma lista ainda. Importe uma com: disparo contacts import <arquivo>',
    )
  }
  const choices = lists.map((value) => {
    const size = formatQuantity(value.total, 'contato', 'contatos')
    return { name: `${value.name} (${size})`, value }
  })
  return [await askChoice(context, { message: 'Lista de contatos:', flag: '--list' }, choices)]
}

async function chooseDevice(
  context: Context,
  client: Client,
  flag: string | undefined,
): Promise<Device> {
  if (flag !== undefined) return await getDevice(client, flag)
  const { devices } = await client.call(deviceApi.listDevices, {})
  if (devices.length === 0) {
    throw new CommandError(
      'Nenhuma conexão ainda. Conecte um WhatsApp com: disparo devices connect <id>',
    )
  }
  const choices = devices.map((value) => ({
    name: `${value.connectionName} (${value.deviceId})`,
    value,
  }))
  return await askChoice(context, { message: 'Conexão de WhatsApp:', flag: '--device' }, choices)
}

async function askTiming(context: Context): Promise<Timing> {
  const question = { message: 'Quando enviar?', flag: '--now, --at ou --draft' }
  const choice = await askChoice(context, question, [
    { name: 'Agora', value: 'now' },
    { name: 'Em data e hora marcadas', value: 'later' },
    { name: 'Guardar como rascunho', value: 'draft' },
  ])
  if (choice === 'now') return immediately
  if (choice === 'draft') return { status: CampaignStatus.draft, scheduledAt: null }
  const at = await askText(context, {
    message: `Data e hora (dd/mm/aaaa hh:mm, ${formatZone()}):`,
    flag: '--at',
    refuse: refuseTime,
  })
  const parsed = parseTime(at)
  if ('problem' in parsed) throw wrongUsage(parsed.problem)
  return { status: CampaignStatus.scheduled, scheduledAt: parsed.instant }
}

function refuseTime(text: string): string | undefined {
  const parsed = parseTime(text)
  return 'problem' in parsed ? parsed.problem : pastProblem(parsed.instant)
}
