import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { CampaignStatus } from '../../src/contract/campaigns/campaign-status.ts'
import { describeConsole, expectAccessible, narrow, wide } from '../support/browser/console.ts'
import { examine, lookAt, screenLooks } from '../support/browser/looks.ts'
import { button, holdToasts } from '../support/browser/places.ts'
import { aSheet } from '../support/contacts/xlsx.ts'
import { phones, until } from '../support/daemon/user.ts'

const [ANA = '', BIA = ''] = ['5561999990071', '5561999990072']

const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })

/** Whether no toast covers the element. */
const isFree = (element: Locator) =>
  element.evaluate((it) => {
    const own = it.getBoundingClientRect()
    const toasts = [...document.querySelectorAll('.Toastify__toast')]
    return toasts.every((toast) => {
      const { top, bottom } = toast.getBoundingClientRect()
      return bottom <= own.top || top >= own.bottom
    })
  })

/** Window height in which the dialog begins below the toasts, and grows to the whole height. */
const SMALL = 660

describeConsole('the screen of opt-outs', (console) => {
  test.each([['wide', undefined] as const, ['narrow', narrow] as const])(
    'adds people, takes one off and back on, finds and imports (%s)',
    async (_, viewport) => {
      const user = await console().newUser()
      const page = await console().open('/optouts', {
        ...{ user, expectedErrors: [/400/] },
        ...(viewport && { viewport }),
      })
      await page.getByText('Ninguém pediu para não receber').waitFor()
      expect(await button(page, 'Exportar').count()).toBe(0)
      await expectAccessible(page)

      await button(page, 'Incluir pessoa').first().click()
      await button(page, 'Incluir').click()
      await page.getByText('Informe o telefone.').waitFor()
      await page.getByLabel('Telefone', { exact: true }).fill('99999-0001')
      await button(page, 'Incluir').click()
      const dialog = page.getByRole('dialog')
      await dialog.locator('[aria-invalid="true"]').waitFor()
      await expectAccessible(page)
      await page.getByLabel('Telefone', { exact: true }).fill('(61) 99999-0001')
      await page.getByLabel('Nome (opcional)').fill('Ana')
      await page.getByLabel('Motivo (opcional)').fill('Pediu por telefone')
      await button(page, 'Incluir').click()
      await row(page, '+55 (61) 99999-0001').getByText('Pediu por telefone').waitFor()
      await page.getByText('1 pessoa', { exact: true }).waitFor()
      await button(page, 'Exportar').waitFor()

      let release = await holdToasts(page)
      // By the keyboard: on a phone an earlier toast may lie above it.
      await button(page, 'Voltar a enviar para Ana').press('Enter')
      await page.getByText('Ninguém pediu para não receber').waitFor()
      expect(await user.get('/api/optouts')).toEqual([])
      await page.getByText('Ana volta a receber campanhas.').waitFor()
      await examine(page, `desfazer-${viewport ? 'estreito' : 'largo'}`)
      await expectAccessible(page)
      await button(page, 'Desfazer').press('Enter')
      await release()
      await row(page, '+55 (61) 99999-0001').waitFor()
      expect(await user.get('/api/optouts')).toMatchObject([
        { phone: '5561999990001', nome: 'Ana', reason: 'Pediu por telefone', source: 'manual' },
      ])

      await page.getByText('Ana não recebe mais campanhas.').first().waitFor()
      release = await holdToasts(page)
      await page.setViewportSize({ ...(viewport ?? wide), height: SMALL })
      await button(page, 'Importar').first().press('Enter')
      await page.getByLabel('Arquivo CSV ou planilha .xlsx').setInputFiles({
        ...{ name: 'fora.xlsx', mimeType: 'application/octet-stream' },
        buffer: Buffer.from(
          await aSheet([
            ['Telefone', 'Nome'],
            ['99999-0002', 'Bia'],
            ['61999990001', 'Ana'],
            ['abc', 'Caio'],
            ['def', 'Davi'],
            ['ghi', 'Eva'],
          ]),
        ),
      })
      const refused = dialog.getByRole('region', { name: 'Linhas inválidas', exact: true })
      await refused.getByText('4 linhas inválidas ficam de fora').waitFor()
      // The dialog has grown up to where the toasts are, and its close button stays free.
      await expect.poll(() => isFree(dialog.locator('header').getByRole('button'))).toBe(true)
      await release()
      await page.setViewportSize(viewport ?? wide)
      await examine(page, `descadastro-importar-${viewport ? 'estreito' : 'largo'}`)
      await expectAccessible(page)
      await page.getByLabel('DDD padrão').fill('61')
      await refused.getByText('3 linhas inválidas ficam de fora').waitFor()
      const mended = page.waitForEvent('download')
      await button(page, 'Baixar linhas inválidas').click()
      expect((await mended).suggestedFilename()).toBe('fora_invalidos.csv')
      expect(await user.get('/api/optouts')).toHaveLength(1)
      await button(page, 'Incluir 1 pessoa').click()
      await page.getByText('1 pessoa incluída.').waitFor()
      await refused.getByText('Linha 4').waitFor()
      await examine(page, `descadastro-importado-${viewport ? 'estreito' : 'largo'}`)
      await expectAccessible(page)
      await button(page, 'Concluir').click()
      await page.getByLabel('Buscar por nome, telefone ou motivo').fill('bia')
      await row(page, 'Ana').waitFor({ state: 'detached' })
      await row(page, 'Bia').waitFor()
      await page.getByLabel('Origem').selectOption('Incluído à mão')
      await page.getByText('Ninguém encontrado').waitFor()
      await page.getByLabel('Origem').selectOption('Importado')
      await row(page, 'Bia').waitFor()
      expect(page.url()).toContain('origem=csv')
      const saved = page.waitForEvent('download')
      await button(page, 'Exportar').click()
      expect((await saved).suggestedFilename()).toBe('descadastrados.csv')
    },
  )

  test('takes a file that is dropped, and says which cannot be read', async () => {
    const user = await console().newUser()
    const page = await console().open('/optouts', { user, expectedErrors: [/400/] })
    await button(page, 'Importar').click()
    const drop = (name: string, text: string) =>
      page.getByText('Escolha uma planilha').evaluate(
        (words, [fileName, content]) => {
          const dataTransfer = new DataTransfer()
          dataTransfer.items.add(new File([content], fileName))
          words.dispatchEvent(new DragEvent('drop', { bubbles: true, dataTransfer }))
        },
        [name, text] as const,
      )
    await drop('vazio.csv', ' ')
    await page.getByText('O arquivo está vazio.').waitFor()
    await drop('fora.csv', '61999990001\n(61) 99999-0002\n')
    await button(page, 'Incluir 2 pessoas').click()
    await page.getByText('2 pessoas incluídas.').waitFor()
    await button(page, 'Concluir').click()
    await row(page, '+55 (61) 99999-0001').waitFor()

    await button(page, 'Importar').click()
    await drop('fora.csv', '61999990001\n')
    await page.getByText('Todas as pessoas deste arquivo já estão no descadastro.').waitFor()
    expect(await page.getByRole('button', { name: /^Incluir \d/ }).count()).toBe(0)
  })

  test('shows everybody down to the first who left, read as they come into sight', async () => {
    const user = await console().newUser()
    const form = new FormData()
    const lines = phones(250).map((phone, index) => `Pessoa ${index};${phone}`)
    form.set('file', new Blob([['nome;telefone', ...lines].join('\n')]), 'descadastro.csv')
    await user.raw('/api/optouts/import', { method: 'POST', body: form })
    const page = await console().open('/optouts', { user })
    await page.getByText('250 pessoas', { exact: true }).waitFor()
    const end = async () => {
      await page.keyboard.press('End')
      return await page.getByRole('link', { name: 'Pessoa 0', exact: true }).count()
    }
    await expect.poll(end).toBe(1)
    expect(await page.getByRole('row').count()).toBeLessThan(60)
  })

  test('shows at once who answers SAIR, and in the campaign what people answered', async () => {
    const user = await console().newUser()
    const device = await user.pair(console().control, '5561988887701')
    const contatos = await user.createList([ANA, BIA])
    const { id } = await user.createCampaign({ device_id: device, contatos })
    await user.waitForEnd(id)
    const page = await console().open('/optouts', { user })
    await page.getByText('Ninguém pediu para não receber').waitFor()
    const writes = (from: string, text: string) =>
      console().control.sendInbound({ from, to: device, text, pushName: 'Bia' })
    await writes(BIA, 'Sair')
    await writes(
      ANA,
      'Confirmo a presença, e levo comigo mais duas pessoas da família, se ainda houver lugar para elas',
    )
    await row(page, 'Respondeu à mensagem').waitFor()
    await until(
      () => user.campaign(id),
      ({ replyCount }) => replyCount === 2,
    )

    await page
      .getByRole('link', { name: /5561999990072|99999-0072|Cliente/ })
      .first()
      .click()
    const history = page.getByRole('region', { name: 'Linha do tempo' })
    await history.getByText('Sair', { exact: true }).first().waitFor()
    await history.getByText('Respondeu à mensagem: “Sair”').waitFor()
    await page.getByText('Respondeu à mensagem: “Sair”').first().waitFor()
    await page.getByRole('link', { name: 'Abrir a conversa' }).waitFor()
    await expectAccessible(page)
    for (const look of screenLooks) {
      await lookAt(page, look)
      await examine(page, `pessoa-descadastrada-${look.look}`)
    }

    await page.setViewportSize(wide)
    await page.goto('/campaigns')
    await page.getByRole('link', { name: 'Ver Detalhes' }).click()
    const details = page.getByRole('dialog')
    await details.getByText('Taxa de resposta').waitFor()
    await details.getByRole('button', { name: /Confirmo a presença/ }).waitFor()
    await examine(page, 'respostas-largo')
    await details.getByLabel('Status do envio').selectOption('Respondeu')
    await details.getByText('2 envios').waitFor()
    await page.setViewportSize(narrow)
    await examine(page, 'respostas-estreito')
    expect(await user.campaign(id)).toMatchObject({ status: CampaignStatus.done })
  })

  test('adds to a campaign, on demand, the sentence that tells how to leave', async () => {
    const user = await console().newUser()
    const page = await console().open('/campaigns/new', { user })
    await page.getByLabel('Nome da campanha').fill('Natal')
    await page.getByLabel('Texto', { exact: true }).fill('Feliz Natal!')
    const footer = page.getByRole('switch', { name: /Para não receber mais, responda SAIR\./ })
    const bubble = page.getByRole('complementary', { name: 'Prévia da mensagem' })
    expect(await bubble.getByText('responda SAIR').count()).toBe(0)
    await footer.click()
    await bubble.getByText('Para não receber mais, responda SAIR.').waitFor()
    await examine(page, 'rodape-largo')
    await button(page, 'Salvar Rascunho').click()
    await page.getByText('Rascunho salvo com sucesso!').waitFor()
    expect(await user.get('/api/campaigns')).toMatchObject([
      { texto: 'Feliz Natal!', rodape_saida: true },
    ])
  })
})
