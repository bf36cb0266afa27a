import { expect, test } from 'vitest'
import { parseWindow } from '../../../../src/cli/campaigns/options/window-option.ts'
import { describeWindows } from '../../../../src/contract/campaigns/send-window-words.ts'

test.each([
  ['seg-sex 08:00-12:00', 'seg. a sex. das 08:00 às 12:00'],
  ['Segunda - Sexta 8h-12h30', 'seg. a sex. das 08:00 às 12:30'],
  ['sáb 9-12', 'sáb. das 09:00 às 12:00'],
  ['seg, qua,sex 14:00-18:00', 'seg., qua. e sex. das 14:00 às 18:00'],
  ['sex-dom 18:00-00:00', 'sex. a dom. das 18:00 às 24:00'],
  ['sab-seg 10:00-11:00', 'seg., sáb. e dom. das 10:00 às 11:00'],
  ['todos 00:00-24:00', 'todos os dias o dia todo'],
])('reads "%s"', (text, words) => {
  expect(describeWindows([parseWindow(text)])).toBe(words)
})

test.each([
  ...['08:00-12:00', 'seg-sex', 'seg-sex 8', 'xis 8-9', 'seg-ter-qua 8-9', 'seg 8-9 10-11'],
  ...['seg 25:00-26:00', 'seg 8:60-9:00'],
])('refuses "%s", and says how a window is written', (text) => {
  expect(() => parseWindow(text)).toThrow('seg-sex 08:00-12:00')
})

test('windows of the same days are said together', () => {
  const windows = ['seg-sex 08:00-12:00', 'seg-sex 14:00-18:00', 'sab 09:00-12:00'].map(parseWindow)
  expect(describeWindows(windows)).toBe(
    'seg. a sex. das 08:00 às 12:00 e das 14:00 às 18:00; sáb. das 09:00 às 12:00',
  )
})
