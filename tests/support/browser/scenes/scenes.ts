import { campaignScenes } from './campaigns.ts'
import { chatScenes } from './chat.ts'
import { connectionScenes } from './connections.ts'
import { contactScenes } from './contacts.ts'
import { frameScenes } from './frame.ts'
import { instanceScenes } from './instances.ts'
import type { Scene } from './scene.ts'
import { settingsScenes } from './settings.ts'
import { templateScenes } from './templates.ts'

export const scenes: readonly Scene[] = [
  ...[...frameScenes, ...campaignScenes, ...contactScenes, ...connectionScenes],
  ...[...instanceScenes, ...chatScenes, ...settingsScenes, ...templateScenes],
]
