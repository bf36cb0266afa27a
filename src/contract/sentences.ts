/** Sentences of refusals that schemas say too, apart from the catalogue: the console needs only these. */

export const dateWithoutOffset =
  'Informe a data com fuso horário, por exemplo 2026-11-21T10:00:00-03:00.'
export const strangerRefused =
  'O WhatsApp não aceita a primeira mensagem a esta pessoa. Ela precisa escrever antes.'
