import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { describeConsole, expectAccessible, narrow, wide } from '../../support/browser/console.ts'
import { button, dialogButton, holdToasts, toast } from '../../support/browser/places.ts'
import type { User } from '../../support/daemon/user.ts'

type Lists = { id: string; name: string; total: number }[]
const listsOf = (user: User) => user.get<Lists>('/api/contacts?preview=0')

const box = (page: Page, name: string) =>
  page.getByRole('checkbox', { name: `Escolher lista ${name}`, exact: true })

/** Creates the list of a class; one person is in every class. */
async function aClass(user: User, name: string, at: number): Promise<void> {
  const contatos = [
    { name: `Aluno ${at}`, phone: String(5_561_970_000_000 + at), campos: { turma: name } },
    { name: 'Irmã', phone: '5561979999999', campos: { [`aula ${at}`]: 'sim' } },
  ]
  await user.post('/api/contacts', { name, contatos })
}

describeConsole('several lists', (console) => {
  test('a school with many classes chooses a range by the keys, and joins, exports and deletes it', async () => {
    const user = await console().newUser()
    for (let at = 1; at <= 14; at += 1) await aClass(user, `${at}º ano`, at)
    const page = await console().open('/contacts', { user })
    await page.getByText('14 listas, 28 contatos').waitFor()
    await button(page, 'Lista').click()
    await page.getByRole('columnheader', { name: 'Lista', exact: true }).waitFor()
    await page.locator('tbody tr:first-child', { hasText: /^1º ano/ }).waitFor()

    await box(page, '2º ano').focus()
    await page.keyboard.press('Space')
    await box(page, '4º ano').focus()
    await page.keyboard.press('Shift+Space')
    await page.getByText('3 listas escolhidas, 6 contatos').waitFor()
    expect(await box(page, '3º ano').isChecked()).toBe(true)
    await expectAccessible(page)
    await page.keyboard.press('F6')
    const campaign = page.getByRole('link', { name: 'Nova campanha com estas' })
    await page.keyboard.press('F6')
    expect(await box(page, '4º ano').evaluate((each) => each === document.activeElement)).toBe(true)
    expect(await campaign.isVisible()).toBe(true)

    await button(page, 'Exportar').click()
    await dialogButton(page, 'Exportar').waitFor()
    await expectAccessible(page)
    const download = page.waitForEvent('download')
    await dialogButton(page, 'Exportar').click()
    expect((await download).suggestedFilename()).toBe('listas_de_contatos.csv')
    const lines = (await readFile(await (await download).path(), 'utf8')).split('\r\n')
    expect(lines.slice(0, 3)).toEqual([
      '\uFEFFname;phone;lista;turma;aula 2;aula 3;aula 4',
      'Aluno 2;5561970000002;2º ano;2º ano;;;',
      'Irmã;5561979999999;2º ano;;sim;;',
    ])
    expect(lines).toHaveLength(8)

    const release = await holdToasts(page)
    await button(page, 'Juntar').click()
    await page.getByLabel('Nome da nova lista').fill('Fundamental')
    await expectAccessible(page)
    await page.getByLabel('Excluir depois as listas juntadas').check()
    await dialogButton(page, 'Juntar').click()
    await toast(page, 'Fundamental tem agora 4 contatos. 2 telefones se repetiam.').waitFor()
    await toast(page, '3 listas excluídas!').waitFor()
    expect((await listsOf(user)).map(({ name }) => name)).not.toContain('3º ano')
    await page.getByRole('button', { name: /^Desfazer/ }).click()
    await toast(page, '3 listas voltaram.').waitFor()
    await box(page, '3º ano').waitFor()
    await release()
    expect(await listsOf(user)).toHaveLength(15)
  })

  test('on a phone a campaign begins with the lists that were chosen, each person once', async () => {
    const user = await console().newUser()
    for (let at = 1; at <= 3; at += 1) await aClass(user, `${at}º ano`, at)
    const page = await console().open('/contacts', { user, viewport: narrow })
    await page.getByRole('checkbox', { name: 'Todas as listas' }).check()
    await page.getByText('3 listas escolhidas, 6 contatos').waitFor()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Nova campanha com estas' }).click()
    const others = page.getByRole('list', { name: 'Outras listas' })
    await others.getByText('1º ano · 2 contatos').waitFor()
    await others.getByText('2º ano · 2 contatos').waitFor()
    await expectAccessible(page)
    await page.setViewportSize(wide)
    await page.getByText('4 contatos', { exact: true }).first().waitFor()
  })
})
