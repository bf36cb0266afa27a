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
import { createSerial } from '../serial.ts'
import type { Caller, Credentials, Passwords, Tokens } from './credentials.ts'
import { uniqueInstanceName } from './instance-name.ts'
import { createOwnSessions, type KnownSessions } from './own-sessions.ts'
import type { SessionStore } from './session-store.ts'
import type { UserStore } from './user-store.ts'

export type Accounts = Awaited<ReturnType<typeof createAccounts>>

export type AccountNeeds = {
  readonly users: UserStore
  readonly sessions: SessionStore
  readonly knownSessions: KnownSessions
  readonly passwords: Passwords
  readonly tokens: Tokens
  readonly newId: () => string
  readonly newApiKey: () => string
  /**
   * One-way: keys are looked up by their hash, so that response times reveal nothing about a key.
   */
  readonly hashApiKey: (key: string) => string
  readonly signup: 'open' | 'first' | 'closed'
  /** Epoch milliseconds. */
  readonly now: () => number
}

/** Account holders, their passwords, sessions and apikeys. */
export async function createAccounts(needs: AccountNeeds) {
  const { users, sessions, passwords, tokens } = needs
  const byEmail = new Map<string, string>()
  const byApiKey = new Map<string, string>()
  const instanceNames = new Set<string>()
  const serially = createSerial()
  const ownSessions = createOwnSessions({
    known: needs.knownSessions,
    revoked: sessions,
    now: needs.now,
  })

  for (const { record } of await users.listAll()) index(record)

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
    isAlone: () => byEmail.size <= 1,
    ...{ checkPassword, close, closing, forget },
  }

  /**
   * @param userAgent from where, as its holder is told later
   * @throws AppError `signup_closed`, `email_taken`
   */
  async function register({ name, email, password }: RegisterBody, userAgent = '') {
    refuseSignup(email)
    const passwordHash = await passwords.hash(password)
    // Hashing takes a while: another call may have taken the e-mail or the name in the meantime.
    const user = await serially('register', async () => {
      refuseSignup(email)
      const created: StoredUser = {
        id: needs.newId(),
        name,
        email,
        instanceName: uniqueInstanceName(name, instanceNames),
        apiKey: needs.newApiKey(),
        passwordHash,
        createdAt: toIso(needs.now()),
        sessionGeneration: 0,
        keptSessionId: null,
      }
      await users.save(created.id, created)
      index(created)
      return created
    })
    return { user, token: await newSession(user, userAgent) }
  }

  function refuseSignup(email: string): void {
    const isClosed = needs.signup === 'closed' || (needs.signup === 'first' && byEmail.size > 0)
    if (isClosed) throw new AppError('signup_closed', `signup is ${needs.signup}`)
    if (byEmail.has(foldEmail(email))) throw new AppError('email_taken', 'known e-mail')
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
      const id = byApiKey.get(needs.hashApiKey(credentials.key))
      const user = id === undefined ? undefined : await users.find(id, id)
      return user && { user, session: null }
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
    let old = ''
    const renewed = await change(userId, (user) => {
      old = user.apiKey
      return { ...user, apiKey: needs.newApiKey() }
    })
    byApiKey.delete(needs.hashApiKey(old))
    index(renewed)
    return renewed.apiKey
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
    const user = await change(userId, (open) => ({ ...open, closedAt: toIso(needs.now()) }))
    byEmail.delete(foldEmail(user.email))
    byApiKey.delete(needs.hashApiKey(user.apiKey))
  }

  /** Ids of the accounts that are closed and still there. */
  async function closing(): Promise<readonly string[]> {
    return (await users.listAll()).flatMap(({ userId, record }) => (record.closedAt ? userId : []))
  }

  /** Removes what is left of a closed account. */
  async function forget(userId: string): Promise<void> {
    await ownSessions.forgetAll(userId, null)
    const user = await users.find(userId, userId)
    if (!user) return
    // The disk keeps the version before the last: that one, too, must not say who it was.
    await users.save(userId, { ...user, name: '', email: '', apiKey: '', passwordHash: '' })
    await users.remove(userId, userId)
    instanceNames.delete(user.instanceName)
  }

  async function change(
    userId: string,
    make: (user: StoredUser) => StoredUser,
  ): Promise<StoredUser> {
    return serially(userId, async () => {
      const changed = make(await getUser(userId))
      await users.save(userId, changed)
      return changed
    })
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
    const id = byEmail.get(foldEmail(email))
    return id === undefined ? undefined : users.find(id, id)
  }

  async function getUser(userId: string): Promise<StoredUser> {
    const user = await users.find(userId, userId)
    if (!user) throw new AppError('unauthorized', `${userId} is gone`)
    return user
  }

  function index(user: StoredUser): void {
    instanceNames.add(user.instanceName)
    if (user.closedAt) return
    byEmail.set(foldEmail(user.email), user.id)
    byApiKey.set(needs.hashApiKey(user.apiKey), user.id)
  }
}

/** Makes two spellings of one address one account. */
export function foldEmail(email: string): string {
  return email.normalize('NFC').trim().toLowerCase()
}
