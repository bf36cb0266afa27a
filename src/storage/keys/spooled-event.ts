import { z } from 'zod'
import { SpooledEventRecord } from '../../contract/messages/spooled-event-record.ts'
import type { SpooledEvent } from '../../domain/devices/spool.ts'

/** The lines of a spool: events under their numbers, and the numbers of those that were handled. */

const Event: z.ZodType<SpooledEvent> = SpooledEventRecord

export const AddedLine = z.object({ number: z.int().min(1), event: Event })
export const HandledLine = z.object({ handled: z.array(z.int().min(1)) })
