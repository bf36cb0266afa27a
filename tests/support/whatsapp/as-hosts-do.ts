import { installFastCurve } from '../../../src/whatsapp/keys/fast-curve.ts'
import { installSharedStorage } from '../../../src/whatsapp/keys/shared-storage.ts'

/**
 * Before any test loads Baileys, what a host does before it does so. Each connection's storage would
 * otherwise slow down every promise of the files that follow in this process, and each pairing takes
 * eight hundred keys.
 */
installFastCurve()
installSharedStorage()
