import { useEffect } from 'react'

/** Puts a count before the tab's title, whatever screen gives it, and takes it away again. */
export function useTitleCount(count: number): void {
  useEffect(() => {
    const title = document.querySelector('title')
    if (count === 0 || !title) return
    const observer = new MutationObserver(() => write(count))
    observer.observe(title, { childList: true })
    write(count)
    return () => {
      observer.disconnect()
      write(0)
    }
  }, [count])
}

function write(count: number): void {
  const plain = document.title.replace(/^\(\d+\) /, '')
  const wanted = count > 0 ? `(${count}) ${plain}` : plain
  if (document.title !== wanted) document.title = wanted
}
