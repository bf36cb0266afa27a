// Writes docs/exemplos: the contacts and the picture that `disparo demo` uses. Every name and
// number is made up; the same run gives the same files. Run: node tests/support/runner/make-demo-files.js
import { mkdirSync, writeFileSync } from 'node:fs'
import iconv from 'iconv-lite'
import sharp from 'sharp'

const folder = new URL('../../../docs/exemplos/', import.meta.url)
const ROWS = 200

const firstNames =
  'Ana João Márcia Antônio Conceição Luís Sebastião Fátima Inês Otávio Flávia Vinícius Tânia César Mônica Érica Íris Ângela Débora Cláudio Patrícia Rogério Lúcia Estêvão Mariana Gonçalo Benedita Raul Beatriz Caio'.split(
    ' ',
  )
const lastNames =
  'Araújo Conceição Gonçalves Magalhães Simões Falcão Brandão Assunção Guimarães Sampaio Nóbrega Rezende Camargo Távora Leão Muñoz Peçanha Queirós Botelho Vilaça'.split(
    ' ',
  )
const places = [
  ['São Paulo', '11'],
  ['Brasília', '61'],
  ['Rio de Janeiro', '21'],
  ['Belo Horizonte', '31'],
  ['Goiânia', '62'],
  ['Florianópolis', '48'],
  ['Vitória', '27'],
  ['São Luís', '98'],
  ['Belém', '91'],
  ['Maceió', '82'],
  ['Cuiabá', '65'],
  ['Porto Alegre', '51'],
]

/** Ways in which people write one and the same number. */
const writings = [
  ({ area, head, tail }) => `(${area}) 9 ${head}-${tail}`,
  ({ area, head, tail }) => `+55 ${area} 9${head}-${tail}`,
  ({ area, head, tail }) => `55${area}9${head}${tail}`,
  ({ area, head, tail }) => `(${area}) 9${head}-${tail}`,
  ({ area, head, tail }) => `${area}9${head}${tail}`,
  ({ area, head, tail }) => `+55(${area})9${head}${tail}`,
  ({ area, head, tail }) => ` ${area} 9${head} ${tail} `,
]

const special = new Map([
  [23, ['Márcio Távora', '1234', 'Brasília']],
  [41, ['Olga Simões', '(61) 9 9000-0101', 'Brasília']],
  [77, ['Benedita Leão', '+55 31 8765-4321', 'Belo Horizonte']],
  [96, ['Íris Falcão', '+55 11 99000-0102', 'São Paulo']],
  [131, ['Zé da Padaria', 'não tem', 'São Luís']],
  [158, ['Raul Peçanha', '5521990000103', 'Rio de Janeiro']],
])
/** Row that repeats the number of an earlier one, written in another way. */
const repeats = new Map([
  [58, 12],
  [87, 30],
  [119, 44],
  [140, 5],
  [176, 101],
  [193, 150],
])

const random = seeded(20261121)
const people = []
for (let row = 0; row < ROWS; row += 1) people.push(person(row))

const lines = ['nome;telefone;cidade', ...people.map(({ cells }) => cells.join(';'))]
mkdirSync(folder, { recursive: true })
writeFileSync(new URL('contatos.csv', folder), iconv.encode(`${lines.join('\r\n')}\r\n`, 'win1252'))
writeFileSync(new URL('promocao.jpg', folder), await picture())

function person(row) {
  const given = special.get(row)
  if (given) return { cells: given }
  const [city, area] = pick(places)
  const name = `${firstNames[row % firstNames.length]} ${pick(lastNames)}`
  const source = people[repeats.get(row) ?? -1]
  const number = source?.number ?? { area, head: String(8000 + row), tail: digits(4) }
  const write = writings[(row * 5 + (source ? 3 : 0)) % writings.length]
  return { number, cells: [name, write(number), city] }
}

function pick(values) {
  return values[Math.floor(random() * values.length)]
}

function digits(count) {
  return String(Math.floor(random() * 10 ** count)).padStart(count, '0')
}

/** mulberry32: small, and the same everywhere. */
function seeded(seed) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

function picture() {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="450">
    <defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1">
      <stop offset="0" stop-color="#1d1a14"/><stop offset="1" stop-color="#3a2f17"/>
    </linearGradient></defs>
    <rect width="800" height="450" fill="url(#g)"/>
    <circle cx="640" cy="225" r="150" fill="#d4a72c"/>
    <text x="640" y="215" font-family="DejaVu Sans" font-size="76" font-weight="bold" fill="#1d1a14" text-anchor="middle">20%</text>
    <text x="640" y="270" font-family="DejaVu Sans" font-size="34" fill="#1d1a14" text-anchor="middle">de desconto</text>
    <text x="56" y="170" font-family="DejaVu Sans" font-size="52" font-weight="bold" fill="#f4e3b2">Semana do</text>
    <text x="56" y="236" font-family="DejaVu Sans" font-size="52" font-weight="bold" fill="#f4e3b2">cliente</text>
    <text x="56" y="300" font-family="DejaVu Sans" font-size="26" fill="#e8dcc0">Só até sábado, na loja</text>
    <text x="56" y="338" font-family="DejaVu Sans" font-size="26" fill="#e8dcc0">mais perto de você.</text>
  </svg>`
  return sharp(Buffer.from(svg)).jpeg({ quality: 82, mozjpeg: true }).toBuffer()
}
