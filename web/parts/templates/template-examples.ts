import type { TemplateStart } from './template-dialog.tsx'

/** Texts to begin with where there is no template yet: what a shop or a school writes every day. */
export const templateExamples: readonly TemplateStart[] = [
  {
    name: 'Boas-vindas',
    text: 'Oi, {primeiro_nome|tudo bem}! Que bom receber a sua mensagem.\nComo podemos ajudar?',
  },
  {
    name: 'Endereço e horário',
    text: 'Estamos na *Rua das Acácias, 120*.\nAbrimos de segunda a sexta, das 9h às 18h, e sábado até as 13h.',
  },
  {
    name: 'Lembrete',
    text: 'Oi, {primeiro_nome}! Lembrando do seu horário: *{dia}, às {hora}*.\nPodemos confirmar?',
  },
]
