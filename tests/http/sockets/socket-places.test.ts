import { expect, test } from 'vitest'
import { instanceIn, isSocketCall } from '../../../src/http/sockets/socket-places.ts'

test.each([
  ['/', '', null],
  ['/loja', '', 'loja'],
  ['/loja/', '', 'loja'],
  ['/gateway', '', null],
  ['/gateway/loja', '', 'loja'],
  ['/gatewayloja', '', 'gatewayloja'],
  ['/Loja São João', '', 'Loja São João'],
  ['/Loja%20S%C3%A3o', '', 'Loja São'],
  ['/100%', '', '100%'],
  ['/disparo/gateway/loja', '/disparo', 'loja'],
  ['/disparo', '/disparo', null],
  ['/disparo', '', 'disparo'],
])('the namespace %s below "%s" is about %s', (namespace, basePath, instance) => {
  expect(instanceIn(namespace, basePath)).toBe(instance)
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
