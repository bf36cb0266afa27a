/** As `User` of `account.ts`, whose schema takes these from here. */
type User = {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly instanceName: string
  readonly apiKey: string
}

/** An account as calls and the browser's storage write it. */
type UserWire = {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly nome_da_instancia: string
  readonly apikey: string
}

export function userFromWire({ id, name, email, nome_da_instancia, apikey }: UserWire): User {
  return { id, name, email, instanceName: nome_da_instancia, apiKey: apikey }
}

export function userToWire({ id, name, email, instanceName, apiKey }: User): UserWire {
  return { id, name, email, nome_da_instancia: instanceName, apikey: apiKey }
}

/**
 * A user as the browser's storage has it. The console reads it before its first picture, for which
 * no schema is loaded.
 * @throws TypeError where it is no user
 */
export function readUserWire(stored: unknown): UserWire {
  const fields: Readonly<Record<string, unknown>> = Object(stored)
  const text = (name: keyof UserWire): string => {
    const value = fields[name]
    if (typeof value !== 'string') throw new TypeError(`the stored user has no ${name}`)
    return value
  }
  return {
    id: text('id'),
    name: text('name'),
    email: text('email'),
    nome_da_instancia: text('nome_da_instancia'),
    apikey: text('apikey'),
  }
}
