import { formatCount, formatPhone } from '../../../format.ts'
import { WideBox } from '../../../ui/display/wide-box.tsx'
import type { CsvReading } from './csv-scan.ts'
import styles from './import-preview.module.css'

/** The first contacts of a file, as they will be kept. */
export function ImportSample({
  reading: { sample, header, columns },
}: {
  readonly reading: CsvReading
}) {
  if (sample.length === 0) return null
  const further = header.filter((_, place) => place !== columns.name && place !== columns.phone)
  return (
    <WideBox label="Primeiros contatos do arquivo" className={styles.sample}>
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
    </WideBox>
  )
}
