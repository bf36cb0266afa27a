/**
 * Takes all steps, one after the other: one that fails keeps none from being taken.
 * @throws the first failure, once all were taken
 */
export async function everyStep(steps: readonly (() => unknown)[]): Promise<void> {
  const failures: unknown[] = []
  for (const step of steps) {
    try {
      await step()
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
}

/**
 * Waits for work that is under way, until all of it has ended.
 * @throws the first failure, once all has ended
 */
export async function allEnded(work: readonly unknown[]): Promise<void> {
  const results = await Promise.allSettled(work)
  const failed = results.find((result) => result.status === 'rejected')
  if (failed) throw failed.reason
}
