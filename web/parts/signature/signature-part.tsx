import { lazyPart } from '../../lazy-part.tsx'
import { Loading, Skeleton } from '../../ui/display/skeleton.tsx'
import styles from './signature.module.css'

/** How a receiver checks what it gets, with the code that does; loaded when it is shown. */
export const SignatureCode = lazyPart(
  async () => (await import('./signature-code.tsx')).SignatureCode,
  () => (
    <Loading className={styles.parts}>
      <Skeleton height="4em" />
      <Skeleton width="60%" height="40px" />
      <Skeleton height="22rem" />
    </Loading>
  ),
)
