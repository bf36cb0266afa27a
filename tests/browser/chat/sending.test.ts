import { expect, test } from 'vitest'
import { ana, carla, receive, write } from '../../support/browser/chat.ts'
import { describeConsole, expectAccessible } from '../../support/browser/console.ts'
import { aPromise } from '../../support/promise.ts'

describeConsole('sending in the chat', (console) => {
  test('really sends through a connected account once somebody says so, and shows a failure', async () => {
    const user = await console().newUser()
    const device = await user.pair(console().control, '5561977771234')
    await receive(user, { id: 'B1', text: 'Quero saber o preço', instance: device })
    const absent = '5561900000001'
    await console().control.setBehaviour(absent, { absent: true })
    await receive(user, {
      id: 'B2',
      text: 'Alô',
      instance: device,
      from: absent,
      name: 'Sem WhatsApp',
    })

    const page = await console().open('/chat', { user, expectedErrors: [/422/] })
    const talk = page.getByRole('region', { name: 'Conversa', exact: true })
    await page.getByRole('button', { name: /Ana Beatriz/ }).click()
    const isReal = page.getByRole('switch', { name: 'Enviar pelo WhatsApp' })
    expect(await isReal.getAttribute('aria-checked')).toBe('false')
    await isReal.click()
    await write(page, 'São R$ 20,00.')
    await talk.getByRole('img', { name: 'Entregue' }).waitFor()
    expect(await console().control.inbox(ana)).toMatchObject([{ text: 'São R$ 20,00.', times: 1 }])
    await expectAccessible(page)

    await page.getByRole('button', { name: /Sem WhatsApp/ }).click()
    await write(page, 'Olá')
    await page.getByText('Número não está no WhatsApp.').waitFor()
    await expectAccessible(page)
    await console().control.setBehaviour(absent, {})
    const { promise: arrived, keep: arrive } = aPromise()
    await page.route('**/api/webhook-messages?**', (route) => arrived.then(() => route.continue()))
    await page.reload()
    await isReal.waitFor()
    const again = page.getByRole('button', { name: 'Tentar novamente' })
    // The button would move under the pointer once the messages above it are read.
    expect(await again.count()).toBe(0)
    arrive()
    await page.getByText('Número não está no WhatsApp.').waitFor()
    await again.click()
    await talk.getByRole('img', { name: 'Entregue' }).waitFor()

    await page.reload()
    await page.getByRole('switch', { name: 'Enviar pelo WhatsApp' }).waitFor()
    expect(await isReal.getAttribute('aria-checked')).toBe('true')
  })

  test('shows how far each message has come, in one bubble, also after a reload', async () => {
    const user = await console().newUser()
    const { control } = console()
    const device = await user.pair(control, '5561977775678')
    const image = Buffer.from('a picture').toString('base64')
    await control.sendInbound({ from: carla, to: device, text: 'Olha', image, pushName: 'Carla' })
    await control.setBehaviour(carla, { ackDelayMs: 1_500, undelivered: true })

    const page = await console().open('/chat', { user })
    await page.getByRole('button', { name: /Carla/ }).click()
    const talk = page.getByRole('region', { name: 'Conversa', exact: true })
    const picture = talk.getByRole('button', { name: /^Abrir / }).locator('img')
    await picture.waitFor()
    const drawn = await picture.evaluate((element) =>
      element instanceof HTMLImageElement
        ? [element.naturalWidth, element.clientWidth, element.clientHeight]
        : [],
    )
    expect(drawn).toEqual([48, 290, 218])

    // Counts the bubbles after each change of the thread, also in frames too short to be seen.
    await talk.evaluate((region) => {
      const counts: number[] = []
      Object.assign(globalThis, { counts })
      const note = () => {
        const bubbles = [...region.querySelectorAll('li')]
        counts.push(bubbles.filter(({ innerText }) => innerText.includes('Linda!')).length)
      }
      new MutationObserver(note).observe(region, { childList: true, subtree: true })
    })
    await page.getByRole('switch', { name: 'Enviar pelo WhatsApp' }).click()
    await write(page, 'Linda!')
    await talk.getByRole('img', { name: 'Enviando' }).waitFor()
    await talk.getByRole('img', { name: 'Enviada' }).waitFor()
    await control.setBehaviour(carla, {})
    const row = page.getByRole('button', { name: /^Carla/ })
    await talk.getByRole('img', { name: 'Entregue' }).waitFor()
    await row.getByRole('img', { name: 'Entregue' }).waitFor()
    await control.markRead(carla)
    await talk.getByRole('img', { name: 'Lida' }).waitFor()
    await row.getByRole('img', { name: 'Lida' }).waitFor()
    const counts = await page.evaluate(() => Reflect.get(globalThis, 'counts'))
    expect(new Set(counts)).toEqual(new Set([1]))
    await expectAccessible(page)

    await page.reload()
    await talk.getByRole('img', { name: 'Lida' }).waitFor()
    await picture.waitFor()
  })
})
