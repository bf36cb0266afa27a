import type { ScanBody } from '../contract/service.ts'
import type { SimulatedFault } from '../contract/simulator.ts'
import type { AccountRemoval } from '../domain/accounts/account-removal.ts'
import type { Accounts } from '../domain/accounts/accounts.ts'
import type { CampaignPreviews } from '../domain/campaigns/campaign-preview.ts'
import type { CampaignTrials } from '../domain/campaigns/campaign-trial.ts'
import type { Campaigns } from '../domain/campaigns/campaigns.ts'
import type { Followups } from '../domain/campaigns/followups.ts'
import type { MessageTemplates } from '../domain/campaigns/message-templates.ts'
import type { SendingDefaultsBook } from '../domain/campaigns/sending-defaults.ts'
import type { ChatFiles } from '../domain/chats/chat-files.ts'
import type { Chats } from '../domain/chats/chats.ts'
import type { Contacts } from '../domain/contacts/contacts.ts'
import type { ListRowChanges } from '../domain/contacts/list-rows.ts'
import type { SeveralLists } from '../domain/contacts/several-lists.ts'
import type { DeviceChecks } from '../domain/devices/device-checks.ts'
import type { DeviceSettings } from '../domain/devices/device-settings.ts'
import type { Devices } from '../domain/devices/devices.ts'
import type { Events } from '../domain/events.ts'
import type { Evolution } from '../domain/gateways/evolution.ts'
import type { EvolutionChats } from '../domain/gateways/evolution-chats.ts'
import type { EvolutionGroups } from '../domain/gateways/evolution-groups.ts'
import type { EvolutionMedia } from '../domain/gateways/evolution-media.ts'
import type { EvolutionMessages } from '../domain/gateways/evolution-messages.ts'
import type { EvolutionPeople } from '../domain/gateways/evolution-people.ts'
import type { EvolutionProfile } from '../domain/gateways/evolution-profile.ts'
import type { EvolutionWebsockets } from '../domain/gateways/evolution-websockets.ts'
import type { Gateways } from '../domain/gateways/gateways.ts'
import type { HealthCheck } from '../domain/health.ts'
import type { Idempotency } from '../domain/idempotency.ts'
import type { Maintenance } from '../domain/maintenance.ts'
import type { OptOuts } from '../domain/optouts/opt-outs.ts'
import type { People } from '../domain/people/people.ts'
import type { PeopleSearch } from '../domain/people/people-search.ts'
import type { PersonCards } from '../domain/people/person-cards.ts'
import type { PersonTimelines } from '../domain/people/timeline/person-timeline.ts'
import type { Assistants } from '../domain/replies/assistants.ts'
import type { Chatbots } from '../domain/replies/chatbots.ts'
import type { ReplyLog } from '../domain/replies/reply-log.ts'
import type { ReplyTrials } from '../domain/replies/reply-trials.ts'
import type { DirectSends } from '../domain/sending/direct/direct-sends.ts'
import type { Dashboards } from '../domain/stats/dashboard.ts'
import type { Uploads } from '../domain/uploads/uploads.ts'
import type { CampaignWebhooks } from '../domain/webhooks/campaign-webhooks.ts'
import type { InstanceSecrets } from '../domain/webhooks/secrets/instance-secrets.ts'
import type { InstanceTrials } from '../domain/webhooks/trials/instance-trials.ts'
import type { WebhookMessages } from '../domain/webhooks/webhook-messages.ts'
import type { WebhookOutbox } from '../domain/webhooks/webhook-outbox.ts'
import type { Metrics } from './metrics.ts'

