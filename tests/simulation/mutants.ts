/** A fault that the program once had, as a change of one of its built modules. */
export type Mutant = {
  readonly name: string
  /** What happens to whom. */
  readonly harm: string
  /** Below the build, beginning with `/src/`. */
  readonly module: string
  /** Each `from` stands in the module exactly once. */
  readonly changes: readonly { readonly from: string; readonly to: string }[]
}

const mutants: readonly Mutant[] = [
  {
    name: 'unrecorded-end',
    harm: 'a campaign whose end the disk refuses shows Em Andamento for ever',
    module: '/src/domain/sending/sending.js',
    changes: [{ from: '            finishLater(run);\n            return;\n', to: '' }],
  },
  {
    name: 'open-after-stop',
    harm: 'a recipient stays on the way after the stop of a campaign',
    module: '/src/domain/sending/run.js',
    changes: [
      {
        from: 'for (const fact of openAttempts(run.ledger, clock.now()))',
        to: 'for (const fact of [])',
      },
    ],
  },
  {
    name: 'new-id-each-attempt',
    harm: 'a person gets the message twice after a crash',
    module: '/src/domain/sending/run.js',
    changes: [
      {
        from: 'messageIds.make(campaignNumber({ id: run.campaignId }), index)',
        to: 'messageIds.make(campaignNumber({ id: run.campaignId }), index + 100 * run.ledger.get(index).attemptCount)',
      },
    ],
  },
  {
    name: 'unsynced-journal',
    harm: 'a power cut takes back what was promised to be on the disk',
    module: '/src/storage/files/append-log.js',
    changes: [
      {
        from: 'try {\n            await file.datasync();\n        }\n        catch (error) {',
        to: 'try {\n        }\n        catch (error) {',
      },
    ],
  },
  {
    name: 'early-start',
    harm: 'a campaign that was moved to later starts at its old hour',
    module: '/src/domain/campaigns/campaign-start.js',
    changes: [
      {
        from: 'scheduledAt !== null &&\n            Date.parse(scheduledAt) <= clock.now());',
        to: 'scheduledAt !== null);',
      },
    ],
  },
]

export function findMutant(name: string): Mutant {
  const found = mutants.find((mutant) => mutant.name === name)
  if (found) return found
  throw new Error(`no mutant ${name}; there are: ${mutants.map((each) => each.name).join(', ')}`)
}
