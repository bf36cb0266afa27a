/** Every limit and timing of the product, each with its unit. Screens and server read the same ones. */

/** Recommended and default pause between two messages of a campaign. */
export const DEFAULT_INTERVAL_SECONDS = 60
/** A pause longer than a day is a typing error. */
export const MAX_INTERVAL_SECONDS = 86_400

/** Shorter pauses get numbers banned, so the user is warned about them. */
export const HASTY_INTERVAL_SECONDS = 10

/** The end of a day, as an end of a window of hours: midnight belongs to the next day. */
export const END_OF_DAY = '24:00'

/** Contacts shown of the list chosen for a campaign. */
export const FORM_PREVIEW_CONTACTS = 5

/** Contacts the console puts into one append call. */
export const APPEND_BATCH_SIZE = 500
/** How long after a campaign's message an answer counts for it. */
export const REPLY_WINDOW_DAYS = 7
/** Characters of an answer that are kept with the campaign's results. */
export const REPLY_TEXT_LENGTH = 300

/** Further columns of a list that one contact may have. */
export const CONTACT_COLUMNS_MAX = 200

/** Refused rows listed one by one; further ones are only counted. */
export const REPORTED_ROWS_MAX = 1_000
/** Phones of other countries that a report shows. */
export const FOREIGN_SHOWN = 5

/**
 * Sends of one device that may be under way at interval 0, from their look-up to their result;
 * fewer of them wait for WhatsApp's acknowledgement (`DISPARO_SEND_WINDOW`).
 */
export const SEND_WINDOW = 16
/** How long an acknowledgement is awaited; only time with an open connection counts. */
export const ACK_TIMEOUT_MS = 30_000
/** Recipients whose number, devices and Signal session are prepared before they come up. */
export const LOOKAHEAD_RECIPIENTS = 50
/**
 * Attempts per recipient: unclear answers of the directory, messages that did not leave, refusals of
 * a stranger.
 */
export const MAX_SEND_ATTEMPTS = 3

/** Times of sends are displayed this much earlier than UTC. */
export const SEND_TIME_SHIFT_HOURS = 3

export const QR_FETCH_ATTEMPTS = 15
export const QR_FETCH_INTERVAL_MS = 2_000
export const STATUS_POLL_INTERVAL_MS = 5_000
export const DEVICES_REFRESH_INTERVAL_MS = 30_000

/** Devices that log in within a second after a start; all at once would look like an attack. */
export const LOGINS_PER_SECOND = 5
/** Longest wait between two attempts to reconnect a device. */
export const MAX_RECONNECT_DELAY_MS = 15 * 60_000

export const JSON_BODY_LIMIT_BYTES = 10 * 1024 * 1024
export const AUTH_BODY_LIMIT_BYTES = 64 * 1024
export const IMAGE_LIMIT_BYTES = 5 * 1024 * 1024
/** What WhatsApp plays on every phone. */
export const VIDEO_LIMIT_BYTES = 16 * 1024 * 1024
export const AUDIO_LIMIT_BYTES = 16 * 1024 * 1024
export const DOCUMENT_LIMIT_BYTES = 64 * 1024 * 1024
/** A CSV is streamed, so the limit only bounds what one caller may put on the disk. */
export const CSV_LIMIT_BYTES = 512 * 1024 * 1024
/** A spreadsheet is compressed, and its list of parts is held in memory. */
export const XLSX_LIMIT_BYTES = 128 * 1024 * 1024
/** What the parts of a spreadsheet may inflate to: a million rows take some 150 MB. */
export const XLSX_INFLATED_LIMIT_BYTES = 512 * 1024 * 1024
/** What a spreadsheet of any size may inflate to. */
export const XLSX_INFLATED_FREE_BYTES = 32 * 1024 * 1024
/** Beyond that, how often its own size: programs write sheets that shrink to a tenth or a fiftieth. */
export const XLSX_INFLATION_LIMIT = 100
/** Texts of a spreadsheet that cells refer to, and that are held while it is read. */
export const XLSX_STRINGS_LIMIT_BYTES = 256 * 1024 * 1024
/** Excel's own limit. */
export const XLSX_ROWS_LIMIT = 1_048_576

/** What one user may have where the settings say nothing: more than a working account comes to. */
export const DEFAULT_QUOTAS = {
  lists: 2_000,
  contactsPerList: 5_000_000,
  campaigns: 100_000,
  devices: 1_000,
  uploads: 10_000,
  uploadMegabytes: 10_000,
  streams: 100,
} as const

