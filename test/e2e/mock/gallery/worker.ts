import { setupWorker } from 'msw/browser'
// Its types are those of every document; the test bundles the handlers of its own in place of these.
import { createHandlers } from '../../../golden/outputs-for-libraries/expected/msw.ts'

/** The states of a component, each behind a base path of its own. */
export async function startWorker(): Promise<void> {
  const worker = setupWorker(
    ...createHandlers({ baseUrl: `${location.origin}/api` }),
    ...createHandlers({ baseUrl: `${location.origin}/other`, seed: 'another' }),
    ...createHandlers({ baseUrl: `${location.origin}/empty`, items: 0 }),
    ...createHandlers({ baseUrl: `${location.origin}/failing`, failures: 1 }),
  )
  await worker.start({ quiet: true })
}
