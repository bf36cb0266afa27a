import { expect, test } from 'vitest'
import { disconnectReasons, PASSKEY_ASKED } from '../../src/contract/devices/disconnect-reasons.ts'
import { describeConsole, expectAccessible, narrow, wide } from '../support/browser/console.ts'
import { tryAgain } from '../support/browser/places.ts'
import { until } from '../support/daemon/user.ts'

describeConsole('the screen of connections', (console) => {
  test('connects an account by QR, shows it, writes through it, and deletes it', async () => {
    const user = await console().newUser()
    const page = await console().open('/whatsapp/connections', { user })
    await page
      .getByText('Nenhuma conexão encontrada. Adicione uma na tela "Conectar WhatsApp".')
      .waitFor()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Conectar WhatsApp' }).last().click()
    await page.getByRole('heading', { level: 1, name: 'Conectar WhatsApp' }).waitFor()
    await page.getByText('Desconectado').waitFor()

    await page.getByRole('button', { name: 'Gerar QR Code' }).click()
    await page.getByText('Por favor, insira um número de telefone no formato 55619...').waitFor()
    expect(await page.locator(':focus').getAttribute('name')).toBe('number')
    await expectAccessible(page)

    await page.getByLabel('Nome da conexão').fill('Loja Aurora')
    await page.getByLabel('DDD').fill('61')
    await page.getByLabel('Número').fill('99999-0000')
    await page.getByLabel('Número').press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Conectar com QR Code' })
    const code = dialog.getByRole('img', { name: /Código QR/ })
    await code.waitFor()
    expect((await code.boundingBox())?.width).toBe(256)
    const modules = await code.locator('path').evaluate((path) => {
      if (!(path instanceof SVGGeometryElement)) throw new Error('no path')
      // Inside a white border of four modules.
      const isDark = (x: number, y: number) => path.isPointInFill(new DOMPoint(x + 4.5, y + 4.5))
      return { corner: isDark(0, 0), level: [isDark(0, 8), isDark(1, 8)] }
    })
    // The masked error correction level is beside the upper left corner; only H has two light
    // modules.
    expect(modules).toEqual({ corner: true, level: [false, false] })
    await dialog.getByText('Aguardando QR').waitFor()
    await dialog.getByText(/Este código muda em \d+ s/).waitFor()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Ler com o celular simulado' }).click()

    await page.getByText('WhatsApp conectado com sucesso!').waitFor()
    await page.waitForURL('**/whatsapp/connections')
    await page.getByText('Conectado', { exact: true }).waitFor()
    await page.getByText('+55 (61) 99999-0000').waitFor()

    const menu = page.getByRole('button', { name: 'Ações de Loja Aurora' })
    await menu.press('ArrowDown')
    await page.getByRole('menuitem', { name: 'Enviar mensagem de teste' }).press('Enter')
    await page.getByLabel('Para').fill('(61) 98888-7777')
    await page.getByRole('textbox', { name: 'Mensagem' }).fill('Chegou?')
    await page.getByRole('button', { name: 'Enviar', exact: true }).click()
    await page.getByText('Mensagem aceita pelo WhatsApp.').waitFor()
    expect(await console().control.inbox('5561988887777')).toMatchObject([{ text: 'Chegou?' }])
    await page.keyboard.press('Escape')

    await menu.click()
    await page.getByRole('menuitem', { name: 'Excluir' }).click()
    await page
      .getByText('Tem certeza? Isso removerá os dados de autenticação e desconectará o aparelho.')
      .waitFor()
    await page.getByRole('button', { name: 'Não' }).click()
    await page.getByText('Conectado', { exact: true }).waitFor()
    await menu.click()
    await page.getByRole('menuitem', { name: 'Excluir' }).click()
    await page.getByRole('button', { name: 'Sim' }).click()
    await page.getByText('Conexão excluída com sucesso!').waitFor()
    await page.getByText('Nenhuma conexão encontrada.').waitFor()
  })

  test('connects with a code on a phone-sized screen, and tells what the phone does meanwhile', async () => {
    const user = await console().newUser()
    const page = await console().open('/baileys', { user, viewport: narrow })
    await page.getByLabel('Número').fill('+55 61 98765-4321')
    await page.getByRole('button', { name: 'Conectar com código' }).click()
    const dialog = page.getByRole('dialog', { name: 'Conectar com código' })
    await dialog.getByText(/^[A-Z0-9]{4}-[A-Z0-9]{4}$/).waitFor()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Ler com o celular simulado' }).click()
    await page.waitForURL('**/whatsapp/connections')
    await page.getByRole('heading', { name: 'Conexão de 5561987654321' }).waitFor()
    await expectAccessible(page)

    await console().control.logOut('5561987654321')
    await page.getByText('O aparelho foi desconectado no celular.').waitFor()
    await page.getByText('Desconectado', { exact: true }).waitFor()
  })

  test('shows the whole of a menu that opens at the lower edge', async () => {
    const user = await console().newUser()
    await user.pair(console().control, '5561977771250')
    for (const deviceId of ['5561977771251', '5561977771252', '5561977771253']) {
      await user.post('/api/whatsapp/connect', { deviceId, connectionName: '' })
    }
    const viewport = { width: 360, height: 560 }
    const page = await console().open('/whatsapp/connections', { user, viewport })
    // The cards of the other devices grow once their codes are shown.
    await expect.poll(() => page.getByText('aguardando QR').count()).toBe(3)
    const opener = page.getByRole('button', { name: 'Ações de Loja 5561977771250' })
    await opener.evaluate((button) => button.scrollIntoView({ block: 'end' }))
    await opener.click()
    const menu = await page.getByRole('menu').boundingBox()
    expect((menu?.y ?? 0) + (menu?.height ?? viewport.height)).toBeLessThanOrEqual(viewport.height)
    expect(menu?.x).toBeGreaterThanOrEqual(0)
    const pictures = page.getByRole('menuitem').locator('svg')
    const widths = await pictures.evaluateAll((all) => all.map(({ clientWidth }) => clientWidth))
    expect(widths).toEqual([16, 16, 16])
  })

  test('says so when the server gives no code, and when it cannot be reached', async () => {
    const user = await console().newUser()
    const expectedErrors = [/Failed to load resource/, /A conexão não se completou/]
    const page = await console().open('/whatsapp/connect', { user, expectedErrors })
    await page.route('**/api/whatsapp/connect', (route) => route.abort())
    await page.getByLabel('Número').fill('+5561987650000')
    await page.getByRole('button', { name: 'Gerar QR Code' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Sem resposta do servidor.').waitFor()
    await dialog.getByText('Desconectado').waitFor()
    await expectAccessible(page)
    await page.unroute('**/api/whatsapp/connect')
    await dialog.getByRole('button', { name: 'Tentar novamente' }).click()
    await dialog.getByRole('img', { name: /Código QR/ }).waitFor()
    expect(await page.getByLabel('Número').inputValue()).toBe('+5561987650000')

    await page.route('**/api/whatsapp/devices', (route) => route.abort())
    await page.goto('/whatsapp/connections')
    await page.getByText('Falha ao buscar conexões.').waitFor()
    await expectAccessible(page)
    const again = page.getByRole('button', { name: 'Tentar novamente' })
    await tryAgain(page, '**/api/whatsapp/devices', again)
    await page.getByText('Aguardando QR').waitFor()
  })

  test('waits on while the server tries again, in whatever words, and stops at an end', async () => {
    const user = await console().newUser()
    const expectedErrors = [/A conexão não se completou/]
    const page = await console().open('/whatsapp/connect', { user, expectedErrors })
    const deviceId = '5561987650001'
    const down = { reason: 'Caiu. Já volta.', reason_code: 'connection_lost' }
    let readCount = 0
    await page.route('**/api/whatsapp/qr/*', (route) =>
      route.fulfill({ json: { qr: null, pairingCode: null } }),
    )
    await page.route('**/api/whatsapp/status/*', (route) =>
      route.fulfill({ json: { status: 'disconnected' } }),
    )
    await page.route('**/api/whatsapp/devices', async (route) => {
      readCount += 1
      const answer = await route.fetch()
      const { devices } = await answer.json()
      const [device] = devices
      await route.fulfill({ json: { devices: [{ ...device, status: 'disconnected', ...down }] } })
    })
    await page.getByLabel('Número').fill(`+${deviceId}`)
    await page.getByRole('button', { name: 'Gerar QR Code' }).click()
    const dialog = page.getByRole('dialog')
    await expect.poll(() => readCount).toBeGreaterThan(1)
    await dialog.getByText('Conectando...').waitFor()
    Object.assign(down, {
      reason: 'O WhatsApp bloqueou este número. Tentando novamente.',
      reason_code: 'banned',
    })
    await dialog.getByText('O WhatsApp bloqueou este número.').waitFor()
    await dialog.getByText('Desconectado').waitFor()
  })

  test('says on the card that the program is too old, and that the account wants its passkey', async () => {
    const { control, newUser, open } = console()
    const user = await newUser()
    const [old, guarded] = ['5561977773001', '5561977773002']
    await user.pair(control, old)
    await control.setAccount(guarded, { passkey: 'required' })
    await user.post('/api/whatsapp/connect', { deviceId: guarded })
    const { qr } = await until(
      () => user.get<{ qr: string | null }>(`/api/whatsapp/qr/${guarded}`),
      (answer) => answer.qr !== null,
    )
    // The scan ends only after a passkey, which this test never gives.
    control.scan({ qr: qr ?? '', phone: guarded }).catch(() => undefined)
    await control.setFaults({ minVersion: '2.3000.2000000000' })
    await control.drop(old)

    const page = await open('/whatsapp/connections', { user, viewport: narrow })
    await page.getByText(disconnectReasons.outdated).waitFor()
    await page.getByText(PASSKEY_ASKED).waitFor()
    await expectAccessible(page)
    await page.setViewportSize(wide)
    await expectAccessible(page)
    await control.setFaults({ minVersion: null })

    await page.getByRole('button', { name: `Ações de Conexão de ${guarded}` }).click()
    await page.getByRole('menuitem', { name: 'Ver QR Code' }).click()
    const steps = page.getByRole('dialog').getByRole('region', { name: 'Chave de acesso' })
    await steps.waitFor()
  })

  test('provokes what WhatsApp may do, and shows it on the device and its paused campaign', async () => {
    const user = await console().newUser()
    const phone = '5561977772001'
    await user.pair(console().control, phone)
    const contatos = await user.createList(['5511977772002', '5511977772003'])
    await user.createCampaign({ device_id: phone, contatos, delay: 3_600 })
    const page = await console().open('/whatsapp/connections', { user, viewport: narrow })
    const provoke = async (fault: string) => {
      await page.getByRole('button', { name: 'Provocar uma falha' }).click()
      await page.getByRole('dialog').getByRole('button', { name: fault }).click()
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }
    await page.getByRole('button', { name: 'Provocar uma falha' }).click()
    await page.getByRole('dialog', { name: 'Provocar uma falha' }).waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Escape')

    await provoke('Travar primeiras mensagens por 2 minutos')
    await page.getByText(/Vale até .* Quem já conversa com este número continua/).waitFor()
    await page.setViewportSize(wide)
    await expectAccessible(page)
    await provoke('Liberar primeiras mensagens')
    await page.getByText(/Vale até/).waitFor({ state: 'detached' })
    await provoke('Abrir a sessão em outro lugar')
    await page.getByText(disconnectReasons.replaced_once).waitFor()
    await expectAccessible(page)

    await page.goto('/campaigns')
    await page.getByRole('button', { name: 'Pausar' }).click()
    await page.getByRole('button', { name: 'Continuar' }).click()
    await page.getByRole('button', { name: 'Pausar' }).waitFor()
  })
})
