import { UserX } from 'lucide-react'
import { Link } from 'wouter'
import { consoleRoutes } from '#contract/console-routes.ts'
import { type OptOut, optOutId, optOutSourceLabels } from '#contract/optouts/opt-out.ts'
import { optOutFooter } from '#contract/optouts/opt-out-words.ts'
import { sentenceOf } from '../../api/calls/call-error.ts'
import { useOptOuts } from '../../api/opt-outs.ts'
import { phoneOf } from '../../parts/opt-outs/remove-opt-out.ts'
import { RelativeTime } from '../../ui/display/relative-time.tsx'
import { Loading, Skeletons } from '../../ui/display/skeleton.tsx'
import { EmptyState, ErrorState } from '../../ui/display/states.tsx'
import { buttonClass } from '../../ui/forms/button.tsx'
import { PagesFailure } from '../../ui/lists/pages-failure.tsx'
import styles from './settings.module.css'
import { SettingsCard } from './settings-card.tsx'

const SHOWN = 5
const everybody = { q: '', source: null } as const
const loadFailed = 'Não foi possível carregar os descadastrados.'

/** Who left last, how people leave, and the way to the whole list. */
export function OptOutsTab() {
  return (
    <div className={styles.stack}>
      <SettingsCard
        id="descadastrados"
        title="Últimos descadastrados"
        help="Quem está na lista não recebe campanhas, esteja em que lista de contatos estiver."
        aside={
          <Link href={consoleRoutes.optOuts} className={buttonClass('plain')}>
            Ver e editar a lista
          </Link>
        }
      >
        <NewestPeople />
      </SettingsCard>
      <SettingsCard
        id="como-sair"
        title="Como alguém sai"
        help="Quem responde apenas SAIR, PARAR ou uma palavra parecida deixa de receber campanhas na hora, por qualquer conexão sua, e recebe uma confirmação. VOLTAR desfaz."
      >
        <p className={styles.text}>
          Ao criar uma campanha, você pode acrescentar ao texto a frase “{optOutFooter}”
        </p>
      </SettingsCard>
    </div>
  )
}

function NewestPeople() {
  const found = useOptOuts(everybody)
  const { people, error, retry } = found
  if (error && !people?.length) {
    return <ErrorState title={loadFailed} detail={sentenceOf(error, loadFailed)} onRetry={retry} />
  }
  if (!people) {
    return (
      <Loading className={styles.stack}>
        <Skeletons count={3} height="2.5rem" />
      </Loading>
    )
  }
  if (people.length === 0) {
    return (
      <EmptyState icon={UserX} title="Ninguém saiu até agora">
        Quem pedir para não receber mais aparece aqui.
      </EmptyState>
    )
  }
  return (
    <>
      <PagesFailure place="start" pages={found} failed={loadFailed} />
      <ul>
        {people.slice(0, SHOWN).map((person) => (
          <Person key={optOutId(person)} person={person} />
        ))}
      </ul>
    </>
  )
}

function Person({ person }: { readonly person: OptOut }) {
  const { name, source, createdAt } = person
  const number = phoneOf(person)
  return (
    <li className={styles.row}>
      <span>
        {name || number}
        <small>
          {name ? `${number} · ${optOutSourceLabels[source]}` : optOutSourceLabels[source]}
        </small>
      </span>
      <RelativeTime iso={createdAt} />
    </li>
  )
}
