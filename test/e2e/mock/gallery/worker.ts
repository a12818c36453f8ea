import { setupWorker } from 'msw/browser'
// These types are the same for every document. The test bundles its own document's handlers instead of this
// module.
import { createHandlers } from '../../../golden/outputs-for-libraries/expected/msw.ts'

/** A component's states, each behind its own base path. */
export async function startWorker(): Promise<void> {
  const worker = setupWorker(
    ...createHandlers({ baseUrl: `${location.origin}/api` }),
    ...createHandlers({ baseUrl: `${location.origin}/other`, seed: 'another' }),
    ...createHandlers({ baseUrl: `${location.origin}/empty`, items: 0 }),
    ...createHandlers({ baseUrl: `${location.origin}/failing`, failures: 1 }),
  )
  await worker.start({ quiet: true })
}
