/** A promise that the test itself keeps: what `Promise.withResolvers` gives, which Node 20 lacks. */
export function aPromise() {
  let keep: () => void = () => undefined
  const promise = new Promise<void>((resolve) => {
    keep = resolve
  })
  return { promise, keep }
}
