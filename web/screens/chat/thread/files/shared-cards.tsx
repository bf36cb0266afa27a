import { ExternalLink, MessageSquare } from 'lucide-react'
import { Link } from 'wouter'
import { OWN_GATEWAY_ID } from '#contract/gateways/gateway.ts'
import { phoneJid } from '#contract/jid.ts'
import type { SharedContact, SharedPlace } from '#contract/messages/message-share.ts'
import { formatPhone } from '../../../../format.ts'
import { conversationAt } from '../../../../parts/conversation.ts'
import { FoundText } from '../../../../parts/found-text.tsx'
import styles from './shared-cards.module.css'
import { useThreadFiles } from './thread-files.tsx'

/** Digits behind the point: some metres. */
const PLACE_DIGITS = 5

/** A place, which a map shows in another tab. */
export function PlaceCard({ latitude, longitude, name, address }: SharedPlace) {
  const point = `${latitude.toFixed(PLACE_DIGITS)}, ${longitude.toFixed(PLACE_DIGITS)}`
  const query = new URLSearchParams({ api: '1', query: `${latitude},${longitude}` })
  return (
    <div className={styles.card}>
      {name && (
        <p className={styles.name}>
          <FoundText text={name} />
        </p>
      )}
      {address && <p className={styles.minor}>{address}</p>}
      <p className={styles.minor}>{point}</p>
      <a
        className={styles.way}
        href={`https://www.google.com/maps/search/?${query}`}
        target="_blank"
        rel="noopener noreferrer"
      >
        Abrir no mapa
        <ExternalLink size={14} aria-hidden />
        <span className="visually-hidden">, em outra aba</span>
      </a>
    </div>
  )
}

/** People's numbers, and the conversations with those that WhatsApp knows. */
export function ContactCards({ contacts }: { readonly contacts: readonly SharedContact[] }) {
  const { place } = useThreadFiles()
  return (
    <ul className={styles.cards}>
      {contacts.map(({ name, numbers }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a message's people never change places
        <li key={index} className={styles.card}>
          {name && (
            <p className={styles.name}>
              <FoundText text={name} />
            </p>
          )}
          {numbers.length === 0 && <p className={styles.minor}>Sem número no cartão.</p>}
          {numbers.map(({ text, phone }) => (
            <p key={text} className={styles.number}>
              {phone === null ? text : formatPhone(phone)}
              {phone !== null && place.gatewayId === OWN_GATEWAY_ID && (
                <Link
                  className={styles.way}
                  href={conversationAt({ ...place, remoteJid: phoneJid(phone) })}
                >
                  <MessageSquare size={14} aria-hidden />
                  Conversar
                  <span className="visually-hidden"> com {name ?? formatPhone(phone)}</span>
                </Link>
              )}
            </p>
          ))}
        </li>
      ))}
    </ul>
  )
}
