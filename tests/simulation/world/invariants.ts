import { z } from 'zod'
import type { Timeline } from '../machine/timeline.ts'
import type { Broken } from './message-checks.ts'
import { type CampaignModel, type Model, type PersonModel, tagOf } from './model.ts'
import type { Program } from './program.ts'
import { isAbsent, type Taken } from './whatsapp-account.ts'

/** Reasons that only a damaged disk or a backup excuses. */
const NEVER_SAID = /danificad|já tinha enviado/

const CampaignRow = z.object({
  id: z.string(),
  name: z.string(),
  status: z.string(),
  texto: z.string(),
  messages: z.number(),
  sentCount: z.number(),
  deliveredCount: z.number(),
  readCount: z.number(),
  errorCount: z.number(),
  motivo: z.string().nullable(),
  data_de_envio: z.string().nullable(),
  device_id: z.string().nullable(),
  espera: z.unknown(),
  por_variante: z
    .array(z.object({ messages: z.number(), sentCount: z.number(), errorCount: z.number() }))
    .optional(),
})
const SendRow = z.object({
  contato: z.string(),
  status: z.string(),
  erro_codigo: z.string().nullable(),
  delivered_at: z.string().nullable(),
  texto: z.string(),
  variante: z.number().optional(),
})
type CampaignRow = z.infer<typeof CampaignRow>
type SendRow = z.infer<typeof SendRow>

const open = new Set(['Agendada', 'Imediata', 'Em Andamento', 'Pausada'])

