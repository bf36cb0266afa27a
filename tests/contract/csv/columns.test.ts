import { describe, expect, test } from 'vitest'
import { guessColumns, headerPlace } from '../../../src/contract/csv/columns.ts'

const rows = (...all: string[]) => all.map((row) => row.split(';'))
const guess = (header: string | null, ...all: string[]) =>
  guessColumns(header === null ? null : header.split(';'), rows(...all))

describe('the columns of a table', () => {
  test.each([
    ['the usual ones', 'nome;telefone', ['Ana;61999990001'], { name: 0, phone: 1 }],
    ['turned round', 'Celular;Nome', ['61999990001;Ana'], { name: 1, phone: 0 }],
    ['with a class between', 'Nome;Turma;Telefone', ['Ana;3B;61999990001'], { name: 0, phone: 2 }],
    [
      'named, and no phone valid',
      'Aluno;CEP;WhatsApp',
      ['Ana;70000-000;123'],
      { name: 0, phone: 2 },
    ],
    [
      'named, and none has an area code',
      'Nome;CEP;Fone',
      ['Ana;70000-000;999990001'],
      { name: 0, phone: 2 },
    ],
    ['named in capitals and plural', 'TELEFONES;NOME', ['1;2'], { name: 1, phone: 0 }],
    [
      'two phones: the usual place',
      'nome;fone;celular',
      ['a;6133334444;61999990001'],
      { name: 0, phone: 1 },
    ],
    [
      'two phones: one of them empty',
      'nome;fone;celular',
      ['a;;61999990001'],
      { name: 0, phone: 2 },
    ],
    [
      'a name that only holds the word',
      'telefonista;numero',
      ['Ana;61999990001'],
      { name: 0, phone: 1 },
    ],
    [
      'the person whose phone it is, not the first one',
      'Aluno;Responsável;Celular do responsável',
      ['Bia;Ana;61999990001'],
      { name: 1, phone: 2 },
    ],
    [
      'the same with names of two people',
      'Nome do aluno;Nome da mãe;Telefone da mãe',
      ['Bia;Ana;61999990001'],
      { name: 1, phone: 2 },
    ],
    ['nothing that tells', 'a;b;c', ['x;y;z'], { name: 0, phone: 1 }],
    ['a single column', 'telefone', ['61999990001'], { name: null, phone: 0 }],
    ['nothing at all', '', [], { name: null, phone: 0 }],
  ])('are found: %s', (_, header, all, expected) => {
    expect(guess(header, ...all)).toEqual(expected)
  })

  test('are found by what stands in them where there is no header', () => {
    expect(guess(null, '3B;61999990001;Ana', '3C;61999990002;Bia')).toEqual({ name: 0, phone: 1 })
    expect(guess(null, '99999-0001;Ana', '99999-0002;Bia')).toEqual({ name: 1, phone: 0 })
  })
})

describe('the header of a table', () => {
  test.each([
    ['the first line', ['Nome;Telefone', 'Ana;61999990001'], 0],
    ['below a title', ['Escola;', 'Pais, em 20/11/2026', 'Nome;Celular', 'Ana;61999990001'], 2],
    ['below a title that names phones', ['Telefones dos pais;', 'Nome;Celular', 'Ana;1'], 1],
    ['the first line where no other one is', ['Escola', 'Ana;61999990001'], 0],
    ['the first line where a contact stands above', ['Ana;61999990001', 'Nome;Celular'], 0],
    [
      'the first line where a contact without an area code stands above',
      ['Nome;Número', 'Ana;99999-0001', 'Loja do Celular;99999-0002'],
      0,
    ],
    [
      'below a title with dates',
      ['Escola;', 'Emitido em: 25/11/2026;2026-11-25 10:30', 'Nome;Celular', 'Ana;61999990001'],
      2,
    ],
    ['the only cell', ['telefone', '61999990001'], 0],
    ['nowhere', [], 0],
  ])('is %s', (_, lines, place) => {
    expect(headerPlace(rows(...lines))).toBe(place)
  })
})
