/** What may be wrong with a passkey's answer; part of the catalogue of errors. */
export const passkeyErrors = {
  passkey_not_asked: {
    status: 409,
    text: 'Esta conexão não está esperando por uma chave de acesso.',
  },
  passkey_unreadable: {
    status: 400,
    text: 'Isto não é a resposta da chave de acesso. Copie a linha inteira que o trecho mostrou.',
  },
  passkey_other_request: {
    status: 400,
    text: 'Esta resposta é de outro pedido. Rode o trecho mostrado agora e cole a nova resposta.',
  },
  passkey_other_page: {
    status: 400,
    text: 'A chave de acesso foi apresentada em outra página. Rode o trecho em https://web.whatsapp.com.',
  },
} as const
