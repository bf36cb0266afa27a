import { Download, Send } from 'lucide-react'
import { Link } from 'wouter'
import { newCampaignFor } from '#contract/console-routes.ts'
import { Button, buttonClass } from '../../../ui/forms/button.tsx'
import { Menu } from '../../../ui/overlays/menu.tsx'

/** What is done with the whole list; where it is narrow the next step alone shows, and a menu the rest. */
export function ListActions({
  id,
  title,
  isNarrow,
  isNextElsewhere,
  onExport,
}: {
  readonly id: string
  readonly title: string
  readonly isNarrow: boolean
  /** Whether the next step is in a bar: to save what was written, or what the chosen are for. */
  readonly isNextElsewhere: boolean
  readonly onExport: () => void
}) {
  return (
    <>
      {!isNarrow && (
        <Button icon={Download} onClick={onExport}>
          Exportar
        </Button>
      )}
      <Link
        href={newCampaignFor(id)}
        className={buttonClass(isNextElsewhere ? 'plain' : 'primary')}
        aria-label={isNarrow ? 'Nova campanha' : undefined}
      >
        <Send size={16} aria-hidden />
        {isNarrow ? 'Campanha' : 'Nova campanha'}
      </Link>
      {isNarrow && (
        <Menu
          label={`Ações de ${title}`}
          items={[{ label: 'Exportar', icon: Download, onSelect: onExport }]}
        />
      )}
    </>
  )
}
