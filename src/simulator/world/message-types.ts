/** The kinds that a message on a phone is told apart by. */
export const messageTypes = [
  'text',
  'image',
  'video',
  'audio',
  'document',
  'sticker',
  'location',
  'contact',
  'poll',
  'reaction',
  'other',
] as const
export type MessageType = (typeof messageTypes)[number]
