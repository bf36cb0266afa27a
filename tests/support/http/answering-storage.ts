import { onTestFinished } from 'vitest'
import type { Chatbot } from '../../../src/contract/gateways/assistant.ts'
import type { ChatSettingsRecord } from '../../../src/domain/chats/chats.ts'
import type { GatewayRecord } from '../../../src/domain/gateways/gateways.ts'
import type { InstanceRecord } from '../../../src/domain/gateways/instances.ts'
import type {
  AgentRecord,
  AssistantLinkRecord,
  ReplyCount,
} from '../../../src/domain/replies/assistants.ts'
import type { CampaignWebhookRecord } from '../../../src/domain/webhooks/campaign-webhooks.ts'
import type { ConnectionNews } from '../../../src/domain/webhooks/connection-news.ts'
import { openDamages } from '../../../src/storage/damage/damages.ts'
import { openWebhookMessages } from '../../../src/storage/messages/webhook-messages.ts'
import { openWebhookOutbox } from '../../../src/storage/outbox/webhook-outbox.ts'
import { openReplyLogs } from '../../../src/storage/replies/reply-logs.ts'
import { createMemoryStore } from '../storage/memory-store.ts'

/** What is kept of gateways and their messages, until the test ends. */
export async function answeringStorage(dir: string) {
  const messages = await openWebhookMessages({ dir, keep: 1_000 })
  const outbox = await openWebhookOutbox({ dir })
  const replies = await openReplyLogs({ dir, damages: await openDamages({ dir }) })
  onTestFinished(async () => {
    await messages.close()
    await outbox.close()
    await replies.close()
  })
  return {
    answering: {
      gateways: createMemoryStore<GatewayRecord>(),
      instances: createMemoryStore<InstanceRecord>(),
      agents: createMemoryStore<AgentRecord>(),
      links: createMemoryStore<AssistantLinkRecord>(),
      replyCounts: createMemoryStore<ReplyCount>(),
      chatbots: createMemoryStore<Chatbot>(),
      chatSettings: createMemoryStore<ChatSettingsRecord>(),
      ...{ messages, replies },
    },
    outbox,
    webhooks: createMemoryStore<CampaignWebhookRecord>(),
    connectionNews: createMemoryStore<ConnectionNews>(),
  }
}
