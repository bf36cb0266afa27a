import { within } from '@testing-library/dom'
import { expect, onTestFinished, test, vi } from 'vitest'
import { asJson } from '../../../support/http/app.ts'
import { aConsole, refusal } from '../../../support/web/console.tsx'

const login = { email: 'loja@example.com', password: 'uma boa senha' }

async function theAccount() {
  const console = await aConsole()
  return { ...console, ...(await console.open('/settings?aba=conta')) }
}

test('the name is changed, and stands in the form as the server has it', async () => {
  const { user, page, api } = await theAccount()
  const name = await page.findByLabelText('Nome')
  const save = page.getByRole('button', { name: 'Salvar nome' })
  expect(save).toHaveProperty('disabled', true)
  await user.clear(name)
  await user.click(save)
  await page.findByText('Informe o nome.')
  await user.type(name, 'Loja da Ana')
  await user.click(save)
  await page.findByText('Nome alterado.')
  expect((await api('GET', '/auth/me')).user.name).toBe('Loja da Ana')
  expect(name).toHaveProperty('value', 'Loja da Ana')
})

test('what is saved is said beside its button, until something else is typed there', async () => {
  const { user, page } = await theAccount()
  const name = await page.findByLabelText('Nome')
  await user.type(name, ' e Filhos')
  const save = page.getByRole('button', { name: 'Salvar nome' })
  await user.click(save)
  const said = await page.findByText('Nome alterado.')
  expect(said.getAttribute('role')).toBe('status')
  expect(said.parentElement).toBe(save.parentElement)
  await user.type(name, '!')
  expect(page.queryByText('Nome alterado.')).toBeNull()
})

test('a password is changed by who knows the present one; what was typed stays otherwise', async () => {
  const { user, page, request, complaints } = await theAccount()
  const current = await page.findByLabelText('Senha atual')
  const next = page.getByLabelText('Nova senha')
  await user.type(current, 'errada')
  await user.type(next, 'curta')
  await user.click(page.getByRole('button', { name: 'Alterar senha' }))
  await page.findByText('A senha precisa de pelo menos 8 caracteres.')
  await user.type(next, ' mas agora longa')
  await user.click(page.getByRole('button', { name: 'Alterar senha' }))
  await page.findAllByText('A senha atual não confere.')
  expect(current.getAttribute('aria-invalid')).toBe('true')
  expect(next).toHaveProperty('value', 'curta mas agora longa')
  await user.clear(current)
  await user.type(current, login.password)
  await user.click(page.getByRole('button', { name: 'Alterar senha' }))
  await page.findByText('Senha alterada. Os outros aparelhos precisam entrar de novo.')
  expect(current).toHaveProperty('value', '')
  const changed = { ...login, password: 'curta mas agora longa' }
  expect((await request('/auth/login', asJson(changed))).status).toBe(200)
  complaints.take(/senha/)
})

test('what is typed in one part of the screen is still asked for once another is saved', async () => {
  const { user, page } = await theAccount()
  await user.type(await page.findByLabelText('Nome'), ' Nova')
  await user.type(page.getByLabelText('Senha atual'), login.password)
  await user.click(page.getByRole('button', { name: 'Salvar nome' }))
  await page.findByText('Nome alterado.')
  await user.click(page.getByRole('link', { name: 'Contatos' }))
  await page.findByText('O que foi digitado ainda não foi salvo. Sair sem salvar?')
})

test('a password can be looked at', async () => {
  const { user, page } = await theAccount()
  const current = await page.findByLabelText('Senha atual')
  await user.click(page.getByRole('button', { name: /^Mostrar.*Senha atual/ }))
  expect(current.getAttribute('type')).toBe('text')
  await user.click(page.getByRole('button', { name: /^Ocultar.*Senha atual/ }))
  expect(current.getAttribute('type')).toBe('password')
})

