/** A fault that the program once had, as changes of its built modules. */
export type Mutant = {
  readonly name: string
  /** The broken promise, and whom it harms. */
  readonly harm: string
  readonly changes: readonly {
    /** Below the build, beginning with `/src/`. */
    readonly module: string
    /** Stands in the module exactly once. */
    readonly from: string
    readonly to: string
  }[]
}

/**
 * The seed, counted from 1, at which each was found when all were last looked at: resurrected,
 * removed-after-return and stale-status 1, blocked-starts and unsynced-journal 2,
 * new-id-each-attempt 4, lost-close 5, short-timers 10, unrecorded-end 11, forgotten-key 14,
 * endless-registration and waiting-for-each-other 15, reused-ids 16, redrawn-text 36,
 * unmarked-syncs 58, wall-clock-pace 60, orphan-pace 62, lost-results 81, open-after-stop 95,
 * early-start 122; forgotten-hour by none of 200.
 */
export const mutants: readonly Mutant[] = [
  {
    name: 'endless-registration',
    harm: 'a registration beside the removal of an account of the same name never ends, nor does anything else',
    changes: [
      {
        module: '/src/domain/accounts/accounts.js',
        from: "if (error.key === 'email')\n                    throw new AppError('email_taken', 'taken meanwhile');\n                if (error.key !== 'instanceName')\n                    throw error;\n                held.add(instanceName);",
        to: ';',
      },
    ],
  },
  {
    name: 'forgotten-hour',
    harm: 'a campaign of which the disk refused a change is due and never starts',
    changes: [
      {
        module: '/src/storage/collections/due-index.js',
        from: 'try {\n            return await change;\n        }\n        finally {\n            await refresh(userId, id);\n        }',
        to: 'const result = await change; await refresh(userId, id); return result;',
      },
    ],
  },
  {
    name: 'lost-close',
    harm: 'a device that is closed while it restarts stays connected',
    changes: [
      {
        module: '/src/domain/devices/device-closing.js',
        from: 'async () => {\n            const { key } = await getRecord(userId, deviceId);\n            forgetLogin(key);\n            await change(userId, deviceId, closedByOwner);\n            await messenger.close(key);\n            markDisconnected(key);\n        });',
        to: 'async () => undefined);\n        const { key } = await getRecord(userId, deviceId);\n',
      },
    ],
  },
  {
    name: 'waiting-for-each-other',
    harm: 'two campaigns that leave out each other’s people wait for each other for ever',
    changes: [
      {
        module: '/src/domain/campaigns/frozen-audience.js',
        from: 'return addressees(await audiences.read(userId, plan, signal));',
        to: 'return addressees(() => audiences.read(userId, plan, signal));',
      },
      {
        module: '/src/domain/campaigns/frozen-audience.js',
        from: 'of judged)',
        to: 'of await judged())',
      },
    ],
  },
  {
    name: 'removed-after-return',
    harm: 'a campaign whose deletion was undone is gone once the time for that is over',
    changes: [
      {
        module: '/src/storage/collections/collection.js',
        from: 'if (!found || !isMeant(found.entry.record))',
        to: 'if (!found)',
      },
    ],
  },
  {
    name: 'stale-status',
    harm: 'a campaign is listed by the status that it had at first, or not at all',
    changes: [
      {
        module: '/src/storage/collections/status-index.js',
        from: 'function put(userId, { id, status }) {',
        to: 'function put(userId, { id, status }) { if (known.has(id)) return;',
      },
      {
        module: '/src/storage/collections/due-index.js',
        from: 'drop(id);\n        if (record)\n            put(userId, record);',
        to: 'if (!record) byStatus.drop(id);\n        dropHour(id);\n        if (record)\n            put(userId, record);',
      },
      {
        module: '/src/storage/collections/due-index.js',
        from: 'function drop(id) {\n        byStatus.drop(id);',
        to: 'function dropHour(id) {',
      },
    ],
  },
  {
    name: 'unrecorded-end',
    harm: 'a campaign whose end the disk refuses shows Em Andamento for ever',
    changes: [
      {
        module: '/src/domain/sending/run-endings.js',
        from: '            finishLater(run);\n            return;\n',
        to: '',
      },
    ],
  },
  {
    name: 'redrawn-text',
    harm: 'who is written to again gets another of the campaign’s texts',
    changes: [
      {
        module: '/src/domain/sending/deliver.js',
        from: 'textAt(run.ledger.header, index)',
        to: 'textAt(run.ledger.header, index + row.attemptCount - 1)',
      },
    ],
  },
  {
    name: 'open-after-stop',
    harm: 'a recipient stays on the way after the stop of a campaign',
    changes: [
      {
        module: '/src/domain/sending/run.js',
        from: 'for (const fact of openAttempts(run.ledger, clock.now()))',
        to: 'for (const fact of [])',
      },
    ],
  },
  {
    name: 'new-id-each-attempt',
    harm: 'a person gets the message twice after a crash',
    changes: [
      {
        module: '/src/domain/sending/run.js',
        from: 'messageIds.make(run.ledger.header.campaignNumber, index)',
        to: 'messageIds.make(run.ledger.header.campaignNumber, index + 100 * run.ledger.get(index).attemptCount)',
      },
    ],
  },
  {
    name: 'unsynced-journal',
    harm: 'a power cut takes back what was promised to be on the disk',
    changes: [
      {
        module: '/src/storage/files/append-log.js',
        from: 'await file.datasync();\n            isSynced = true;',
        to: 'isSynced = true;',
      },
    ],
  },
  {
    name: 'early-start',
    harm: 'a campaign that was moved to later starts at its old hour',
    changes: [
      {
        module: '/src/domain/campaigns/campaign-start.js',
        from: 'scheduledAt !== null &&\n            Date.parse(scheduledAt) <= clock.now());',
        to: 'scheduledAt !== null);',
      },
    ],
  },
  {
    name: 'blocked-starts',
    harm: 'one campaign whose list is damaged keeps all that are due from starting',
    changes: [
      {
        module: '/src/domain/campaigns/campaign-start.js',
        from: 'await giveUp(userId, id, error).catch((again) => needs.onFault(again, id));\n            return false;',
        to: 'throw error;',
      },
      {
        module: '/src/domain/campaigns/campaign-start.js',
        from: 'startTries: current.startTries + 1',
        to: 'startTries: current.startTries',
      },
    ],
  },
  {
    name: 'resurrected',
    harm: 'a campaign that was stopped or deleted while its audience was read is sent all the same',
    changes: [
      {
        module: '/src/domain/campaigns/campaign-start.js',
        from: 'current = await settleStart(userId, campaign.id, { frozen, signal });',
        to: 'current = ledger && { ...running(campaign, ledger) }; if (current) await records.store.save(userId, current);',
      },
      {
        module: '/src/domain/campaigns/campaign-start.js',
        from: 'current?.abort();\n        return serially(id, () => work(current !== undefined));',
        to: 'return work(current !== undefined);',
      },
    ],
  },
  {
    name: 'reused-ids',
    harm: 'after a backup was put back, receipts of forgotten messages count for others',
    changes: [
      {
        module: '/src/storage/lock/number-jumps.js',
        from: 'if (hasForgotten)',
        to: 'if (false)',
      },
    ],
  },
  {
    name: 'unmarked-syncs',
    harm: 'a hole of zeros that a power cut left among unsynced lines ends a campaign as damaged',
    changes: [
      {
        module: '/src/storage/files/append-log.js',
        from: 'markSynced(lines[0]);',
        to: ';',
      },
    ],
  },
  {
    name: 'wall-clock-pace',
    harm: 'a clock that is set forward ends the pause between two messages',
    changes: [
      {
        module: '/src/jobs/pacing.js',
        from: 'notBeforeMs = Math.max(notBeforeMs, monotonicMs() - agoMs + drawn);',
        to: 'notBeforeMs = Math.max(notBeforeMs, now() - agoMs + drawn);',
      },
      {
        module: '/src/jobs/pacing.js',
        from: 'const waitMs = notBeforeMs - monotonicMs();',
        to: 'const waitMs = notBeforeMs - now();',
      },
    ],
  },
  {
    name: 'short-timers',
    harm: 'a lock of more than 24.8 days ends at once',
    changes: [
      {
        module: '/src/daemon/clock.js',
        from: 'after: withLongTimers((ms, work) => {',
        to: 'after: ((ms, work) => {',
      },
      {
        module: '/src/domain/sending/strangers/holds.js',
        from: 'armEnd(key);\n            if (clock.now() >= endMs',
        to: 'timers.delete(key);\n            if (clock.now() >= endMs',
      },
      {
        module: '/src/domain/sending/strangers/holds.js',
        from: "if (holdOf(standing, clock.now()))\n            return 'closed';",
        to: "if (timers.has(key))\n            return 'closed';",
      },
    ],
  },
  {
    name: 'lost-results',
    harm: 'whom the end of a campaign concerns while the disk refuses it stays "Enviando" for ever',
    changes: [
      {
        module: '/src/domain/sending/run-endings.js',
        from: 'if (await slots.closeOpen(run))\n',
        to: 'if ((await slots.closeOpen(run), true))\n',
      },
    ],
  },
  {
    name: 'orphan-pace',
    harm: 'a campaign that is stopped with a message on its way leaves the next one no pause',
    changes: [
      {
        module: '/src/jobs/pacing.js',
        from: "orphans.delete(campaignId);\n        if (result === 'sent')",
        to: 'orphans.delete(campaignId);\n        if (false)',
      },
    ],
  },
  {
    name: 'forgotten-key',
    harm: 'a single message that WhatsApp did not confirm is sent twice under one key',
    changes: [
      {
        module: '/src/http/requests/idempotency.js',
        from: ' || inDoubt.has(error.code)',
        to: '',
      },
    ],
  },
]

export function findMutant(name: string): Mutant {
  const found = mutants.find((mutant) => mutant.name === name)
  if (found) return found
  throw new Error(`no mutant ${name}; there are: ${mutants.map((each) => each.name).join(', ')}`)
}
