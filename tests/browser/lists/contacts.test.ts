import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { describeConsole, expectAccessible, narrow } from '../../support/browser/console.ts'
import { button, tryAgain } from '../../support/browser/places.ts'
import type { User } from '../../support/daemon/user.ts'

type Lists = { id: string; name: string; total: number; contatos: string }[]
const listsOf = (user: User) => user.get<Lists>('/api/contacts')

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
/** With many lists the screen shows lines instead of cards. */
const line = (page: Page, name: string) => page.getByRole('link', { name, exact: true })

async function paste(page: Page, label: string, text: string): Promise<void> {
  await page.getByLabel(label, { exact: true }).evaluate((field, words) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', words)
    field.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    )
  }, text)
}

async function chooseCsv(page: Page, name: string, content: string): Promise<void> {
  await page
    .getByLabel('Arquivo CSV')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) })
}

describeConsole('the screen of contacts', (console) => {
  test('makes a first list of typed and pasted contacts, changes it, finds it and deletes it', async () => {
    const user = await console().newUser()
    const page = await console().open('/contacts', { user })
    await page.getByText('Nenhuma lista de contatos').waitFor()
    await expectAccessible(page)

    await button(page, 'Novo Contato').first().click()
    await button(page, 'Salvar').click()
    await page.getByText('Adicione pelo menos um contato válido.').waitFor()
    await paste(page, 'Nome do contato 1', 'Ana\t61 99999-0001\nBia\t123\n')
    await button(page, 'Salvar').click()
    await page.getByText('Telefone curto demais: faltam dígitos.').waitFor()
    await expectAccessible(page)
    const mended = page.getByLabel('Telefone do contato 2', { exact: true })
    await mended.fill('(61) 99999-0002')
    await page.getByText('Telefone curto demais: faltam dígitos.').waitFor({ state: 'detached' })
    await page.getByText('precisa de correção').waitFor({ state: 'detached' })
    expect(await mended.evaluate((field) => field === document.activeElement)).toBe(true)
    await button(page, 'Salvar').click()
    const prompt = page.getByRole('dialog', { name: 'Nova lista' })
    await prompt.getByRole('button', { name: 'Salvar' }).click()
    await prompt.getByText('O nome da lista é obrigatório para salvar.').waitFor()
    await prompt.getByLabel('Nome da lista').fill('Clientes')
    await prompt.getByRole('button', { name: 'Salvar' }).click()
    await page.getByText('Lista de contatos criada com sucesso!').waitFor()
    await card(page, 'Clientes').getByText('+55 (61) 99999-0002').waitFor()
    await card(page, 'Clientes').getByText('2 contatos').waitFor()

    await button(page, 'Editar lista Clientes').click()
    await page.getByLabel('Nome da lista').fill('Clientes VIP')
    await page.getByLabel('Nome do contato 1', { exact: true }).fill('Ana Beatriz')
    await button(page, 'Remover contato 2').click()
    await expectAccessible(page)
    await button(page, 'Salvar').click()
    await page.getByText('Lista de contatos atualizada com sucesso!').waitFor()
    await card(page, 'Clientes VIP').getByText('Ana Beatriz').waitFor()

    const search = page.getByLabel('Buscar por lista, nome ou telefone')
    await search.fill('99999-0002')
    await page.getByText('Nenhuma lista encontrada').waitFor()
    await search.fill('BEATRIZ')
    await card(page, 'Clientes VIP').waitFor()

    await button(page, 'Excluir lista Clientes VIP').click()
    await page.getByText('Tem certeza que deseja excluir esta lista?').waitFor()
    await button(page, 'Sim').click()
    await page.getByText('Lista excluída!').waitFor()
    await page.getByText('Nenhuma lista encontrada').waitFor()
    expect(await listsOf(user)).toEqual([])
  })

  test('shows what a file holds before it saves it, goes on after a failure, and repeats nobody', async () => {
    const user = await console().newUser()
    const page = await console().open('/contacts', {
      user,
      expectedErrors: [/Failed to load resource/, /Ocorreu um erro durante a importação/],
    })
    await button(page, 'Importar').first().click()
    await chooseCsv(page, 'planilha.csv', 'PK\u0003\u0004\u0000')
    await page.getByText('A planilha está danificada ou incompleta.').waitFor()
    await expectAccessible(page)

    const rows = Array.from(
      { length: 1_200 },
      (_, index) => `Pessoa ${index};619${70_000_000 + index};Brasília`,
    )
    const content = `nome;telefone;cidade\n${rows.join('\n')}\nRepetida;61970000000;\nErrada;123;\n`
    await chooseCsv(page, 'Novembro.csv', content)
    await button(page, 'Importar 1.200 contatos').waitFor()
    await page.getByText('separado por “;”').waitFor()
    await page.getByText('Linha 1.203').waitFor()
    expect(await listsOf(user)).toEqual([])
    await expectAccessible(page)

    await page.getByLabel('Nome da lista').fill('')
    await button(page, 'Importar 1.200 contatos').click()
    await page.getByText('Nome da lista e contatos são obrigatórios.').waitFor()
    await page.getByLabel('Nome da lista').fill('Novembro')
    let appendCount = 0
    const origins: unknown[] = []
    page.on('request', (request) => {
      const isSent = request.method() !== 'GET' && request.url().includes('/api/contacts')
      if (isSent) origins.push(request.postDataJSON().origem)
    })
    await page.route(/\/api\/contacts\/[^/]+$/, async (route) => {
      appendCount += 1
      // The second append arrives, but its answer is lost.
      if (appendCount !== 2) return await route.continue()
      await route.fetch()
      await route.abort()
    })
    await button(page, 'Importar 1.200 contatos').click()
    await page.getByText('Ocorreu um erro durante a importação. Verifique o console.').waitFor()
    await page.getByText(/1\.000 contatos já estão salvos/).waitFor()
    await expectAccessible(page)
    await button(page, 'Tentar novamente').click()
    await page.getByText('1.200 contatos adicionados à lista “Novembro”').waitFor()
    expect(origins).toEqual(['csv', 'csv', 'csv', 'csv'])
    await expectAccessible(page)

    const download = page.waitForEvent('download')
    await button(page, 'Baixar linhas inválidas').click()
    const path = await (await download).path()
    expect(await readFile(path, 'utf8')).toContain(
      'Errada;123;;Telefone curto demais: faltam dígitos.',
    )
    await button(page, 'Concluir').click()
    await card(page, 'Novembro').getByText('+1.197 outros contatos').waitFor()
    const [list] = await listsOf(user)
    expect(list).toMatchObject({ name: 'Novembro', total: 1_200 })
    expect(JSON.parse(list?.contatos ?? '')[0].campos).toEqual({ cidade: 'Brasília' })
  })

  test('sends a long file whole, and exports it under its own name', async () => {
    const user = await console().newUser()
    const page = await console().open('/contacts', { user, viewport: narrow })
    await button(page, 'Importar').first().click()
    const rows = Array.from({ length: 20_100 }, (_, index) => `P ${index},619${70_000_000 + index}`)
    await chooseCsv(page, 'Toda a base.csv', `name,phone\n${rows.join('\n')}\n`)
    await expectAccessible(page)
    await button(page, 'Importar 20.100 contatos').click()
    await page.getByText('20.100 contatos adicionados').waitFor()
    await button(page, 'Concluir').click()

    await button(page, 'Exportar lista Toda a base').click()
    await page.getByLabel('CSV para Excel').check()
    await expectAccessible(page)
    const download = page.waitForEvent('download')
    await button(page, 'Exportar').click()
    expect((await download).suggestedFilename()).toBe('Toda_a_base.csv')
    const text = await readFile(await (await download).path(), 'utf8')
    expect(text.startsWith('\uFEFFname;phone\r\nP 0;5561970000000\r\nP 1;')).toBe(true)
    expect(text.split('\r\n')).toHaveLength(20_102)

    await button(page, 'Editar lista Toda a base').click()
    await page.getByLabel('Buscar nesta lista').fill('P 20099')
    await page.getByLabel('Nome do contato 1', { exact: true }).fill('Última')
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await page.getByText('ainda não foram salvos').waitFor()
    await button(page, 'Não').click()
    await button(page, 'Salvar').click()
    await page.getByText('Lista de contatos atualizada com sucesso!').waitFor()
    expect((await user.get<Lists>('/api/contacts?q=ultima&preview=0')).length).toBe(1)
  })

  test('says that a list is too large to be saved in one call, and keeps what was typed', async () => {
    const user = await console().newUser()
    const people = Array.from({ length: 50_000 }, (_, index) => ({
      name: `${index} ${'x'.repeat(190)}`,
      phone: `619${70_000_000 + index}`,
    }))
    const half = people.length / 2
    const list = { name: 'Nomes longos', contatos: people.slice(0, half) }
    const { id } = await user.post<{ id: string }>('/api/contacts', list)
    await user.patch(`/api/contacts/${id}`, { contatos: people.slice(half) })
    const page = await console().open('/contacts', {
      user,
      expectedErrors: [/Failed to load resource/],
    })
    await button(page, 'Editar lista Nomes longos').click()
    await page.getByLabel('Nome do contato 1', { exact: true }).fill('Primeira')
    await button(page, 'Salvar').click()
    await page.getByText('A lista ficou grande demais para ser salva de uma vez.').waitFor()
    expect(await page.getByLabel('Nome do contato 1', { exact: true }).inputValue()).toBe(
      'Primeira',
    )
    const [saved] = await user.get<Lists>('/api/contacts?preview=1')
    expect(saved).toMatchObject({ total: 50_000, contatos: expect.stringContaining('0 xxx') })
  })

  test('names the campaign that needs a list, and deletes it only when told again', async () => {
    const user = await console().newUser()
    await user.pair(console().control, '5561999990009')
    const listId = await user.createList(['61999990001'], 'Agendados')
    await user.createCampaign({
      name: 'Natal',
      status: 'Agendada',
      contatos: listId,
      device_id: '5561999990009',
      data_de_envio: new Date(Date.now() + 3_600_000).toISOString(),
    })
    const page = await console().open('/contacts', {
      user,
      expectedErrors: [/Failed to load resource/],
    })
    await button(page, 'Excluir lista Agendados').click()
    await button(page, 'Sim').click()
    await page.getByText('campanha agendada: Natal').waitFor()
    await button(page, 'Não').click()
    expect(await listsOf(user)).toHaveLength(1)
    await button(page, 'Excluir lista Agendados').click()
    await button(page, 'Sim').click()
    await page.getByText('campanha agendada: Natal').waitFor()
    await button(page, 'Sim').click()
    await page.getByText('Lista excluída!').waitFor()
  })

  test('loads more lists towards the end, and says when they cannot be read', async () => {
    const user = await console().newUser()
    for (let index = 0; index < 60; index += 1) {
      await user.createList(['61999990001', '61999990002'], `Lista ${index}`)
    }
    const page = await console().open('/contacts', {
      user,
      viewport: narrow,
      expectedErrors: [/Failed to load resource/],
    })
    await line(page, 'Lista 59').waitFor()
    await expectAccessible(page)
    expect(await line(page, 'Lista 0').count()).toBe(0)
    await line(page, 'Lista 20').scrollIntoViewIfNeeded()
    await line(page, 'Lista 0').waitFor()

    await page.route('**/api/contacts?**', (route) => route.abort())
    await page.reload()
    await page.getByText('Erro ao buscar listas de contatos.').waitFor()
    await expectAccessible(page)
    await tryAgain(page, '**/api/contacts?**', button(page, 'Tentar novamente'))
    await line(page, 'Lista 59').waitFor()
  })
})
