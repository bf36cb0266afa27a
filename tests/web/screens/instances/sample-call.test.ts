import { expect, test } from 'vitest'
import { sampleCall } from '../../../../web/screens/instances/sample-call.ts'

const shop = {
  ...{ url: 'https://loja.example.com/gateway', name: 'loja', number: '5561999990001' },
  ...{ apiKey: null, version: null },
}

test('a call is whole but for its key, and has a place for a number that nobody knows', () => {
  expect(sampleCall(shop).split(' \\\n  ')).toEqual([
    "curl -X POST 'https://loja.example.com/gateway/message/sendText/loja'",
    "-H 'apikey: SUA_CHAVE'",
    "-H 'Content-Type: application/json'",
    `-d '{"number":"5561999990001","text":"Seu pedido saiu para entrega."}'`,
  ])
  expect(sampleCall({ ...shop, number: null })).toContain('"NUMERO_COM_DDI_E_DDD"')
})

test('a gateway of the first version gets the text as that one reads it', () => {
  const words = '"textMessage":{"text":"Seu pedido saiu para entrega."}'
  expect(sampleCall({ ...shop, version: '1.8.2' })).toContain(words)
  expect(sampleCall({ ...shop, version: '2.3.6' })).not.toContain('textMessage')
})

test('a shell takes names and keys as they are, whatever is in them', () => {
  const call = sampleCall({ ...shop, url: `${shop.url}/`, name: "São João's", apiKey: "a'$b" })
  expect(call).toContain("/gateway/message/sendText/S%C3%A3o%20Jo%C3%A3o'\\''s'")
  expect(call).toContain("'apikey: a'\\''$b'")
})
