import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { describeConsole, expectAccessible, narrow } from '../support/browser/console.ts'

const password = 'uma senha de teste'
/** Chromium itself logs refused requests. */
const refusals = [/Failed to load resource/]

describeConsole('the way in', (console) => {
  test('makes an account, whose holder is signed in, leaves and comes back', async () => {
    const page = await console().open('/signup')
    await expectAccessible(page)
    const email = `nova-${Date.now()}@exemplo.com.br`
    await page.getByLabel('Nome completo').fill('Loja Nova')
    await page.getByLabel('E-mail').fill(email)
    await page.getByLabel('Senha', { exact: true }).fill(password)
    await page.getByLabel('Confirmar senha').fill(password)
    await page.getByLabel('Confirmar senha').press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Painel de Controle' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/')

    await page.getByRole('link', { name: 'Campanhas', exact: true }).click()
    await page.getByRole('button', { name: 'Log Out' }).click()
    // Who left on purpose starts anew.
    await page.waitForURL('**/login')
    await page.getByRole('heading', { level: 1, name: 'Entrar' }).waitFor()
    expect(await page.getByText('Sua sessão terminou').count()).toBe(0)
    await signIn(page, email)
    await page.getByRole('heading', { level: 1, name: 'Painel de Controle' }).waitFor()
    await page.goto('/signup')
    await page.getByRole('heading', { level: 1, name: 'Painel de Controle' }).waitFor()
  })

  test('says beside each field of a sign-up what is wrong with it, and keeps what was typed', async () => {
    const taken = await console().newUser()
    const page = await console().open('/signup', { viewport: narrow, expectedErrors: refusals })
    await page.getByLabel('E-mail').fill('sem arroba')
    await page.getByLabel('Senha', { exact: true }).fill('curta')
    await page.getByLabel('Confirmar senha').fill('outra')
    await page.getByRole('button', { name: 'Criar conta' }).click()
    for (const sentence of [
      'Informe o nome.',
      'Informe um e-mail válido.',
      'A senha precisa de pelo menos 8 caracteres.',
      'As senhas não coincidem.',
    ]) {
      await page.getByText(sentence).waitFor()
    }
    expect(await isFocused(page, 'Nome completo')).toBe(true)
    await expectAccessible(page)

    await page.getByLabel('Nome completo').fill('Loja Repetida')
    await page.getByLabel('E-mail').fill(taken.email)
    await page.getByLabel('Senha', { exact: true }).fill(password)
    await page.getByLabel('Confirmar senha').fill(password)
    await page.getByRole('button', { name: 'Criar conta' }).click()
    await page.getByText('Este e-mail já está cadastrado.').waitFor()
    expect(await page.getByLabel('Nome completo').inputValue()).toBe('Loja Repetida')

    await page.route('**/auth/register', (route) => route.abort())
    await page.getByRole('button', { name: 'Criar conta' }).click()
    await page.getByRole('alert').getByText('Falha ao criar uma conta.').waitFor()
  })

  test('refuses wrong credentials by its own sentence, and sends a double click once', async () => {
    const user = await console().newUser()
    const page = await console().open('/login', {
      viewport: narrow,
      colorScheme: 'light',
      expectedErrors: refusals,
    })
    await page.getByRole('button', { name: 'Entrar' }).click()
    await page.getByText('Informe o e-mail.').waitFor()
    expect(await isFocused(page, 'E-mail')).toBe(true)

    await signIn(page, user.email, 'outra senha')
    await page
      .getByRole('alert')
      .getByText('Falha ao fazer login. Por favor, verifique suas credenciais.')
      .waitFor()
    await expectAccessible(page)

    let asked = 0
    await page.route('**/auth/login', async (route) => {
      asked += 1
      await route.continue()
    })
    await page.getByLabel('Senha').fill(user.password)
    await page.getByRole('button', { name: 'Entrar' }).dblclick()
    await page.getByRole('heading', { level: 1, name: 'Painel de Controle' }).waitFor()
    expect(asked).toBe(1)
  })

  test('stores nothing, and complains of nothing, when an answer has no token', async () => {
    const page = await console().open('/login')
    await page.route('**/auth/login', (route) => route.fulfill({ json: {} }))
    const answered = page.waitForResponse('**/auth/login')
    await signIn(page, 'pessoa@exemplo.com.br')
    await answered
    await page.getByRole('button', { name: 'Entrar', disabled: false }).waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
    expect(await page.evaluate(() => localStorage.length)).toBe(0)
  })

  test('leads back to where somebody wanted to go before they signed in', async () => {
    const user = await console().newUser()
    const page = await console().open('/contacts?busca=clientes')
    await page.getByRole('link', { name: 'Criar conta' }).click()
    await page.getByRole('link', { name: 'Entrar' }).click()
    await signIn(page, user.email)
    await page.getByRole('heading', { level: 1, name: 'Contatos' }).waitFor()
    expect(new URL(page.url()).search).toBe('?busca=clientes')
  })

  test('says when the server ended the session', async () => {
    const user = await console().newUser()
    const expectedErrors = [...refusals, /Falha ao buscar/]
    const page = await console().open('/settings', { user, expectedErrors })
    await page.getByRole('heading', { level: 1, name: 'Configurações' }).waitFor()
    // The session ends only after the link was pressed: an event may end the page's session first,
    // and then it has no links.
    const endSession = () =>
      user.post('/auth/password', { current: user.password, password: 'uma senha nova' })
    let ending: ReturnType<typeof endSession> | undefined
    await page.route('**/api/dashboard/**', async (route) => {
      ending ??= endSession()
      await ending
      await route.continue().catch(() => undefined)
    })
    await page.getByRole('link', { name: 'Dashboard' }).click()
    await page.getByText('Sua sessão terminou. Entre novamente para continuar.').waitFor()
    await expectAccessible(page)
    await signIn(page, user.email, 'uma senha nova')
    await page.getByRole('heading', { level: 1, name: 'Painel de Controle' }).waitFor()
  })

  test('shows the next user nothing that the last one saw', async () => {
    const first = await console().newUser()
    const second = await console().newUser()
    await first.createCampaign({ name: 'Segredo da primeira', status: 'Rascunho' })
    // What was on its way when the session ended is refused.
    const page = await console().open('/', { user: first, expectedErrors: refusals })
    await page.getByRole('row', { name: /Segredo da primeira/ }).waitFor()
    await page.getByRole('button', { name: 'Log Out' }).click()
    await page.getByRole('heading', { level: 1, name: 'Entrar' }).waitFor()
    await page.route('**/api/**', () => undefined)
    await signIn(page, second.email)
    await page.getByRole('heading', { level: 1, name: 'Painel de Controle' }).waitFor()
    expect(await page.getByText('Segredo da primeira').count()).toBe(0)
  })

  test('tells an unknown address in Portuguese, with one way back', async () => {
    const user = await console().newUser()
    const page = await console().open('/nada/aqui', { user, expectedErrors: refusals })
    await page.getByRole('heading', { level: 1, name: 'Página Não Encontrada' }).waitFor()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Voltar ao painel' }).click()
    await page.getByRole('heading', { level: 1, name: 'Painel de Controle' }).waitFor()
  })
})

async function signIn(page: Page, email: string, secret = password): Promise<void> {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Senha').fill(secret)
  await page.getByRole('button', { name: 'Entrar' }).click()
}

async function isFocused(page: Page, label: string): Promise<boolean> {
  return await page.getByLabel(label).evaluate((element) => element === document.activeElement)
}