/** Checks what all people see of their own, at a moment at which nothing is being changed. */
export function createViews({
  timeline,
  program,
  model,
  broken,
}: {
  readonly timeline: Timeline
  readonly program: Program
  readonly model: Model
  readonly broken: Broken
}) {
  /** By tag: the contacts that have a row in the campaign. */
  const rowsOf = new Map<string, ReadonlySet<string>>()
  /** Members of a campaign's list without a row: another campaign may have left them out. */
  const leftOut: { readonly phone: string; readonly campaign: CampaignModel }[] = []

  return { checkLists, checkEnds, hasEnded }

  async function readCampaigns(person: PersonModel): Promise<CampaignRow[] | undefined> {
    const { apiKey } = person
    const answer = await program.call({ method: 'GET', path: '/api/campaigns', apiKey })
    return answer?.status === 200 ? z.array(CampaignRow).parse(answer.body) : undefined
  }

  /**
   * Checks that no promised campaign is gone, no deleted one is back, and no other person's shows.
   */
  async function checkLists(): Promise<void> {
    for (const person of model.people) {
      const askedMs = timeline.elapsed()
      const rows = await readCampaigns(person)
      if (!rows) continue
      for (const { id, status } of rows) {
        const campaign = person.campaigns.get(id)
        if (campaign && status === 'Agendada') campaign.waitsMs = askedMs
        if (person.gone.has(id)) broken(`${id} is back from an account that is no more`)
      }
      const shown = new Set(rows.map(({ id }) => id))
      for (const { name } of rows) {
        if (!name.includes(`de ${person.name} `)) broken(`${person.name} sees "${name}"`)
      }
      for (const { id, tag, deletedMs, maybeDeleted } of person.campaigns.values()) {
        if (Number.isFinite(deletedMs) && shown.has(id)) broken(`${tag} is back from its deletion`)
        if (!maybeDeleted && !shown.has(id)) broken(`${tag} is gone`)
      }
    }
  }

  /** Whether no campaign runs or is to come. Paused ones are resumed. */
  async function hasEnded(): Promise<boolean> {
    for (const person of model.people) {
      const rows = await readCampaigns(person)
      for (const { id, status } of rows ?? []) {
        if (status !== 'Pausada') continue
        const path = `/api/campaigns/${id}/resume`
        await program.call({ method: 'POST', path, apiKey: person.apiKey })
      }
      if (!rows || rows.some(({ status }) => open.has(status))) return false
    }
    return true
  }

  /** Called at the end: what was due has ended, and every count equals its rows. */
  async function checkEnds(taken: readonly Taken[]): Promise<void> {
    for (const person of model.people) {
      for (const row of (await readCampaigns(person)) ?? []) await checkEnd(person, row, taken)
    }
    for (const { phone, campaign } of leftOut) {
      // The recipients of a deleted campaign are not known any more.
      const isExcluded = [...campaign.everExcluded].some(
        (tag) => rowsOf.get(tag)?.has(phone) ?? true,
      )
      if (!isExcluded) broken(`${campaign.tag} skipped ${phone}`)
    }
  }

  async function checkEnd(
    { apiKey }: PersonModel,
    row: CampaignRow,
    taken: readonly Taken[],
  ): Promise<void> {
    const tag = tagOf(row.texto) ?? ''
    if (open.has(row.status)) {
      const { id, status, data_de_envio: due, device_id: device, espera } = row
      return broken(`${tag} has not ended: ${JSON.stringify({ id, status, due, device, espera })}`)
    }
    const path = `/api/campaigns/${row.id}/sends`
    const answer = await program.call({ method: 'GET', path, apiKey })
    if (answer?.status === 404 || !answer) return
    if (answer.status !== 200) return broken(`${path} answers ${answer.status}`)
    const sends = z.array(SendRow).parse(answer.body)
    checkTotals(tag, row, sends)
    checkVariants(tag, row, sends)
    const campaign = model.campaigns.get(tag)
    // A draft made of a campaign's results has that campaign's text until it gets its own.
    if (campaign?.id === row.id) checkRows(campaign, { row, sends, taken })
  }

  function checkTotals(tag: string, row: CampaignRow, sends: readonly SendRow[]): void {
    const accepted = sends.filter(({ status }) => status === 'success' || status === 'read').length
    const read = sends.filter(({ status }) => status === 'read').length
    const failed = sends.filter(({ status }) => status === 'error').length
    const delivered = sends.filter(({ delivered_at }) => delivered_at !== null).length
    const totals = [row.sentCount, row.readCount, row.errorCount, row.deliveredCount]
    if (String(totals) !== String([accepted, read, failed, delivered])) {
      broken(`${tag}: totals ${totals} and rows ${[accepted, read, failed, delivered]}`)
    }
    if (sends.some(({ status }) => status === 'sending')) broken(`${tag} shows "Enviando" for ever`)
  }

  /** Checks that variants are shared out evenly, and counted as the rows say. */
  function checkVariants(
    tag: string,
    { por_variante: counted = [], messages }: CampaignRow,
    sends: readonly SendRow[],
  ): void {
    const shares = counted.map((each) => each.messages)
    const sum = shares.reduce((total, share) => total + share, 0)
    const isEven = Math.max(...shares) - Math.min(...shares) <= 1
    if (shares.length > 0 && (sum !== messages || !isEven)) {
      broken(`${tag}: ${messages} people share the texts as ${shares}`)
    }
    for (const [place, { sentCount, errorCount }] of counted.entries()) {
      const own = sends.filter(({ variante }) => variante === place + 1)
      const failed = own.filter(({ status }) => status === 'error').length
      if (errorCount !== failed || sentCount !== own.length - failed) {
        broken(`${tag}: text ${place + 1} has ${[sentCount, errorCount]} of ${own.length} rows`)
      }
    }
  }

  function checkRows(
    campaign: CampaignModel,
    {
      row,
      sends,
      taken,
    }: {
      readonly row: CampaignRow
      readonly sends: readonly SendRow[]
      readonly taken: readonly Taken[]
    },
  ): void {
    const { tag, owner, phones, list, wasPutBack } = campaign
    const got = new Set(
      taken.filter(({ text }) => tagOf(text) === tag).map(({ jid }) => jid.split('@')[0]),
    )
    const contacts = new Set(sends.map(({ contato }) => contato))
    rowsOf.set(tag, contacts)
    if (contacts.size !== sends.length) broken(`${tag} shows somebody twice`)
    if (NEVER_SAID.test(row.motivo ?? '') && !list.isRotten && !wasPutBack) {
      broken(`${tag} ends as "${row.motivo}"`)
    }
    for (const { contato, status } of wasPutBack ? [] : sends) {
      if (status !== 'error' && !got.has(contato))
        broken(`${tag}: ${contato} counts as sent, and nothing left`)
    }
    const texts = new Map(sends.map(({ contato, texto }) => [contato, texto]))
    for (const { text, jid } of taken) {
      const promised = texts.get(jid.split('@')[0] ?? '')
      if (tagOf(text) === tag && promised !== undefined && promised !== text && !wasPutBack)
        broken(`${tag}: ${jid} got "${text}" and was to get "${promised}"`)
    }
    for (const phone of got) {
      if (phone !== undefined && !contacts.has(phone) && !wasPutBack)
        broken(`${tag}: ${phone} got it and has no row`)
    }
    if (!row.status.startsWith('Concluída')) return
    if (row.messages !== sends.length)
      broken(`${tag} ended with ${sends.length} of ${row.messages}`)
    const out = model.people.find(({ name }) => name === owner)?.everOut
    for (const phone of list.isRotten ? [] : new Set(phones)) {
      if (!contacts.has(phone) && !out?.has(phone)) leftOut.push({ phone, campaign })
    }
    for (const { contato, erro_codigo } of sends) {
      // While the directory does not answer, nobody knows whether a number is absent.
      const isKnownAbsent = erro_codigo === 'not_on_whatsapp'
      const isJudged = erro_codigo !== 'lookup_failed' && erro_codigo !== 'opted_out'
      if (isAbsent(contato) !== isKnownAbsent && isJudged) {
        broken(
          `${tag}: ${contato} is ${isAbsent(contato) ? '' : 'not '}absent and shows ${erro_codigo}`,
        )
      }
    }
  }
}
