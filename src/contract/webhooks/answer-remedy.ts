/** What a webhook's owner can do where nobody answered. */
export const UNANSWERED_REMEDY =
  'Confira o endereço, e se o programa que recebe está ligado e deixa este servidor chegar até ele.'

/**
 * What a webhook's owner can do about an answer that was no success; null where the status says
 * nothing of it, or there was none.
 */
export function remedyFor(httpStatus: number | null): string | null {
  if (httpStatus === null) return null
  if (httpStatus >= 500) return 'A falha é do programa que recebe: o registro dele diz o que houve.'
  if (httpStatus >= 300 && httpStatus < 400) return REDIRECTED
  return remedies[httpStatus] ?? null
}

const REDIRECTED =
  'Este endereço leva a outro: cadastre o final, como o que começa com https:// ou termina com barra.'

const refused =
  'O programa que recebe não aceitou o conteúdo: a resposta dele costuma dizer por quê.'

const remedies: Readonly<Record<number, string>> = {
  400: refused,
  401: 'O programa que recebe não aceitou a assinatura, ou pede uma senha: confira se o segredo é o mesmo dos dois lados.',
  403: 'O programa que recebe, ou um firewall no caminho, não deixa este servidor entrar: confira o segredo e as regras de lá.',
  404: 'Nada atende neste caminho: confira o endereço até a última barra, e se o programa que recebe está publicado.',
  405: 'Este caminho não aceita POST: confira o endereço.',
  410: 'O programa que recebe diz que este endereço acabou: cadastre o novo.',
  413: 'O conteúdo é maior do que o programa que recebe aceita: aumente o limite de lá.',
  415: 'O programa que recebe não aceita JSON: confira de que tipo são os pedidos que ele espera.',
  422: refused,
  429: 'O programa que recebe pede menos pedidos por vez: aumente o limite de lá.',
}
