import { expect, test } from 'vitest'
import { isSocketCall, placeIn } from '../../../src/http/sockets/socket-places.ts'

test.each([
  ['/', '', null, true],
  ['/loja', '', 'loja', false],
  ['/loja/', '', 'loja', false],
  ['/gateway', '', 'gateway', true],
  ['/gateway/', '', 'gateway', true],
  ['/gateway/loja', '', 'loja', false],
  ['/gateway/gateway', '', 'gateway', false],
  ['/gatewayloja', '', 'gatewayloja', false],
  ['/Loja São João', '', 'Loja São João', false],
  ['/Loja%20S%C3%A3o', '', 'Loja São', false],
  ['/100%', '', '100%', false],
  ['/disparo/gateway/loja', '/disparo', 'loja', false],
  ['/disparo/gateway', '/disparo', 'gateway', true],
  ['/disparo', '/disparo', 'disparo', true],
  ['/disparo', '', 'disparo', false],
])('the namespace %s below "%s" is about %s, and may be the root: %s', (...row) => {
  const [namespace, basePath, name, mayBeRoot] = row
  expect(placeIn(namespace, basePath)).toEqual({ name, mayBeRoot })
})

test.each([
  ['/socket.io/?EIO=4', '', true],
  ['/socket.io?EIO=4', '', true],
  ['/gateway/socket.io/?EIO=4', '', true],
  ['/disparo/gateway/socket.io/?EIO=4', '/disparo', true],
  ['/disparo/gateway/socket.io/?EIO=4', '', false],
  ['/socket.iota', '', false],
  ['/gateway/instance/fetchInstances?x=/socket.io/', '', false],
])('the call of %s below "%s" is one of Socket.IO: %s', (url, basePath, isOne) => {
  expect(isSocketCall(url, basePath)).toBe(isOne)
})
