import { render, within } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { changeNames } from '../../../../src/contract/dashboard.ts'
import { StatCards } from '../../../../web/screens/dashboard/stat-cards.tsx'

test('a number that did not change has no arrow', () => {
  const stats = {
    ...{ totalMessages: 10, totalContacts: 20, deliveryRate: 90, avgSendInterval: 1 },
    ...{ messageChange: 0.04, contactChange: 5, deliveryChange: -2, responseChange: 0 },
  }
  const shown = render(<StatCards stats={stats} days="30" />)
  onTestFinished(shown.unmount)
  const changeIn = (title: string) => {
    const [, change] = within(document.body).getByLabelText(title).querySelectorAll('p')
    return { words: change?.textContent, arrowCount: change?.querySelectorAll('svg').length }
  }
  const over = 'nos últimos 30 dias'
  const same = { words: `Sem mudança: 0% ${over}`, arrowCount: 0 }
  expect(changeIn('Mensagens Enviadas')).toEqual(same)
  expect(changeIn('Intervalo Médio')).toEqual(same)
  expect(changeIn('Contatos Totais')).toEqual({ words: `Alta de 5% ${over}`, arrowCount: 1 })
  expect(changeIn('Taxa de Entrega')).toEqual({ words: `Queda de 2 p.p. ${over}`, arrowCount: 1 })
})

test('there is no rate and no mean of nothing', () => {
  const nothing = {
    ...{ totalMessages: 0, totalContacts: 20, deliveryRate: 0, avgSendInterval: 0 },
    ...{ messageChange: -100, contactChange: 0, deliveryChange: -97.5, responseChange: -100 },
  }
  const shown = render(<StatCards stats={nothing} days="30" />)
  onTestFinished(shown.unmount)
  const textIn = (title: string) => within(document.body).getByLabelText(title).textContent
  const none = '–Nada enviado nos últimos 30 dias'
  expect(textIn('Taxa de Entrega')).toBe(`Taxa de Entrega${none}`)
  expect(textIn('Intervalo Médio')).toBe(`Intervalo Médio${none}`)
  expect(textIn('Mensagens Enviadas')).toMatch(/^Mensagens Enviadas0Queda de 100%/)
})

test('compares nothing with what was not there before', () => {
  const first = {
    ...{ totalMessages: 48, totalContacts: 746, deliveryRate: 100, avgSendInterval: 1 },
    ...{ messageChange: 100, contactChange: 100, deliveryChange: 100, responseChange: 100 },
    withoutBefore: [...changeNames],
  }
  const shown = render(<StatCards stats={first} days="30" />)
  onTestFinished(shown.unmount)
  const textIn = (title: string) => within(document.body).getByLabelText(title).textContent
  const over = ' nos últimos 30 dias'
  expect(textIn('Mensagens Enviadas')).toBe(`Mensagens Enviadas48${over}`)
  expect(textIn('Contatos Totais')).toBe('Contatos Totais746até hoje')
  expect(textIn('Taxa de Entrega')).toBe(`Taxa de Entrega100,00%${over}`)
  expect(textIn('Intervalo Médio')).toBe(`Intervalo Médio1 min${over}`)
  // Nothing now, and nothing before.
  expect(textIn('Respostas')).toBe(`Respostas0${over}`)
})

test('says which days these are for all to see only where there is no change to show', () => {
  const stats = {
    ...{ totalMessages: 10, totalContacts: 20, deliveryRate: 90, avgSendInterval: 1 },
    ...{ messageChange: 5, contactChange: 5, deliveryChange: 5, responseChange: 5 },
  }
  const shown = render(<StatCards stats={stats} days="7" />)
  onTestFinished(shown.unmount)
  const over = shown.getAllByText('nos últimos 7 dias')
  expect(over).toHaveLength(6)
  const seen = over.filter(({ className }) => className !== 'visually-hidden')
  expect(seen.map((words) => words.closest('[aria-label]')?.getAttribute('aria-label'))).toEqual([
    'Lidos',
    'Respostas',
  ])
  expect(shown.getAllByTitle('Comparado aos 7 dias anteriores')).toHaveLength(4)
})

test('an interval of less than a minute says so', () => {
  const stats = {
    ...{ totalMessages: 10, totalContacts: 20, deliveryRate: 90, avgSendInterval: 0.01 },
    ...{ messageChange: 5, contactChange: 5, deliveryChange: 5, responseChange: 5 },
  }
  const shown = render(<StatCards stats={stats} days="30" />)
  onTestFinished(shown.unmount)
  expect(within(document.body).getByLabelText('Intervalo Médio').textContent).toMatch(
    /^Intervalo Médiomenos de 1 min/,
  )
})
