/**
 * Checked by `npm run typecheck`: an operation whose responses are not in the document can be called and
 * implemented.
 */
import { startJob } from '../golden/responses-missing/expected/client.ts'
import type { Handlers } from '../golden/responses-missing/expected/server.ts'

export const handlers: Handlers = {
  listJobs: () => ({ status: 200, body: ['a'] }),
  startJob: () => ({ status: 202 }),
}

export async function start(client: Parameters<typeof startJob>[0]): Promise<string> {
  const answer: unknown = await startJob(client)
  const { status } = await startJob.result(client)
  return status === 202 ? 'started' : JSON.stringify(answer)
}
