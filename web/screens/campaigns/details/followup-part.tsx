import { CircleCheck, CircleSlash, ListPlus } from 'lucide-react'
import type { Campaign } from '#contract/campaigns/campaign.ts'
import { messages } from '../../../messages.ts'
import { classNames } from '../../../ui/class-names.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { useIsNarrow } from '../../../ui/use-media.ts'
import { followupChoices } from '../followup/followup-choices.ts'
import { useFollowup } from '../followup/use-followup.ts'
import styles from './followup-part.module.css'

/** What can be done next for each part of a campaign's recipients. */
export function FollowupPart({ campaign }: { readonly campaign: Campaign }) {
  const { busyWith, draft, list } = useFollowup(campaign)
  const isNarrow = useIsNarrow()
  const choices = followupChoices(campaign)
  if (choices.length === 0) return null
  const isBusy = busyWith !== null
  return (
    <section aria-label="A partir dos resultados" className={styles.part}>
      <h3>A partir dos resultados</h3>
      <ul className={styles.choices}>
        {choices.map((choice) => {
          const { audience, action, people, nobody, rest, isWell } = choice
          const Icon = isWell ? CircleCheck : CircleSlash
          const isHere = busyWith?.audience === audience
          return (
            <li key={audience} className={styles.choice}>
              {nobody === null ? (
                <>
                  <Button
                    isBusy={isHere && busyWith.kind === 'draft'}
                    disabled={isBusy}
                    onClick={() => draft(choice)}
                  >
                    {action}
                  </Button>
                  <Button
                    look="quiet"
                    icon={ListPlus}
                    className={styles.list}
                    aria-label={`Criar lista com estes contatos: ${people}`}
                    title="Criar lista"
                    isBusy={isHere && busyWith.kind === 'list'}
                    disabled={isBusy}
                    onClick={() => list(choice)}
                  >
                    {isNarrow && 'Criar lista'}
                  </Button>
                  {rest !== null && <p className={styles.rest}>{rest}</p>}
                </>
              ) : (
                <p className={classNames(styles.nobody, isWell && styles.well)}>
                  <Icon size={14} aria-hidden />
                  {nobody}
                </p>
              )}
            </li>
          )
        })}
      </ul>
      <p className={styles.hint}>{messages.followup.hint}</p>
    </section>
  )
}
