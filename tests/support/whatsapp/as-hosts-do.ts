import { installFastCurve } from '../../../src/whatsapp/keys/fast-curve.ts'
import { installSharedStorage } from '../../../src/whatsapp/keys/shared-storage.ts'

/**
 * Does before any test loads Baileys what a host does before it. Otherwise each connection's async
 * storage would slow down every promise of the files that follow in this process, and each pairing
 * would create eight hundred keys.
 */
installFastCurve()
installSharedStorage()
