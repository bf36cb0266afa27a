import type { Chatbot } from '../../../src/contract/gateways/assistant.ts'
import type { ChatSettingsRecord } from '../../../src/domain/chats/chats.ts'
import { type GatewayRecord, gatewayKeys } from '../../../src/domain/gateways/gateways.ts'
import { type InstanceRecord, instanceKeys } from '../../../src/domain/gateways/instances.ts'
import type {
  AgentRecord,
  AssistantLinkRecord,
  ReplyCount,
} from '../../../src/domain/replies/assistants.ts'
import type { CampaignWebhookRecord } from '../../../src/domain/webhooks/campaign-webhooks.ts'
import type { ReportedConnection } from '../../../src/domain/webhooks/connection-changes.ts'
import { hashApiKey } from '../../../src/security/passwords.ts'
import { withKeys } from '../../../src/storage/collections/keyed-store.ts'
import { openDamages } from '../../../src/storage/damage/damages.ts'
import { openWebhookMessages } from '../../../src/storage/messages/webhook-messages.ts'
import { openWebhookOutbox } from '../../../src/storage/outbox/webhook-outbox.ts'
import { openReplyLogs } from '../../../src/storage/replies/reply-logs.ts'
import { createMemoryStore } from '../storage/memory/memory-store.ts'

/** The storage of gateways and their messages, until it is closed. */
export async function answeringStorage(
  dir: string,
  { atEnd }: { readonly atEnd: (close: () => Promise<void>) => void },
) {
  const messages = await openWebhookMessages({ dir, keep: 1_000 })
  const outbox = await openWebhookOutbox({ dir })
  const replies = await openReplyLogs({ dir, damages: await openDamages({ dir }) })
  atEnd(async () => {
    await messages.close()
    await outbox.close()
    await replies.close()
  })
  return {
    answering: {
      gateways: await withKeys(createMemoryStore<GatewayRecord>(), {
        ...{ keysOf: gatewayKeys, digest: hashApiKey },
      }),
      instances: await withKeys(createMemoryStore<InstanceRecord>(), {
        ...{ keysOf: instanceKeys, digest: hashApiKey },
      }),
      agents: createMemoryStore<AgentRecord>(),
      links: createMemoryStore<AssistantLinkRecord>(),
      replyCounts: createMemoryStore<ReplyCount>(),
      chatbots: createMemoryStore<Chatbot>(),
      chatSettings: createMemoryStore<ChatSettingsRecord>(),
      ...{ messages, replies },
    },
    outbox,
    webhooks: createMemoryStore<CampaignWebhookRecord>(),
    reportedConnections: createMemoryStore<ReportedConnection>(),
  }
}