export const PASSWORD_MIN_LENGTH = 8
/** Longer passwords only cost hashing time. */
export const PASSWORD_MAX_LENGTH = 256
export const NAME_MAX_LENGTH = 200
/** WhatsApp cuts texts beyond 65,536 characters. */
export const TEXT_MAX_LENGTH = 65_536
/** Texts that a campaign may have besides its main one. */
export const VARIANTS_MAX = 5
/** Characters of the text that become a campaign's description when none is given. */
export const DESCRIPTION_LENGTH = 120

/**
 * First messages to new people on the first day of a number that is being warmed up: as many as a
 * young number is said to live through. Nobody outside knows WhatsApp's own limits.
 */
export const WARM_UP_FIRST_DAY = 20

export const TOKEN_LIFETIME_SECONDS = 7 * 24 * 60 * 60

/** Recent campaigns that a dashboard answers unless it is asked for more. */
export const RECENT_CAMPAIGNS_LIMIT = 100
export const PAGE_LIMIT_MAX = 1_000
export const PAGE_LIMIT_DEFAULT = 100

/** After SIGTERM, sends in flight may still be acknowledged for this long. */
export const DRAIN_GRACE_MS = 8_000

/**
 * Texts stay readable this long after a campaign's last send, for phones that ask for them again.
 */
export const TEXT_RETENTION_DAYS = 30
export const TEXT_RETENTION_MS = TEXT_RETENTION_DAYS * 24 * 60 * 60_000

/** An unused image is kept this long: a form that is still open may hold it. */
export const UPLOAD_GRACE_HOURS = 24

export const URL_MAX_LENGTH = 2_000
export const GATEWAY_KEY_MAX_LENGTH = 500
/** How long a gateway may take; creating an instance with its QR takes one about five seconds. */
export const GATEWAY_TIMEOUT_MS = 10_000
/** Enough for the instance list of a gateway with some thousand instances. */
export const GATEWAY_ANSWER_LIMIT_BYTES = 10 * 1024 * 1024

/** Largest picture, video or audio that a gateway's client sends. */
export const MEDIA_LIMIT_BYTES = 16 * 1024 * 1024
export const MEDIA_TIMEOUT_MS = 10_000
/** The same of documents, which are never held in memory. */
export const MEDIA_DOCUMENT_LIMIT_BYTES = 100 * 1024 * 1024
export const MEDIA_DOCUMENT_TIMEOUT_MS = 120_000
/** Room for a medium of the first limit as base64, and for what stands beside it. */
export const MEDIA_BODY_LIMIT_BYTES = 23 * 1024 * 1024
/** How long a call may wait for the first QR; clients of gateways give up after ten seconds. */
export const QR_WAIT_MS = 5_000
/** Numbers that one call may ask about. */
export const NUMBERS_MAX_COUNT = 500

/** Messages kept of each instance when the setting says nothing. */
export const WEBHOOK_MESSAGES_KEPT = 10_000
/** Larger previews of media are not kept. */
export const THUMBNAIL_LIMIT_BYTES = 16 * 1024
/** Messages that the chat viewer loads. */
export const CHAT_MESSAGES_LIMIT = 100
/** Largest file of a message that is opened in the chat: it is held in memory. */
export const CHAT_FILE_LIMIT_MB = 64
export const CHAT_FILE_LIMIT_BYTES = CHAT_FILE_LIMIT_MB * 1024 * 1024
/**
 * Longest silence of another node: shorter than a server allows its clients, so that they get an
 * answer instead of being cut off.
 */
export const NODE_SILENCE_MS = 110_000
/**
 * How long opening such a file may take in all, waiting included: the caller gets an answer before
 * a node gives up.
 */
export const CHAT_FILE_DEADLINE_MS = NODE_SILENCE_MS - 10_000
/**
 * How long WhatsApp's host may take for the file within that, which leaves time to ask the phone.
 */
export const CHAT_FILE_TIMEOUT_MS = 75_000
/**
 * How long the caller may take to read the file, on a slow line: until then it stays in memory, and
 * keeps its place from others. The largest one gets eleven minutes.
 */
export function chatFileReadingMs(bytes: number): number {
  return 30_000 + Math.ceil(bytes / CHAT_READER_BYTES_PER_SECOND) * 1_000
}
const CHAT_READER_BYTES_PER_SECOND = 100 * 1024
/** How long the account's phone may take to upload a file once more. */
export const FILE_AGAIN_TIMEOUT_MS = 20_000
/** Characters of a search in a chat. */
export const CHAT_SEARCH_LENGTH = 200
/** Instances one gateway may post messages of. */
export const GATEWAY_INSTANCES_MAX_COUNT = 1_000
/** Events that one call of a gateway may bring. */
export const WEBHOOK_BATCH_MAX_COUNT = 1_000

