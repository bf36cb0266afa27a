/** An instance that is to be connected. */
export type Pairing = {
  readonly gatewayId: string
  readonly name: string
  /** Digits of the account, for a code to type; null: by QR. */
  readonly number: string | null
}