/** One line per event; an `Error` goes under `err`. */
export type Log = {
  debug(fields: object, message: string): void
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

export type HttpSettings = {
  readonly version: string
  /** Origins whose pages may call the daemon. */
  readonly corsOrigins: readonly string[]
  /** Believe the proxy in front about the caller's address and scheme. */
  readonly trustProxy: boolean
  /** Folder for files on their way in; nothing in it outlives its request. */
  readonly tempDir: string
  /** Path of the address that people use, where a proxy serves the daemon below one; else empty. */
  readonly basePath: string
  /** The built console; it need not be there. */
  readonly consoleDir: string
  readonly isSimulated: boolean
  /** Event streams that one user may have open. */
  readonly streams: number
  /** Whether programs may listen to the gateway's events by sockets. */
  readonly hasSockets: boolean
  /** Whether a model service answers for the assistants. */
  readonly canAssist: boolean
}

/** Everything the HTTP interface stands on. */
export type Services = {
  readonly accounts: Omit<Accounts, 'resetPassword' | 'close' | 'closing' | 'forget'>
  readonly accountRemoval: Pick<AccountRemoval, 'remove'>
  readonly campaigns: Pick<
    Campaigns,
    | 'list'
    | 'listInPieces'
    | 'listWithStatus'
    | 'get'
    | 'create'
    | 'update'
    | 'stop'
    | 'pause'
    | 'resume'
    | 'remove'
    | 'restore'
    | 'sends'
    | 'startDue'
  >
  readonly campaignPreviews: CampaignPreviews
  readonly campaignTrials: CampaignTrials
  readonly contacts: Contacts
  readonly listRows: ListRowChanges
  readonly severalLists: SeveralLists
  readonly followups: Followups
  readonly messageTemplates: MessageTemplates
  readonly sendingDefaults: SendingDefaultsBook
  readonly deviceChecks: DeviceChecks
  readonly deviceSettings: DeviceSettings
  readonly devices: Pick<
    Devices,
    'connect' | 'qr' | 'passkey' | 'status' | 'list' | 'close' | 'remove' | 'keepAlive'
  >
  readonly directSends: Pick<DirectSends, 'send'>
  readonly optOuts: Pick<
    OptOuts,
    'has' | 'list' | 'search' | 'add' | 'addAll' | 'remove' | 'restore'
  >
  readonly people: People
  readonly personCards: Omit<PersonCards, 'find' | 'cameBack' | 'leftAgain' | 'close'>
  readonly personTimelines: PersonTimelines
  readonly peopleSearch: PeopleSearch
  readonly events: Pick<Events, 'hasChangedWithin' | 'listenerCount' | 'subscribe'>
  readonly health: HealthCheck
  readonly idempotency: Idempotency
  readonly dashboards: Dashboards
  readonly maintenance: Pick<Maintenance, 'caches' | 'cleanUp'>
  readonly metrics: Pick<Metrics, 'text' | 'contentType' | 'answered'>
  readonly uploads: Uploads
  readonly gateways: Pick<Gateways, 'list' | 'create' | 'remove' | 'ownWebhookUrl' | 'call'>
  readonly evolution: Evolution
  readonly evolutionChats: EvolutionChats
  readonly evolutionGroups: EvolutionGroups
  readonly evolutionMedia: EvolutionMedia
  readonly evolutionMessages: EvolutionMessages
  readonly evolutionPeople: EvolutionPeople
  readonly evolutionProfile: EvolutionProfile
  readonly evolutionWebsockets: EvolutionWebsockets
  readonly webhookMessages: Pick<
    WebhookMessages,
    'checkToken' | 'receive' | 'instances' | 'contacts' | 'list'
  >
  readonly chats: Chats
  readonly chatFiles: ChatFiles
  readonly deliveries: Pick<WebhookOutbox, 'search' | 'open' | 'resend' | 'retry' | 'retryAll'>
  readonly instanceTrials: InstanceTrials
  readonly instanceSecrets: InstanceSecrets
  readonly campaignWebhooks: Omit<CampaignWebhooks, 'publish'>
  readonly assistants: Pick<
    Assistants,
    | 'listAgents'
    | 'createAgent'
    | 'updateAgent'
    | 'models'
    | 'listLinks'
    | 'link'
    | 'activate'
    | 'unlink'
  >
  readonly chatbots: Pick<Chatbots, 'list' | 'create' | 'update' | 'toggle' | 'remove'>
  readonly replyTrials: ReplyTrials
  readonly replyLog: Pick<ReplyLog, 'list'>
  /** Plays the phone that reads a device's QR; null unless the built-in simulator runs. */
  readonly simulatorScan: ((userId: string, scan: ScanBody) => Promise<void>) | null
  /** Lets something go wrong at WhatsApp; null unless the built-in simulator runs. */
  readonly simulatorFault: ((userId: string, fault: SimulatedFault) => Promise<void>) | null
  readonly log: Log
  /** Epoch milliseconds. */
  readonly now: () => number
  /** Aborted when the daemon begins to stop: no new calls, open streams end. */
  readonly stopping: AbortSignal
  readonly settings: HttpSettings
}