export const INSTRUCTIONS_MAX_LENGTH = 20_000
export const KEYWORD_MAX_LENGTH = 200
export const KEYWORDS_MAX_COUNT = 100
/** Beyond this a chatbot stops answering a contact: two robots would answer each other for ever. */
export const REPLIES_PER_CONTACT_AN_HOUR = 20
/** Replies of the assistants' service that one user may ask for in a day. */
export const AGENT_REPLIES_A_DAY = 1_000
/** How long the assistants' service may take over a list, and over a reply. */
export const ASSISTANT_TIMEOUT_MS = 15_000
export const ASSISTANT_REPLY_TIMEOUT_MS = 60_000

/** Earlier messages that an assistant gets along with the one it answers. */
export const REPLY_CONTEXT_MESSAGES = 20
/** Older messages get no answer: they come from a history, or again after an outage. */
export const REPLY_MAX_AGE_MS = 5 * 60_000
/** Time an answer may take in all, from leaving the queue to WhatsApp's acknowledgement. */
export const REPLY_TIMEOUT_MS = 120_000

/** Messages that chatbots and assistants received lately: kept of each, and shown. */
export const BOT_REPLIES_KEPT = 100
/** Characters kept of a message that a chatbot or an assistant received, and of its answer. */
export const BOT_REPLY_TEXT_LENGTH = 500
/** A message that only tries a chatbot or an assistant. */
export const REPLY_TRIAL_TEXT_LENGTH = 4_000
/** Questions that one user may ask assistants in a minute only to try them. */
export const REPLY_TRIALS_A_MINUTE = 10
/** How long somebody who tries an assistant waits for it. */
export const REPLY_TRIAL_TIMEOUT_MS = 30_000

/** How long a webhook's receiver may take. */
export const WEBHOOK_TIMEOUT_MS = 10_000
/** Pauses before the five further attempts; together they outlast an outage of an hour. */
export const WEBHOOK_RETRY_DELAYS_MS = [15_000, 60_000, 240_000, 960_000, 3_840_000] as const
/** Events of one instance that may wait for their receiver; beyond it the oldest is dropped. */
export const WEBHOOK_WAITING_MAX_COUNT = 10_000
export const WEBHOOK_WAITING_MAX_BYTES = 64 * 1024 * 1024
/** Deliveries of one webhook that are kept once they have ended, with what was sent and answered. */
export const WEBHOOK_DELIVERIES_KEPT = 1_000
/** Deliveries on one page, at most and where nothing is said. */
export const WEBHOOK_DELIVERIES_PAGE = 200
/** Attempts of one delivery that are kept: more are made only by hand. */
export const WEBHOOK_ATTEMPTS_KEPT = 30
/** What is kept of the beginning of a receiver's answer. */
export const WEBHOOK_ANSWER_BYTES = 2 * 1024
/** Hours for which a secret that was replaced may go on signing. */
export const WEBHOOK_SECRET_OVERLAP_MAX_HOURS = 72
/** What the console proposes. */
export const WEBHOOK_SECRET_OVERLAP_HOURS = 24
/** Webhooks one user may have for what becomes of campaigns. */
export const WEBHOOKS_MAX_COUNT = 10
/** A connection that is back within this time has not been lost. */
export const CONNECTION_LOST_MS = 60_000
/** Largest medium that is included in an event. */
export const WEBHOOK_MEDIA_LIMIT_BYTES = 16 * 1024 * 1024
/**
 * The event stream's sign of life: proxies and browsers drop a connection that is silent for longer
 * than about half a minute.
 */
export const EVENT_HEARTBEAT_MS = 20_000
/** How long ago a listener to the events may have begun to read. */
export const READ_MS_AGO_MAX = 24 * 60 * 60_000

/** The longest time that a timer of Node can wait; a longer one fires at once. */
export const MAX_TIMER_MS = 2 ** 31 - 1

/** Texts that a user keeps for further campaigns and chats. */
export const TEMPLATES_MAX_COUNT = 200

/** Of one note about a person. */
export const PERSON_NOTE_LENGTH = 2_000
/** Notes about one person. */
export const PERSON_NOTES_MAX_COUNT = 100
/** People of one account with notes. */
export const NOTED_PEOPLE_MAX_COUNT = 20_000
