import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { describeConsole, narrow, wide } from '../../support/browser/console.ts'
import { examine } from '../../support/browser/looks.ts'
import { button } from '../../support/browser/places.ts'
import { anXlsx } from '../../support/contacts/xlsx.ts'
import type { User } from '../../support/daemon/user.ts'

type Lists = { id: string; name: string; total: number; contatos: string }[]
type Stored = { name: string; phone: string; campos?: object }

async function storedIn(user: User, name: string): Promise<Stored[]> {
  const lists = await user.get<Lists>('/api/contacts')
  return JSON.parse(lists.find((list) => list.name === name)?.contatos ?? '[]')
}

async function choose(page: Page, name: string, content: string | Uint8Array): Promise<void> {
  await page
    .getByLabel('Arquivo CSV')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) })
}

async function download(page: Page): Promise<Buffer> {
  const waiting = page.waitForEvent('download')
  await button(page, 'Baixar linhas inválidas').click()
  return readFile(await (await waiting).path())
}

const school = [
  'Turma;Aluno;Telefone',
  '3B;Ana;(61) 99999-0001',
  '3B;Bia;61 99999-0002',
  '3C;Caio;99999-0003',
  '3C;Dora;3333-4444',
  '3C;Eva;190',
  '3D;"Fábio; pai";',
  '3D;Zoe;+351 912 345 678',
].join('\r\n')

describeConsole('an import', (console) => {
  test.each([
    ['wide', wide],
    ['narrow', narrow],
  ])(
    'completes phones without DDD, asks about foreign numbers, and gives back what it refuses: %s',
    async (width, viewport) => {
      const user = await console().newUser()
      const page = await console().open('/contacts', { user, viewport })
      await button(page, 'Importar').first().click()
      await choose(page, 'Escola.csv', school)

      const area = page.getByLabel('DDD padrão')
      await page
        .getByText('2 telefones sem DDD entram com o 61, o da maioria desta lista.')
        .waitFor()
      expect(await area.inputValue()).toBe('61')
      expect(await page.getByLabel('Coluna do telefone').inputValue()).toBe('2')
      await page.getByText('Número de serviço (0800, 4004, 190…)').waitFor()
      await page.getByText('1 número é de fora do Brasil: +351912345678').waitFor()
      await examine(page, `importar-escola-${width}`)

      await page.getByLabel('Nome da lista').fill('Responsáveis')
      await area.fill('')
      await page
        .getByText('2 telefones sem DDD ficam de fora; a maioria da lista usa o 61.')
        .waitFor()
      await area.fill('2')
      await area.fill('20')
      await page.getByText('Informe um DDD que existe, como 61.').waitFor()
      await area.fill('11')
      await page.getByText('2 telefones sem DDD entram com o 11.').waitFor()
      expect(await area.evaluate((field) => field === document.activeElement)).toBe(true)
      expect(await page.getByLabel('Nome da lista').inputValue()).toBe('Responsáveis')

      expect((await download(page)).toString()).toBe(
        [
          'Turma;Aluno;Telefone;motivo',
          '3C;Eva;190;Número de serviço (0800, 4004, 190…) não recebe WhatsApp.',
          '3D;"Fábio; pai";;Sem telefone.',
          '',
        ].join('\r\n'),
      )
      await button(page, 'Importar 5 contatos').click()
      const question = page.getByRole('dialog', { name: 'Números de fora do Brasil' })
      await question.getByText('+351912345678').waitFor()
      await question.getByRole('button', { name: 'Não' }).click()
      expect(await storedIn(user, 'Responsáveis')).toEqual([])
      await button(page, 'Importar 5 contatos').click()
      await question.getByRole('button', { name: 'Sim' }).click()
      await page.getByText('5 contatos adicionados à lista “Responsáveis”').waitFor()
      const mended = (await download(page)).toString().replace(';;Sem', ';61999990009;Sem')
      await button(page, 'Concluir').click()
      expect(await storedIn(user, 'Responsáveis')).toContainEqual({
        name: 'Caio',
        phone: '5511999990003',
        campos: { Turma: '3C' },
      })

      await button(page, 'Importar').first().click()
      await choose(page, 'Corrigida.csv', mended)
      await button(page, 'Importar 1 contato').click()
      await page.getByText('1 contato adicionado à lista “Corrigida”').waitFor()
      expect(await storedIn(user, 'Corrigida')).toEqual([
        { name: 'Fábio; pai', phone: '5561999990009', campos: { Turma: '3D' } },
      ])
    },
  )

  test('reads a spreadsheet, another sheet of it, and a table without a header', async () => {
    const user = await console().newUser()
    const page = await console().open('/contacts', { user, viewport: narrow })
    const file = await anXlsx(
      [
        {
          name: 'Alunos',
          rows: [
            ['Nome', 'Nascimento', 'Celular'],
            ['Ana', [33000, 1], 61999990001],
            ['Bia', [33001, 1], 99990002],
          ],
        },
        {
          name: 'Pais',
          rows: [
            ['Rui', 61999990003],
            ['Sol', '(61) 99999-0004'],
          ],
        },
      ],
      { formats: ['dd/mm/yyyy'] },
    )
    await button(page, 'Importar').first().click()
    await choose(page, 'escola.xlsx', file)
    await page.getByText('planilha, aba “Alunos”').waitFor()
    await page.getByText('1 telefone sem DDD entra com o 61').waitFor()
    await page.getByText('07/05/1990').waitFor()
    await examine(page, 'importar-planilha')

    await page.getByLabel('Aba da planilha').selectOption('Pais')
    await page.getByText('parece um contato').waitFor()
    await page.getByRole('switch', { name: 'A primeira linha é cabeçalho' }).click()
    await page.getByText('parece um contato').waitFor({ state: 'detached' })
    await button(page, 'Importar 2 contatos').click()
    await page.getByText('2 contatos adicionados à lista “escola”').waitFor()
    expect(await storedIn(user, 'escola')).toEqual([
      { name: 'Rui', phone: '5561999990003' },
      { name: 'Sol', phone: '5561999990004' },
    ])
    await button(page, 'Concluir').click()

    await button(page, 'Importar').first().click()
    await choose(page, 'antiga.xls', Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0))
    await page.getByText('Esta é uma planilha .xls, de um formato antigo.').waitFor()
    await choose(page, 'cortada.xlsx', file.slice(0, -60))
    await page.getByText('A planilha está danificada ou incompleta.').waitFor()
  })

  test('keeps every choice that is made while the file is still being read', async () => {
    const user = await console().newUser()
    const page = await console().open('/contacts', { user, viewport: narrow })
    const sheet = (name: string, from: number) => ({
      name,
      rows: [
        ['Rui', from],
        ['Sol', from + 1],
      ],
    })
    const file = await anXlsx([sheet('Mães', 61999990001), sheet('Pais', 61999990003)])
    await button(page, 'Importar').first().click()
    await choose(page, 'escola.xlsx', file)
    await page.getByText('planilha, aba “Mães”').waitFor()
    // Both changes happen in one task of the page, before the worker can answer.
    await page.getByLabel('Aba da planilha').evaluate((sheets: HTMLSelectElement) => {
      document.querySelector<HTMLElement>('[role=switch]')?.click()
      sheets.value = 'Pais'
      sheets.dispatchEvent(new Event('change', { bubbles: true }))
    })
    await page.getByText('planilha, aba “Pais”').waitFor()
    const header = page.getByRole('switch', { name: 'A primeira linha é cabeçalho' })
    expect(await header.getAttribute('aria-checked')).toBe('false')
    await button(page, 'Importar 2 contatos').waitFor()
  })
})
