import { useRef } from 'react'
import { formatCount, formatPhone } from '../../../format.ts'
import { classNames } from '../../../ui/class-names.ts'
import { useEdgeFade } from '../../../ui/display/edge-fade.ts'
import type { CsvReading } from './csv-scan.ts'
import styles from './import-preview.module.css'

/** The first contacts of a file, as they will be kept. */
export function ImportSample({ reading }: { readonly reading: CsvReading }) {
  return reading.sample.length === 0 ? null : <SampleTable reading={reading} />
}

function SampleTable({ reading: { sample, header, columns } }: { readonly reading: CsvReading }) {
  const box = useRef<HTMLElement>(null)
  const fade = useEdgeFade(box)
  const further = header.filter((_, place) => place !== columns.name && place !== columns.phone)
  return (
    <section
      ref={box}
      className={classNames(styles.sample, fade)}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label="Primeiros contatos do arquivo"
    >
      <table>
        <thead>
          <tr>
            <th scope="col">Linha</th>
            <th scope="col">Nome</th>
            <th scope="col">Telefone</th>
            {further.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sample.map(({ line, name, phone, fields }) => (
            <tr key={phone}>
              <td>{formatCount(line)}</td>
              <td>{name || '–'}</td>
              <td>{formatPhone(phone)}</td>
              {further.map((field) => (
                <td key={field}>{fields?.[field] ?? '–'}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
