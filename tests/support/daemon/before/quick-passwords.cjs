const crypto = require('node:crypto')
const { syncBuiltinESMExports } = require('node:module')

/**
 * Goes before the program and takes from scrypt its cost, a quarter of a second of the processor
 * for every account that a test opens. `tests/security/passwords.test.ts` tells what is asked of it,
 * and `tests/cli/server/users-reset-password.test.ts` signs in at the full cost.
 */
const { scrypt } = crypto
crypto.scrypt = (password, salt, length, options, done) =>
  scrypt(password, salt, length, { ...options, cost: 16 }, done)
syncBuiltinESMExports()
