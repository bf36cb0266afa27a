export type PairingTimings = {
  /** Lifetime of every QR code; null: a minute for the first, 20 s for the others. */
  readonly qrLifeMs: number | null
  /** How long a pairing code is good for. */
  readonly codeLifeMs: number
}
