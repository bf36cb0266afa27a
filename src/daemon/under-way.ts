/** Work that nobody waits for until the daemon stops: then all of it has to be over. */
export function createUnderWay() {
  const works = new Set<Promise<unknown>>()
  return { add, ended }

  function add<Result>(work: Promise<Result>): Promise<Result> {
    works.add(work)
    const forget = () => works.delete(work)
    work.then(forget, forget)
    return work
  }

  /** Resolves when nothing is under way, failed or not. */
  async function ended(): Promise<void> {
    while (works.size > 0) await Promise.allSettled(works)
  }
}
