import { frequentAnswers } from '#contract/campaigns/answers.ts'
import type { Campaign } from '#contract/campaigns/campaign.ts'
import { formatCount } from '../../../format.ts'
import styles from './answers-part.module.css'

/** How many said yes and no, and the short answers that came most often. */
export function AnswersPart({ campaign: { answers } }: { readonly campaign: Campaign }) {
  if (!answers) return null
  return (
    <section className={styles.answers} aria-label="Respostas mais frequentes" data-live>
      <dl>
        <div>
          <dt>Disseram SIM</dt>
          <dd>{formatCount(answers.yesCount)}</dd>
        </div>
        <div>
          <dt>Disseram NÃO</dt>
          <dd>{formatCount(answers.noCount)}</dd>
        </div>
      </dl>
      <ol>
        {frequentAnswers(answers).map(({ text, count }) => (
          <li key={text}>
            <span>“{text}”</span> <b>{formatCount(count)}</b>
          </li>
        ))}
      </ol>
    </section>
  )
}