test('other sessions are ended one by one or all at once; this one goes on', async () => {
  const { open, request } = await aConsole()
  const elsewhere = async (agent: string) => {
    const { headers, ...init } = asJson(login)
    await request('/auth/login', { ...init, headers: { ...headers, 'user-agent': agent } })
  }
  await elsewhere(
    'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36',
  )
  await elsewhere('Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0')
  const { user, page } = await open('/settings?aba=conta')
  await page.findByText('Esta sessão')
  await user.click(
    await page.findByRole('button', { name: 'Encerrar a sessão: Chrome no Android' }),
  )
  await page.findByText('Sessão encerrada.')
  page.getByText('Firefox no Windows')
  await user.click(page.getByRole('button', { name: 'Sair de todas as outras' }))
  await user.click(await page.findByRole('button', { name: 'Sim' }))
  await page.findByText('Todas as outras sessões foram encerradas.')
  expect(page.queryByText('Firefox no Windows')).toBeNull()
  page.getByText('Esta sessão')
})

test('the only session offers no way out of others', async () => {
  const { page } = await theAccount()
  await page.findByText('Esta sessão')
  expect(page.queryByRole('button', { name: 'Sair de todas as outras' })).toBeNull()
})

test('the key shows when asked for, and is renewed after a question', async () => {
  const { user, page, api } = await theAccount()
  const { apikey } = (await api('GET', '/auth/me')).user
  await user.click(await page.findByRole('button', { name: 'Mostrar' }))
  page.getByText(apikey)
  await user.click(page.getByRole('button', { name: 'Gerar nova chave' }))
  await user.click(await page.findByRole('button', { name: 'Sim' }))
  await page.findByText('Nova chave gerada. A anterior não vale mais.')
  const renewed = (await api('GET', '/auth/me')).user.apikey
  expect(renewed).not.toBe(apikey)
  await page.findByText(renewed)
})

test('says why the account did not come, and asks again', async () => {
  const console = await aConsole()
  console.intercept(({ url }) => (url.endsWith('/auth/me') ? refusal('Sem disco.') : undefined))
  const { user, page } = await console.open('/settings')
  await page.findByText('Sem disco.')
  console.intercept(() => undefined)
  await user.click(page.getByRole('button', { name: 'Tentar novamente' }))
  await page.findByLabelText('Nome')
})

test('all that is kept of the account is downloaded as one file, named by the day at its owner', async () => {
  vi.stubEnv('TZ', 'America/Sao_Paulo')
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-01-16T01:00:00.000Z') })
  onTestFinished(() => {
    vi.useRealTimers()
    vi.unstubAllEnvs()
  })
  const { user, page } = await theAccount()
  const saved: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    saved.push(this.download)
  })
  await user.click(await page.findByRole('button', { name: 'Baixar meus dados' }))
  await page.findByText(/^Seus dados foram baixados/)
  expect(saved).toEqual(['disparo-meus-dados-2026-01-15.zip'])
})

test('the account is deleted by its password and a typed word, and by nothing less', async () => {
  const { user, page, request, complaints } = await theAccount()
  await user.click(await page.findByRole('button', { name: 'Excluir conta' }))
  const dialog = within(await page.findByRole('dialog', { name: 'Excluir conta' }))
  const send = dialog.getByRole('button', { name: 'Excluir para sempre' })
  await user.click(send)
  await dialog.findByText('Informe a senha.')
  await dialog.findByText('Digite EXCLUIR.')
  const password = dialog.getByLabelText('Senha')
  await user.type(password, 'errada')
  await user.type(dialog.getByLabelText('Digite EXCLUIR para confirmar'), 'excluir')
  await user.click(send)
  await dialog.findAllByText('A senha atual não confere.')
  expect(password.getAttribute('aria-invalid')).toBe('true')
  await user.clear(password)
  await user.type(password, login.password)
  await user.click(send)
  await page.findByRole('button', { name: 'Entrar' })
  expect((await request('/auth/login', asJson(login))).status).toBe(401)
  complaints.take(/senha|auth/)
})
