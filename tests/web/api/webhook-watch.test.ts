import { describe, expect, test } from 'vitest'
import { judgeWebhook, repairedWebhook } from '../../../web/api/gateways/webhook-watch.ts'

const here = 'https://disparo.example/webhooks/abc'
const setting = {
  url: here,
  isEnabled: true,
  byEvents: false,
  withMedia: true,
  events: ['MESSAGES_UPSERT'],
}

describe('a webhook', () => {
  test.each([
    ['is here', setting, { kind: 'here' }],
    [
      'is here under another name of this server',
      { ...setting, url: 'http://10.0.0.5:3000/webhooks/abc/' },
      { kind: 'here' },
    ],
    [
      'is here where no events are named, which means all',
      { ...setting, events: [] },
      { kind: 'here' },
    ],
    [
      'is elsewhere',
      { ...setting, url: 'https://x.example/w' },
      { kind: 'elsewhere', url: 'https://x.example/w' },
    ],
    [
      'is elsewhere with the token of another gateway',
      { ...setting, url: 'https://disparo.example/webhooks/abcd' },
      { kind: 'elsewhere', url: 'https://disparo.example/webhooks/abcd' },
    ],
    ['is switched off', { ...setting, isEnabled: false, events: [] }, { kind: 'disabled' }],
    ['does not tell of messages', { ...setting, events: ['CALL'] }, { kind: 'deaf' }],
    ['is not there', null, { kind: 'none' }],
  ])('%s', (_, given, watch) => {
    expect(judgeWebhook(given, here)).toEqual(watch)
  })

  test('that led here keeps its address and its other events when it is repaired', () => {
    const url = 'http://10.0.0.5:3000/webhooks/abc'
    const broken = { ...setting, url, isEnabled: false, byEvents: true, events: ['CALL'] }
    expect(repairedWebhook(broken, here)).toEqual({
      url,
      isEnabled: true,
      byEvents: true,
      withMedia: true,
      events: ['CALL', 'MESSAGES_UPSERT'],
    })
  })

  test('of another service is replaced as a whole', () => {
    const other = { ...setting, url: 'https://x.example/w', byEvents: true, events: ['CALL'] }
    expect(repairedWebhook(other, here)).toEqual(setting)
    expect(repairedWebhook(null, here)).toEqual(setting)
  })
})
