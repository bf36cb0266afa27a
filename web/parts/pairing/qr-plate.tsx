import { Maximize2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import { encode } from 'uqr'
import { classNames } from '../../ui/class-names.ts'
import { Button } from '../../ui/forms/button.tsx'
import styles from './qr-plate.module.css'

/** Modules of white that readers want around a code. */
const QUIET_ZONE_MODULES = 4

/** A QR code, level H, 256 px, black on a white plate; it can be made larger for a weak camera. */
export function QrPlate({ text }: { readonly text: string }) {
  const [isLarge, setIsLarge] = useState(false)
  const { path, size } = useMemo(() => drawing(text), [text])
  return (
    <div className={styles.holder}>
      <div className={classNames(styles.plate, isLarge && styles.large)}>
        <svg
          viewBox={`0 0 ${size} ${size}`}
          role="img"
          aria-label="Código QR para ler com o WhatsApp do celular"
          shapeRendering="crispEdges"
        >
          <path d={path} />
        </svg>
      </div>
      <Button
        look="quiet"
        icon={Maximize2}
        aria-pressed={isLarge}
        onClick={() => setIsLarge(!isLarge)}
      >
        {isLarge ? 'Reduzir' : 'Ampliar'}
      </Button>
    </div>
  )
}

/** One row of dark modules becomes one rectangle: a code has some thousand of them. */
function drawing(text: string): { readonly path: string; readonly size: number } {
  const { data, size } = encode(text, { ecc: 'H', border: QUIET_ZONE_MODULES })
  const runs: string[] = []
  data.forEach((row, y) => {
    for (let x = 0; x < size; x += 1) {
      const start = x
      while (x < size && row[x]) x += 1
      if (x > start) runs.push(`M${start} ${y}h${x - start}v1H${start}z`)
    }
  })
  return { path: runs.join(''), size }
}
