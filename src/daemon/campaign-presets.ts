import { randomUUID } from 'node:crypto'
import { createMessageTemplates } from '../domain/campaigns/message-templates.ts'
import { createSendingDefaults } from '../domain/campaigns/sending-defaults.ts'
import { clock } from './clock.ts'
import type { Storage } from './storage/storage.ts'

/** What users keep for further campaigns. */
export function createCampaignPresets({ presets }: Pick<Storage, 'presets'>) {
  const { now } = clock
  return {
    messageTemplates: createMessageTemplates({ store: presets.templates, newId: randomUUID, now }),
    sendingDefaults: createSendingDefaults({ store: presets.defaults }),
  }
}
