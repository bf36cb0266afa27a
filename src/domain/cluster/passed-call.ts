/** A call as the node that a client reached hands it to the home of its account. */
export type PassedCall = {
  readonly userId: string
  readonly method: string
  /** As the routes know it: without the path of a proxy, and below `/gateway` from any port. */
  readonly path: string
  /** The client's, as the node that it reached knows it. */
  readonly address: string
  /** Whether the client's side of the connection is encrypted. */
  readonly isSecure: boolean
}

/** Proves to another node that a call comes from one of the same cluster. */
export type Passes = {
  issue(call: PassedCall): Promise<string>
  /** Resolves to `undefined` for a pass that is not ours, was altered or has expired. */
  read(pass: string): Promise<PassedCall | undefined>
}
