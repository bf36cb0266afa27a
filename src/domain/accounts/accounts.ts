import type {
  LoginBody,
  PasswordBody,
  ProfileBody,
  RegisterBody,
  StoredUser,
} from '../../contract/account.ts'
import { AppError } from '../../contract/errors.ts'
import type { OpenSession } from '../../contract/session.ts'
import { toIso } from '../clock.ts'
import { TakenError } from '../store.ts'
import type { Caller, Credentials, Passwords, Tokens } from './credentials.ts'
import { uniqueInstanceName } from './instance-name.ts'
import { createOwnSessions, type KnownSessions } from './own-sessions.ts'
import type { RevokedSessions } from './revoked-sessions.ts'
import { foldEmail, type UserStore } from './user-store.ts'

export type Accounts = ReturnType<typeof createAccounts>

export type AccountNeeds = {
  readonly users: UserStore
  readonly sessions: RevokedSessions
  readonly knownSessions: KnownSessions
  readonly passwords: Passwords
  readonly tokens: Tokens
  readonly newId: () => string
  readonly newApiKey: () => string
  readonly signup: 'open' | 'first' | 'closed'
  /** Epoch milliseconds. */
  readonly now: () => number
}

/** Account holders, their passwords, sessions and apikeys. */
export function createAccounts(needs: AccountNeeds) {
  const { users, sessions, passwords, tokens } = needs
  const ownSessions = createOwnSessions({
    known: needs.knownSessions,
    revoked: sessions,
    now: needs.now,
  })

  return {
    register,
    login,
    logout,
    authenticate,
    changeProfile,
    listSessions,
    endSession: ownSessions.end,
    endOtherSessions,
    changePassword,
    renewApiKey,
    resetPassword,
    /** Whether nobody else has an account here. */
    isAlone: async () => (await users.count('email')) <= 1,
    ...{ checkPassword, close, closing, forget },
  }

  /**
   * @param userAgent browser or program of the new session, shown in the list of sessions
   * @throws AppError `signup_closed`, `email_taken`
   */
  async function register({ name, email, password }: RegisterBody, userAgent = '') {
    await refuseSignup(email)
    const passwordHash = await passwords.hash(password)
    const user = await createUser({ name, email, passwordHash })
    return { user, token: await newSession(user, userAgent) }
  }

  async function createUser(
    given: Pick<StoredUser, 'name' | 'email' | 'passwordHash'>,
  ): Promise<StoredUser> {
    // Names that the store refused: an account that is being removed still holds its name, but is
    // no longer found by it.
    const held = new Set<string>()
    const isTaken = async (name: string) => held.has(name) || (await hasInstanceName(name))
    for (;;) {
      const instanceName = await uniqueInstanceName(given.name, isTaken)
      const user: StoredUser = {
        ...given,
        id: needs.newId(),
        instanceName,
        apiKey: needs.newApiKey(),
        createdAt: toIso(needs.now()),
        sessionGeneration: 0,
        keptSessionId: null,
      }
      try {
        if (await addUser(user)) return user
      } catch (error) {
        if (!(error instanceof TakenError)) throw error
        if (error.key === 'email') throw new AppError('email_taken', 'taken meanwhile')
        if (error.key !== 'instanceName') throw error
        held.add(instanceName)
      }
      // Another call may have been first, or have taken the e-mail with the name.
      await refuseSignup(given.email)
    }
  }

  function addUser(user: StoredUser): Promise<boolean> {
    const isFirst = needs.signup === 'first'
    return isFirst ? users.createFirst(user.id, user, 'email') : users.create(user.id, user)
  }

  async function hasInstanceName(name: string): Promise<boolean> {
    return (await users.findBy('instanceName', name)).length > 0
  }

  async function refuseSignup(email: string): Promise<void> {
    const isClosed =
      needs.signup === 'closed' || (needs.signup === 'first' && (await users.count('email')) > 0)
    if (isClosed) throw new AppError('signup_closed', `signup is ${needs.signup}`)
    if (await findByEmail(email)) throw new AppError('email_taken', 'known e-mail')
  }

  /** @throws AppError `bad_credentials`, the same and as late for an unknown e-mail */
  async function login({ email, password }: LoginBody, userAgent = '') {
    const user = await findByEmail(email)
    const isRight = await passwords.verify(password, user?.passwordHash ?? passwords.dummyHash)
    if (!user || !isRight) throw new AppError('bad_credentials', user?.id ?? 'unknown e-mail')
    return { user, token: await newSession(user, userAgent) }
  }

  /**
   * Ends the caller's session for good. A caller with an apikey has none; the apikey stays valid.
   */
  async function logout({ user, session }: Caller): Promise<void> {
    if (!session) return
    await sessions.revoke(session.id, session.expiresAt)
    await needs.knownSessions.remove(user.id, session.id)
  }

  async function authenticate(credentials: Credentials): Promise<Caller | undefined> {
    if (credentials.kind === 'apikey') {
      const [found] = await users.findBy('apiKey', credentials.key)
      return found && { user: found.record, session: null }
    }
    const claims = await tokens.verify(credentials.token)
    if (!claims || (await sessions.isRevoked(claims.sessionId))) return undefined
    const user = await users.find(claims.userId, claims.userId)
    if (!user || user.closedAt) return undefined
    const isCurrent =
      claims.generation === user.sessionGeneration || claims.sessionId === user.keptSessionId
    if (!isCurrent) return undefined
    return { user, session: { id: claims.sessionId, expiresAt: claims.expiresAt } }
  }

  async function changeProfile(userId: string, { name }: ProfileBody): Promise<StoredUser> {
    return change(userId, (user) => ({ ...user, name }))
  }

  async function listSessions({ user, session }: Caller): Promise<readonly OpenSession[]> {
    return ownSessions.list(user.id, session?.id)
  }

  /** Ends every session but the caller's, also those that the list does not know. */
  async function endOtherSessions({ user, session }: Caller): Promise<void> {
    const keptSessionId = session?.id ?? null
    await change(user.id, ({ sessionGeneration, ...rest }) => ({
      ...rest,
      sessionGeneration: sessionGeneration + 1,
      keptSessionId,
    }))
    await ownSessions.forgetAll(user.id, keptSessionId)
  }

  /**
   * Changes the password and ends every other session. The apikey stays, unless a new one is asked
   * for.
   * @throws AppError `wrong_password`
   */
  async function changePassword(caller: Caller, input: PasswordBody): Promise<void> {
    const { id } = caller.user
    await checkPassword(caller.user, input.current)
    await setPassword(id, input.password, caller.session?.id ?? null)
    if (input.renew_apikey === true) await renewApiKey(id)
  }

  /** Returns a new apikey; the old one is refused from now on. */
  async function renewApiKey(userId: string): Promise<string> {
    const apiKey = needs.newApiKey()
    await change(userId, (user) => ({ ...user, apiKey }))
    return apiKey
  }

  /**
   * Sets a password and ends every session, for the server's operator.
   * @throws AppError `not_found` for an unknown e-mail
   */
  async function resetPassword(email: string, password: string): Promise<StoredUser> {
    const user = await findByEmail(email)
    if (!user) throw new AppError('not_found', 'unknown e-mail')
    return setPassword(user.id, password, null)
  }

  async function setPassword(userId: string, password: string, keptSessionId: string | null) {
    const passwordHash = await passwords.hash(password)
    const changed = await change(userId, (user) => {
      const sessionGeneration = user.sessionGeneration + 1
      return { ...user, passwordHash, sessionGeneration, keptSessionId }
    })
    await ownSessions.forgetAll(userId, keptSessionId)
    return changed
  }

  /** @throws AppError `wrong_password` */
  async function checkPassword({ id, passwordHash }: StoredUser, password: string) {
    const isRight = await passwords.verify(password, passwordHash)
    if (!isRight) throw new AppError('wrong_password', id)
  }

  /** Lets nobody in any more, for good: neither a password, a session nor the apikey opens it. */
  async function close(userId: string): Promise<void> {
    await change(userId, (open) => ({ ...open, closedAt: toIso(needs.now()) }))
  }

  /** Ids of the accounts that are closed and still there. */
  async function closing(): Promise<readonly string[]> {
    return (await users.listAll()).flatMap(({ userId, record }) => (record.closedAt ? userId : []))
  }

  /** Removes what is left of a closed account. */
  async function forget(userId: string): Promise<void> {
    await ownSessions.forgetAll(userId, null)
    // The disk keeps the version before the last: that one, too, must not say who it was.
    const blank = { name: '', email: '', apiKey: '', passwordHash: '' }
    await users.update(userId, userId, (user) => ({ ...user, ...blank }))
    await users.remove(userId, userId)
  }

  async function change(
    userId: string,
    make: (user: StoredUser) => StoredUser,
  ): Promise<StoredUser> {
    const changed = await users.update(userId, userId, make)
    if (!changed) throw new AppError('unauthorized', `${userId} is gone`)
    return changed
  }

  async function newSession(
    { id, sessionGeneration }: StoredUser,
    userAgent: string,
  ): Promise<string> {
    const sessionId = needs.newId()
    // Signed first: what is kept of an ended session must last as long as its token.
    const token = await tokens.sign({ userId: id, sessionId, generation: sessionGeneration })
    await ownSessions.began(id, sessionId, userAgent)
    return token
  }

  async function findByEmail(email: string): Promise<StoredUser | undefined> {
    const [found] = await users.findBy('email', foldEmail(email))
    return found?.record
  }
}
