import { render } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { RelativeTime } from '../../../../web/ui/display/relative-time.tsx'

test('what has just happened is now, though the clock on the screen moves twice a minute', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-20T12:00:00.000Z') })
  onTestFinished(() => void vi.useRealTimers())
  const shown = render(<RelativeTime iso="2026-11-20T11:55:00.000Z" />)
  onTestFinished(shown.unmount)
  expect(shown.container.textContent).toBe('há 5 min')
  vi.setSystemTime(Date.parse('2026-11-20T12:00:20.000Z'))
  shown.rerender(<RelativeTime iso="2026-11-20T12:00:19.000Z" />)
  expect(shown.container.textContent).toBe('agora')
})
