/** What a connection is called whose owner gave it no name. */
export function impliedConnectionName(deviceId: string): string {
  return `Conexão de ${deviceId.replace(/\D/g, '') || deviceId}`
}
