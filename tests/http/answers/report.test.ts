import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type Send, sendErrors } from '../../../src/contract/campaigns/send.ts'
import { type aCampaign, aSend } from '../../support/domain/builders.ts'
import { keepCampaign, keepSends, success } from '../../support/domain/kept.ts'
import { anApp, errorOf } from '../../support/http/app.ts'

const instant = '2026-01-15T12:00:00.000Z'

async function aReport(
  sends: Parameters<typeof keepSends>[2]['sends'],
  fields: Parameters<typeof aCampaign>[0] = {},
) {
  const rest = await anApp()
  const person = await rest.register()
  await keepCampaign(rest, person, {
    status: 'Concluída',
    recipientCount: sends.length,
    ...fields,
  })
  await keepSends(rest, person, { sends })
  return { ...rest, person, read: () => person.call('/api/campaigns/1/report') }
}

/** The rows of the table under a heading, each as its cells' texts. */
function tableUnder(html: string, heading: string): string[][] {
  const [, after = ''] = html.split(`<h2>${heading}</h2>`)
  const [table = ''] = after.split('</table>')
  const rows = (table.split('<tbody>')[1] ?? '').match(/<tr>.*?<\/tr>/gs) ?? []
  return rows.map((row) =>
    [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].map(([, cell = '']) =>
      cell.replace(/<[^>]+>/g, ' ').trim(),
    ),
  )
}

function totalsOf(html: string): Record<string, string | undefined> {
  return Object.fromEntries(
    tableUnder(html, 'Resultado').map(([name = '', count]) => [name, count]),
  )
}

describe('the report', () => {
  test('shows each text as it went out, with the sentence that tells how to leave', async () => {
    const { read } = await aReport([{ name: 'Ana' }], {
      ...{ text: 'Olá', variants: ['Oi'], hasOptOutFooter: true },
    })
    const texts = [...(await (await read()).text()).matchAll(/<p class="text">(.*?)<\/p>/gs)]
    expect(texts.map(([, text]) => text)).toEqual([
      'Olá\n\nPara não receber mais, responda SAIR.',
      'Oi\n\nPara não receber mais, responda SAIR.',
    ])
  })

  test('tells the campaign, its totals and every send', async () => {
    const { read } = await aReport(
      [
        { name: 'Ana' },
        { name: 'Beto', facts: [...success, { type: 'delivered' }] },
        { name: 'Caio', facts: [...success, { type: 'read' }, { type: 'replied' }] },
        { name: 'Dora', facts: [{ type: 'failed', code: 'not_on_whatsapp' }] },
        { name: 'Eva', facts: success.slice(0, 1) },
      ],
      { name: 'Natal', recipientCount: 2_006, endReason: 'A campanha foi parada.' },
    )
    const response = await read()
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    const html = await response.text()
    expect(html).toContain('<title>Relatório: Natal</title>')
    expect(html).toContain('A campanha foi parada.')
    // Of three accepted, two reached the phone.
    expect(html.replace(/<[^>]+>/g, '')).toContain(
      '66,67% de taxa de entrega (2 de 3 enviados), em 2.006 destinatários.',
    )
    expect(totalsOf(html)).toEqual({
      Enviados: '3',
      Entregues: '2',
      Lidos: '1',
      Respostas: '1',
      Erros: '1',
      Enviando: '1',
      'Não tentados': '2.001',
    })
    expect(tableUnder(html, 'Erros por motivo')).toEqual([['Número não está no WhatsApp.', '1']])
    const phone = '+55 (61) 99999-0000'
    expect(tableUnder(html, 'Envios').map((row) => row.join('|').replace(/ +/g, ' '))).toEqual([
      `1|Ana ${phone}|Enviado|15/01/2026 09:00:00|–`,
      `2|Beto ${phone}|Entregue|15/01/2026 09:00:00|–`,
      `3|Caio ${phone}|Lido respondeu|15/01/2026 09:00:00|–`,
      `4|Dora ${phone}|Erro|15/01/2026 09:00:00|Número não está no WhatsApp.`,
      `5|Eva ${phone}|Enviando|–|–`,
    ])
  })

  test('shows an error whole, and what people wrote as text', async () => {
    const refused = { type: 'failed', code: 'refused', refusalCode: 479 } as const
    const errorText = `${sendErrors.refused} (código 479)`
    const { read } = await aReport([{ name: '</tbody><script>', facts: [refused] }], {
      name: '<img src=x>',
      text: 'a < b\n</tbody>',
    })
    const html = await (await read()).text()
    expect(html).toContain(errorText)
    expect(html).not.toMatch(/<script|<img/)
    expect(tableUnder(html, 'Envios')).toHaveLength(1)
  })

  test('of a campaign that sent nothing says so', async () => {
    const { read } = await aReport([], { status: 'Rascunho' })
    const html = await (await read()).text()
    expect(html).toContain('Nenhum envio encontrado para esta campanha.')
    expect(html).toContain('Nada enviado, em 0 destinatários.')
    expect(html).not.toContain('0,00%')
    expect(tableUnder(html, 'Envios')).toEqual([])
  })

  test('has totals that equal its rows, also while sends move on', async () => {
    const { read, services } = await aReport([])
    let readings = 0
    services.campaigns.sends = async (_userId, _id, { limit = 1_000 }) => {
      readings += 1
      const status = readings === 1 ? 'success' : 'read'
      return { sends: many(limit, { status, sentAt: instant }), nextCursor: null }
    }
    const html = await (await read()).text()
    const rows = tableUnder(html, 'Envios')
    expect(totalsOf(html)).toMatchObject({ Enviados: '1.000', Lidos: '0' })
    expect(rows.filter(([, , status]) => status === 'Enviado')).toHaveLength(1_000)
  })

  test('of many sends is never held as a whole', async () => {
    const { read, services } = await aReport([])
    let given = 0
    services.campaigns.sends = async (_userId, _id, { limit }) => ({
      sends: many(limit ?? 50_000, {}, () => {
        if (limit !== undefined) given += 1
      }),
      nextCursor: null,
    })
    const response = await read()
    const reader = response.body?.getReader()
    await reader?.read()
    expect(given).toBeLessThan(1_000)
    await reader?.cancel()
  })

  test('that lost sends on its way is cut off, never short', async () => {
    const { read, services, logged } = await aReport([])
    services.campaigns.sends = async (_userId, _id, { limit }) => ({
      sends: many(limit === undefined ? 10 : 9, {}),
      nextCursor: null,
    })
    const response = await read()
    expect(await response.text()).not.toContain('</html>')
    expect(logged.some(({ level }) => level === 'error')).toBe(true)
  })

  test('stands alone: its style is in it, and the content policy lets it be', async () => {
    const { read } = await aReport([{}])
    const response = await read()
    const html = await response.text()
    const style = /<style>(.*?)<\/style>/s.exec(html)?.[1] ?? ''
    const hash = createHash('sha256').update(style).digest('base64')
    expect(response.headers.get('content-security-policy')).toContain(`'sha256-${hash}'`)
    expect(html).not.toMatch(/ style=|<link|<script/)
  })

  test("of another user's campaign is not found", async () => {
    const { register } = await aReport([{}])
    const stranger = await register()
    const refused = await errorOf(await stranger.call('/api/campaigns/1/report'))
    expect(refused).toMatchObject({ status: 404, code: 'campaign_not_found' })
  })
})

async function* many(
  count: number,
  fields: Partial<Send>,
  onEach: () => void = () => undefined,
): AsyncIterable<Send> {
  for (let number = 0; number < count; number += 1) {
    onEach()
    yield aSend({ id: String(number), ...fields })
  }
}
