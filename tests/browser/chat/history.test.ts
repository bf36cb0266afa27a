import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { ana, isFocused, receive } from '../../support/browser/chat.ts'
import { describeConsole, expectAccessible, narrow, wide } from '../../support/browser/console.ts'
import type { User } from '../../support/daemon/user.ts'
import { aPromise } from '../../support/promise.ts'

const COUNT = 620

/** Messages of different heights, a minute apart. */
async function aHistory(user: User): Promise<void> {
  const begin = Math.floor(Date.now() / 1000) - COUNT * 60
  for (let step = 0; step < COUNT; step += 1) {
    const long = step % 3 === 0 ? ` ${'e mais um pouco '.repeat(12)}` : ''
    const text = step === 40 ? 'A REMATRÍCULA abre em março' : `Mensagem ${step}.${long}`
    await receive(user, { id: `H${step}`, text, at: begin + step * 60 })
  }
}

/** The first message in sight, and how far below the upper edge it stands. */
function inSight(talk: Locator) {
  return talk.evaluate((region) => {
    const top = region.getBoundingClientRect().top
    const row = [...region.querySelectorAll('li[data-place]')].find(
      (each) => each.getBoundingClientRect().bottom > top,
    )
    return [
      row?.getAttribute('data-place'),
      Math.round((row?.getBoundingClientRect().top ?? 0) - top),
    ]
  })
}

const talkOf = (page: Page) => page.getByRole('region', { name: 'Conversa', exact: true })

describeConsole('history of a chat', (console) => {
  test('is scrolled back to its first message, and what is read stays where it is', async () => {
    const user = await console().newUser()
    await aHistory(user)
    const page = await console().open(`/chat?instancia=own:loja&contato=${ana}`, { user })
    const talk = talkOf(page)
    await talk.getByText(`Mensagem ${COUNT - 1}.`).waitFor()
    // The older page comes late: nothing moves while it is awaited, nor when it comes.
    const held = aPromise()
    await page.route(/before_timestamp/, async (route) => {
      await held.promise
      await route.continue()
    })
    await talk.evaluate((region) => region.scrollTo(0, 150))
    await talk.getByRole('button', { name: 'Carregando mensagens…' }).waitFor()
    const before = await inSight(talk)
    held.keep()
    await talk.getByText(`Mensagem ${COUNT - 150}.`).waitFor({ state: 'attached' })
    expect(await inSight(talk)).toEqual(before)
    await expectAccessible(page)

    // A message that comes in meanwhile moves nothing either.
    const read = await inSight(talk)
    await receive(user, { id: 'NEW', text: 'Acabou de chegar' })
    await talk.getByText('Acabou de chegar').waitFor({ state: 'attached' })
    expect(await inSight(talk)).toEqual(read)

    const first = talk.getByText('Mensagem 0.')
    await expect
      .poll(async () => {
        await talk.evaluate((region) => region.scrollTo(0, 0))
        return first.count()
      })
      .toBe(1)
    await talk.getByText('Aqui começam as mensagens guardadas').waitFor()
    // At most 400 messages are in the page; one press shows the newest.
    expect(await talk.locator('li[data-place]').count()).toBeLessThanOrEqual(400)
    await page.getByRole('button', { name: 'Mensagens mais novas' }).click()
    await talk.getByText('Acabou de chegar').waitFor()
    const left = await talk.evaluate((it) => it.scrollHeight - it.scrollTop - it.clientHeight)
    expect(left).toBeLessThan(2)
  })

  test.each([
    ['wide', wide],
    ['narrow', narrow],
  ])(
    'is searched, and shows what was found with what stands around it (%s)',
    async (_, viewport) => {
      const user = await console().newUser()
      await aHistory(user)
      const page = await console().open(`/chat?instancia=own:loja&contato=${ana}`, {
        user,
        viewport,
      })
      const talk = talkOf(page)
      await talk.getByText(`Mensagem ${COUNT - 1}.`).waitFor()
      const button = page.getByRole('button', { name: 'Buscar na conversa' })
      await button.press('Enter')
      const field = page.getByLabel('Buscar nesta conversa')
      await expect.poll(() => isFocused(field)).toBe(true)
      await field.fill('rematricula')
      await page.getByText('1 de 1').waitFor()
      const hit = talk.locator('li[aria-current]')
      await hit.getByText('REMATRÍCULA', { exact: true }).waitFor()
      const [box, room] = [await hit.boundingBox(), await talk.boundingBox()]
      expect(box?.y ?? 0).toBeGreaterThan(room?.y ?? 0)
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan((room?.y ?? 0) + (room?.height ?? 0))
      await talk.getByText('Mensagem 41.').waitFor()
      await expectAccessible(page)
      // From there the talk is read on downwards.
      await expect
        .poll(async () => {
          await talk.evaluate((region) => region.scrollTo(0, region.scrollHeight))
          return talk.getByText('Mensagem 200.').count()
        })
        .toBe(1)
      await field.press('Escape')
      await expect.poll(() => isFocused(button)).toBe(true)
      expect(await field.count()).toBe(0)
    },
  )
})
