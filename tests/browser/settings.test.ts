import { expect, test } from 'vitest'
import { describeConsole, expectAccessible, narrow } from '../support/browser/console.ts'
import { examine, lookAt, screenLooks } from '../support/browser/looks.ts'
import { button } from '../support/browser/places.ts'
import { aStandIn } from '../support/daemon/stand-in.ts'

describeConsole('the screen of settings', (console) => {
  test('shows samples in the last three tabs, reached by arrows, and says that nothing is saved', async () => {
    const user = await console().newUser()
    for (const viewport of [{ width: 1440, height: 900 }, narrow]) {
      const page = await console().open('/settings?aba=account', { user, viewport })
      await page.getByText('nada é salvo').waitFor()
      await page.getByRole('tabpanel', { name: 'Account' }).waitFor()
      await expectAccessible(page)
      const onward = viewport === narrow ? 'ArrowRight' : 'ArrowDown'
      await page.getByRole('tab', { name: 'Account' }).press(onward)
      await page.getByRole('tabpanel', { name: 'Notifications' }).waitFor()
      await expectAccessible(page)
      await page.keyboard.press(onward)
      await page.getByRole('tabpanel', { name: 'Billing' }).waitFor()
      await page.getByText('20.000').waitFor()
      expect(await page.getByText('exemplo', { exact: true }).count()).toBeGreaterThan(0)
      await expectAccessible(page)
      // As when a phone is turned upright: the last tab would be beyond the edge.
      await page.setViewportSize(narrow)
      const last = page.getByRole('tab', { name: 'Billing' })
      const left = async () => (await last.boundingBox())?.x
      await expect.poll(left).toBeLessThan(narrow.width)
    }
  })

  test('has its tabs beside what they show, and on a phone in a row that fades where it goes on', async () => {
    const user = await console().newUser()
    const page = await console().open('/settings', { user })
    const first = page.getByRole('tab', { name: 'Conta', exact: true })
    const panel = page.getByRole('tabpanel')
    const rightOf = async () => {
      const [tab, shown] = [await first.boundingBox(), await panel.boundingBox()]
      return tab && shown && shown.x - (tab.x + tab.width)
    }
    await expect.poll(rightOf).toBeGreaterThan(0)
    // What is set stands at the right of its name, and on a phone below it.
    const name = page.getByLabel('Nome', { exact: true })
    const label = panel.getByText('Nome', { exact: true })
    const fromLabel = async () => {
      const [words, field] = [await label.boundingBox(), await name.boundingBox()]
      if (!words || !field) throw new Error('the name is not drawn')
      return { isRight: field.x > words.x + words.width, isBelow: field.y > words.y + words.height }
    }
    expect(await fromLabel()).toEqual({ isRight: true, isBelow: false })
    await page.setViewportSize(narrow)
    expect(await fromLabel()).toEqual({ isRight: false, isBelow: true })
    const fade = () =>
      page.getByRole('tablist').evaluate((list) => getComputedStyle(list).maskImage)
    await expect.poll(fade).toContain('linear-gradient')
    const middle = page.getByRole('tab', { name: 'Webhooks' })
    await middle.click()
    const isWhole = async () => {
      const box = await middle.boundingBox()
      return box !== null && box.x >= 48 && box.x + box.width <= narrow.width - 48
    }
    await expect.poll(isWhole).toBe(true)
  })

  test('makes a webhook, shows its secret once, and tells what its address answered', async () => {
    const { url, seen } = await aStandIn(() => ({ status: 204 }))
    const page = await console().open('/settings?aba=webhooks', {
      user: await console().newUser(),
    })
    await page.getByText('Nenhum webhook').waitFor()
    await examine(page, 'configuracoes-webhooks-vazio')
    await button(page, 'Novo webhook').click()
    await page.getByLabel('Endereço').fill(url)
    await button(page, 'Cadastrar webhook').click()
    const secret = await page.getByLabel('Segredo', { exact: true }).inputValue()
    expect(secret).toMatch(/^whsec_/)
    for (const look of screenLooks) {
      await lookAt(page, look)
      await examine(page, `configuracoes-webhook-segredo-${look.look}`)
    }
    await button(page, 'Guardei o segredo').click()
    await button(page, 'Enviar teste').click()
    await button(page, 'Enviar agora').click()
    await page.getByText(/^O teste chegou: o endereço respondeu 204 em/).waitFor()
    expect(seen.map(({ text }) => JSON.parse(text).type)).toEqual(['campanha.iniciada'])
    expect(await page.content()).not.toContain(secret)
    for (const look of screenLooks) {
      await lookAt(page, look)
      await examine(page, `configuracoes-webhook-testado-${look.look}`)
    }
  })

  test('shows the theme and the text size that were chosen, also to a page that is opened anew', async () => {
    const user = await console().newUser()
    for (const viewport of [{ width: 1440, height: 900 }, narrow]) {
      const page = await console().open('/settings?aba=aparencia', { user, viewport })
      const background = () =>
        page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
      const dark = await background()
      await page.getByRole('radio', { name: 'Claro' }).check()
      const light = await background()
      expect(light).not.toBe(dark)
      const body = () => page.evaluate(() => getComputedStyle(document.body).fontSize)
      const normal = Number.parseFloat(await body())
      await page.getByRole('radio', { name: 'Maior' }).check()
      expect(Number.parseFloat(await body())).toBeGreaterThan(normal)
      await expectAccessible(page)
      for (const [slug, shown] of [
        ['conta', page.getByLabel('Senha atual')],
        ['padroes', page.getByLabel('Sortear a pausa até (segundos)')],
        ['descadastrados', page.getByText('Ninguém saiu até agora')],
      ] as const) {
        await page.goto(`/settings?aba=${slug}`)
        await shown.waitFor()
        expect(await background()).toBe(light)
        await examine(page, `aba-${slug}-claro-maior-${viewport.width}`)
      }
      await page.goto('/settings?aba=aparencia')
      await page.getByRole('radio', { name: 'Do sistema' }).check()
      expect(await background()).toBe(dark)
      await examine(page, `aba-aparencia-${viewport.width}`)
    }
  })

  test('finds a setting by what people call it, and shows its card below what stays at the top', async () => {
    const user = await console().newUser()
    for (const viewport of [{ width: 1440, height: 900 }, narrow]) {
      const page = await console().open('/settings?aba=aparencia', { user, viewport })
      const card = page.locator('#meus-dados')
      const isShown = () =>
        card.evaluate((one) => {
          const { left, top, bottom } = one.getBoundingClientRect()
          const isOnTop = one.contains(document.elementFromPoint(left + 20, top + 4))
          return one === document.activeElement && isOnTop && bottom <= innerHeight
        })
      // The second time it is there already, and scrolled away from.
      for (const time of ['first', 'second']) {
        await button(page, /Buscar ajuste/).click()
        const field = page.getByRole('combobox', { name: 'O que você quer mudar?' })
        await field.waitFor()
        if (time === 'first') await examine(page, `ajustes-${viewport.width}`)
        await field.fill('exportar meus dados')
        await field.press('Enter')
        await expect.poll(isShown).toBe(true)
        if (time === 'first') await examine(page, `ajuste-achado-${viewport.width}`)
        await page.evaluate(() => scrollTo(0, 0))
      }
    }
  })

  test('leads anywhere by Ctrl+K and helps by a question mark; the focus comes back', async () => {
    const user = await console().newUser()
    for (const viewport of [{ width: 1440, height: 900 }, narrow]) {
      const page = await console().open('/settings?aba=aparencia', { user, viewport })
      const dark = page.getByRole('radio', { name: 'Escuro' })
      await dark.focus()
      const palette = page.getByRole('combobox', { name: 'O que você procura?' })
      await expect
        .poll(async () => {
          if (!(await palette.isVisible())) await page.keyboard.press('Control+k')
          return palette.isVisible()
        })
        .toBe(true)
      await examine(page, `paleta-${viewport.width}`)
      await page.keyboard.press('Escape')
      await expect.poll(() => dark.evaluate((one) => one === document.activeElement)).toBe(true)
      await page.keyboard.press('?')
      await page.getByText('Fui restrito, e agora?').click()
      await page.getByText('Espere: a conexão mostra até quando').waitFor()
      await examine(page, `ajuda-${viewport.width}`)
      await page.keyboard.press('Escape')
      await page.keyboard.press('Control+k')
      await palette.fill('nova')
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { level: 1, name: 'Nova campanha' }).waitFor()
    }
  })
})
