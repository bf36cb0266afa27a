import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { describeConsole } from '../support/browser/console.ts'
import { phones, type User } from '../support/daemon/user.ts'
import { aPromise } from '../support/promise.ts'

const listPath = '**/api/campaigns/with-stats*'
const statsPath = '**/api/dashboard/stats*'

describeConsole('the live console', (console) => {
  test('shows all campaigns although one of them changes while they are on their way', async () => {
    const user = await console().newUser()
    const { id } = await aDraft(user, 'Outono')
    await aDraft(user, 'Primavera')
    const page = await listening(user, [/404/])
    const listRead = aPromise()
    const released = aPromise()
    await page.route(listPath, async (route) => {
      const response = await route.fetch()
      listRead.keep()
      await released.promise
      await route.fulfill({ response })
    })
    await page.getByRole('link', { name: 'Campanhas' }).click()
    await listRead.promise
    await changed(page, () => user.patch(`/api/campaigns/${id}`, { name: 'Inverno' }))
    released.keep()
    await page.getByRole('article', { name: 'Primavera' }).waitFor()
    await page.getByRole('article', { name: 'Inverno' }).waitFor()
    expect(await page.getByRole('article').count()).toBe(2)

    // A campaign created or deleted while the list is read anew is shown or gone.
    await page.unroute(listPath)
    await aDraft(user, 'Verão')
    await page.getByRole('article', { name: 'Verão' }).waitFor()
    await user.remove(`/api/campaigns/${id}`)
    await page.getByRole('article', { name: 'Inverno' }).waitFor({ state: 'detached' })
  })

  test('keeps saying that campaigns cannot be read when events of one of them come', async () => {
    const user = await console().newUser()
    const { id } = await aDraft(user, 'Outono')
    const page = await listening(user, [/status of 400/])
    await page.route(listPath, (route) =>
      route.fulfill({ status: 400, json: { error: 'x', message: 'Assim não.', code: 'invalid' } }),
    )
    await page.getByRole('link', { name: 'Campanhas' }).click()
    await page.getByText('Falha ao carregar as campanhas.').waitFor()
    await changed(page, () => user.patch(`/api/campaigns/${id}`, { name: 'Inverno' }))
    await page.getByText('Assim não.').waitFor()
    expect(await page.locator('[aria-busy="true"]').count()).toBe(0)
    await page.unroute(listPath)
    await page.getByRole('button', { name: 'Tentar novamente' }).click()
    await page.getByRole('article', { name: 'Inverno' }).waitFor()
  })

  test('shows figures that take longer to read than it takes for them to change', async () => {
    const user = await console().newUser()
    const { id } = await aDraft(user, 'Outono')
    const page = await listening(user)
    await page.route(statsPath, async (route) => {
      const response = await route.fetch()
      await new Promise((resolve) => setTimeout(resolve, 1_500))
      await route.fulfill({ response })
    })
    let isShown = false
    const changes = async () => {
      for (let turn = 0; !isShown; turn += 1) {
        await user.patch(`/api/campaigns/${id}`, { name: `Outono ${turn}` })
        await new Promise((resolve) => setTimeout(resolve, 250))
      }
    }
    const changing = changes()
    try {
      await page.getByRole('link', { name: 'Dashboard' }).click()
      await page
        .getByRole('region', { name: 'Mensagens Enviadas' })
        .getByText('nos últimos 30 dias')
        .waitFor()
    } finally {
      isShown = true
      await changing
    }
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })

  test('shows what changed after it was read and before the event stream opened', async () => {
    const user = await console().newUser()
    const { id } = await aDraft(user, 'Outono')
    let listen: () => void = () => undefined
    const listened = new Promise<void>((resolve) => {
      listen = resolve
    })
    const page = await console().open('/campaigns', {
      user,
      prepare: (unused) =>
        unused.route('**/api/events*', async (route) => {
          await listened
          await route.continue()
        }),
    })
    await page.getByRole('article', { name: 'Outono' }).waitFor()
    await user.patch(`/api/campaigns/${id}`, { name: 'Inverno' })
    listen()
    await page.getByRole('article', { name: 'Inverno' }).waitFor()
  })

  test('shows a list created while the lists were being read, and its deletion', async () => {
    const user = await console().newUser()
    const listsRead = aPromise()
    const released = aPromise()
    const page = await console().open('/', {
      user,
      prepare: (unused) =>
        unused.route('**/api/contacts?*', async (route) => {
          const response = await route.fetch()
          listsRead.keep()
          await released.promise
          await route.fulfill({ response })
        }),
    })
    await listsRead.promise
    const id = await user.createList(phones(3))
    released.keep()
    await page.getByRole('img', { name: 'Feito' }).waitFor()
    await page.getByRole('region', { name: 'Contatos Totais' }).getByText('3').first().waitFor()

    await page.getByRole('link', { name: 'Contatos' }).click()
    await page.getByRole('region', { name: 'Clientes' }).getByText('3 contatos').waitFor()
    await user.createList(phones(2), 'Interessados')
    await page.getByRole('region', { name: 'Interessados' }).waitFor()
    await user.remove(`/api/contacts/${id}`)
    await page.getByRole('region', { name: 'Clientes' }).waitFor({ state: 'detached' })
  })

  test('shows a list created right after the lists were read', async () => {
    const user = await console().newUser()
    const page = await console().open('/', { user })
    await page.getByRole('link', { name: 'Criar lista' }).click()
    await page.waitForURL('**/contacts')
    await user.createList(phones(3))
    await page.getByRole('link', { name: 'Dashboard' }).click()
    await page.getByRole('img', { name: 'Feito' }).waitFor()
  })

  const aDraft = (user: User, name: string) => user.createCampaign({ name, status: 'Rascunho' })

  /** A page that gets the events, but has read nothing of the campaigns yet. */
  async function listening(user: User, expectedErrors: readonly RegExp[] = []): Promise<Page> {
    let stream: Promise<unknown> = Promise.resolve()
    const page = await console().open('/settings', {
      user,
      expectedErrors,
      prepare: async (unused) => {
        stream = unused.waitForResponse('**/api/events*')
      },
    })
    await stream
    return page
  }
})

/** Changes a campaign, and waits until the page has read it again. */
async function changed(page: Page, change: () => Promise<unknown>): Promise<void> {
  const read = page.waitForResponse(/\/api\/campaigns\/\d[^/]*$|\/api\/campaigns\/[\w-]{8,}$/)
  await change()
  await (await read).finished()
}
