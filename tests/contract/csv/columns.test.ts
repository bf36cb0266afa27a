import { describe, expect, test } from 'vitest'
import { guessColumns } from '../../../src/contract/csv/columns.ts'

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
