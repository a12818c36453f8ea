import { listed, request, set, shown, status, succeeded } from '../edits.ts'
import type { Fault } from '../fault.ts'
import { alsoUpdates, pretends } from '../stateful.ts'

const rule = 'transition'

/** Actions that differ from their description in the document. Reported separately. */
export const unseenTransition: readonly Fault[] = [
  {
    id: 'unpause-without-effect',
    rule,
    clause: 'unpauseBatchExport/x-effect',
    does: 'Unpausing answers that the export runs, and leaves it paused.',
    operations: ['unpauseBatchExport'],
    make: pretends({ paused: false }),
  },
  {
    id: 'unpause-inverts',
    rule,
    clause: 'unpauseBatchExport/x-effect',
    does: 'Unpausing pauses.',
    operations: ['unpauseBatchExport'],
    make: request((call) => ({ ...call, path: call.path.replace(/unpause\/?$/, 'pause') })),
  },
  {
    id: 'pause-not-seen',
    rule,
    clause: 'getBatchExport',
    does: 'A read never shows that an export is paused.',
    operations: ['getBatchExport'],
    make: shown(set({ paused: false })),
  },
  {
    id: 'pause-not-listed',
    rule,
    clause: 'listBatchExports',
    does: 'The list never shows that an export is paused.',
    operations: ['listBatchExports'],
    make: listed((items) => items.map(set({ paused: false }))),
  },
  {
    id: 'pause-renames',
    rule,
    clause: 'pauseBatchExport',
    does: 'Pausing takes over the name that its body happens to carry, or sets one.',
    operations: ['pauseBatchExport'],
    make: alsoUpdates(() => ({ name: 'Renamed' })),
  },
  {
    id: 'pause-conflict',
    rule,
    clause: 'pauseBatchExport/responses',
    does: 'Pausing a running export answers 409.',
    operations: ['pauseBatchExport'],
    make: succeeded(status(409)),
  },
]
