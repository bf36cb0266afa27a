/** What is said of deliveries. */
export const deliveryWords = {
  loadFailed: 'Erro ao carregar as entregas.',
  openFailed: 'Não foi possível abrir a entrega.',
  resendFailed: 'Não foi possível enviar de novo.',
} as const

/** `34 ms`, `1,2 s` */
export function formatMs(ms: number): string {
  return ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(1).replace('.', ',')} s`
}
