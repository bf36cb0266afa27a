import { useEffect, useRef } from 'react'
import type { Campaign } from '#contract/campaigns/campaign.ts'
import { lazyPart } from '../../../lazy-part.tsx'
import { ownStorage } from '../../../own-storage.ts'
import { Loading, Skeleton } from '../../../ui/display/skeleton.tsx'
import styles from './now-place.module.css'

/** Kept as `width:height`, in pixels: what this window showed the last time. */
const KEY = 'disparo.now'

/** Loaded while the campaigns are read. */
const NowPanel = lazyPart(async () => (await import('./now-panel.tsx')).NowPanel, NowShape)

/**
 * Shows what is under way. Until that is known it takes the room of the last visit, so that the
 * stats below do not move away as somebody presses one.
 */
export function NowPlace({
  campaigns,
  failed,
}: {
  /** Left out: they are being read. */
  readonly campaigns: readonly Campaign[] | undefined
  /** They could not be read. */
  readonly failed: boolean
}) {
  const place = useRef<HTMLDivElement>(null)
  const isKnown = campaigns !== undefined

  useEffect(() => {
    // Its script comes while they are read.
    void NowPanel.preload()
  }, [])

  useEffect(() => {
    const panel = place.current
    if (!isKnown || !panel) return
    const observer = new ResizeObserver(() => {
      if (panel.querySelector('[aria-busy]')) return
      ownStorage.keep(KEY, `${innerWidth}:${panel.offsetHeight}`)
    })
    observer.observe(panel)
    return () => observer.disconnect()
  }, [isKnown])

  if (isKnown) {
    return (
      <div ref={place} className={styles.place}>
        <NowPanel campaigns={campaigns} waiting={<NowShape />} />
      </div>
    )
  }
  return failed ? null : <NowShape />
}

function NowShape() {
  const [width, height] = (ownStorage.read(KEY) ?? '').split(':').map(Number)
  if (width !== innerWidth || !height) return null
  return (
    <Loading>
      <Skeleton height={height} />
    </Loading>
  )
}
