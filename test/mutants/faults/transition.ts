import { request, set, shown } from '../edits.ts'
import type { Fault } from '../fault.ts'
import { actsOnAll, alsoUpdates, pretends } from '../stateful.ts'

const rule = 'transition'

/** Actions that differ from their description in the document. */
export const transition: readonly Fault[] = [
  {
    id: 'pause-without-effect',
    rule,
    clause: 'pauseBatchExport/x-effect',
    does: 'Pausing answers that the export is paused, and does not pause it.',
    operations: ['pauseBatchExport'],
    make: pretends({ paused: true }),
  },
  {
    id: 'pause-answer-unchanged',
    rule,
    clause: 'pauseBatchExport/x-effect',
    does: 'Pausing pauses the export, and answers that it is not paused.',
    operations: ['pauseBatchExport'],
    make: shown(set({ paused: false })),
  },
  {
    id: 'unpause-answer-unchanged',
    rule,
    clause: 'unpauseBatchExport/x-effect',
    does: 'Unpausing answers that the export is still paused.',
    operations: ['unpauseBatchExport'],
    make: shown(set({ paused: true })),
  },
  {
    id: 'pause-inverts',
    rule,
    clause: 'pauseBatchExport/x-effect',
    does: 'Pausing unpauses.',
    operations: ['pauseBatchExport'],
    make: request((call) => ({ ...call, path: call.path.replace(/pause\/?$/, 'unpause') })),
  },
  {
    id: 'pause-pauses-all',
    rule,
    clause: 'pauseBatchExport',
    does: 'Pausing one export pauses all others of the organization.',
    operations: ['pauseBatchExport'],
    make: actsOnAll,
  },
  {
    id: 'backfill-pauses',
    rule,
    clause: 'backfillBatchExport',
    does: 'A backfill pauses the export, whose state it is not to change.',
    operations: ['backfillBatchExport'],
    make: alsoUpdates(() => ({ paused: true })),
  },
  {
    id: 'pause-forgets-end',
    rule,
    clause: 'pauseBatchExport',
    does: 'Pausing clears the end and the start of the export.',
    operations: ['pauseBatchExport'],
    make: alsoUpdates(() => ({ start_at: null, end_at: null })),
  },
  {
    id: 'verify-always-succeeds',
    rule,
    clause: 'verifyDomain',
    does: 'Verification answers true without any record, and does not store it.',
    operations: ['verifyDomain'],
    make: shown(set({ is_verified: true })),
  },
]
