export type PairingTimings = {
  /** Lifetime of every QR code; null: a minute for the first, 20 s for the others. */
  readonly qrLifeMs: number | null
  /** How long a pairing code is good for. */
  readonly codeLifeMs: number
  /** How long WhatsApp waits for the owner to show a passkey. */
  readonly passkeyLimitMs: number
  /** How long WhatsApp and the phone may take to go on after that. */
  readonly passkeyStuckMs: number
  /** How long the phone's agreement is so fresh that no code has to be compared. */
  readonly passkeyHandoffMs: number
}
