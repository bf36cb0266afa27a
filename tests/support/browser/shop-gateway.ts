import type { Page } from 'playwright-core'
import type { User } from '../daemon/user.ts'
import { aPlayedGateway, aRecord, PLAYED_KEY } from './gateway-stand-in.ts'

/** A webhook that another program has set. */
export const elsewhere = {
  id: 'w1',
  url: 'https://antigo.exemplo.com.br/hook',
  enabled: true,
  events: ['MESSAGES_UPSERT', 'CONNECTION_UPDATE'],
  webhookByEvents: false,
  webhookBase64: true,
}

/** Version 2 and version 1 side by side; the first instance claims to be open, and is not. */
export async function aShopGateway() {
  return await aPlayedGateway({
    'loja-aurora': {
      record: aRecord('loja-aurora', {
        profileName: 'Loja Aurora',
        ownerJid: '5561988880001@s.whatsapp.net',
        _count: { Message: 12_345, Contact: 210, Chat: 48 },
      }),
      state: 'close',
      webhook: { ...elsewhere },
      emptyPolls: 0,
    },
    balcao: {
      record: {
        instance: {
          instanceName: 'balcao',
          owner: '5561988880002@s.whatsapp.net',
          profileName: 'Balcão',
          status: 'open',
        },
      },
      state: 'open',
      webhook: null,
      emptyPolls: 0,
    },
  })
}

export async function register(page: Page, url: string, key = PLAYED_KEY): Promise<void> {
  await page.getByRole('button', { name: 'Cadastrar gateway' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cadastrar gateway' })
  await dialog.getByLabel('URL').fill(url)
  await dialog.getByLabel('API Key').fill(key)
  await dialog.getByRole('button', { name: 'Cadastrar' }).click()
  await dialog.waitFor({ state: 'hidden' })
}

/** The address for a gateway's events, as the daemon answers it. */
export async function webhookUrlOf(user: User, url: string): Promise<string> {
  const rows = await user.get<{ url: string; webhook_url: string }[]>('/api/evolution')
  return rows.find((row) => row.url === url)?.webhook_url ?? ''
}
