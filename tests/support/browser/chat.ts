import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { User } from '../daemon/user.ts'

/** Who writes in the journeys of the chat, and what is done there. */

export const ana = '5561988887777'
export const carla = '5561988886666'

export function isFocused(element: Locator): Promise<boolean> {
  return element.evaluate((it) => it === document.activeElement)
}

export async function write(page: Page, text: string): Promise<void> {
  await page.getByLabel('Mensagem').fill(text)
  await page.getByRole('button', { name: 'Enviar', exact: true }).click()
}

export async function receive(
  user: User,
  report: {
    readonly id: string
    readonly text?: string
    readonly message?: object
    readonly instance?: string
    readonly from?: string
    readonly name?: string
    /** Epoch seconds; left out: now. */
    readonly at?: number
  },
): Promise<void> {
  const { id, text, message, instance = 'loja', from = ana, name = 'Ana Beatriz' } = report
  const { url } = await user.get<{ url: string }>('/api/webhooks')
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      event: 'messages.upsert',
      instance,
      data: {
        key: { remoteJid: `${from}@s.whatsapp.net`, fromMe: false, id },
        pushName: name,
        message: message ?? { conversation: text },
        messageTimestamp: report.at ?? Math.floor(Date.now() / 1000),
      },
    }),
  })
  expect(response.status).toBe(200)
}
