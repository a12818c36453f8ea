import { runContract } from '@concordat/contract'
import { expect, test } from 'vitest'
import { petDocument } from '../../pet/pet-document.ts'
import { PetService } from '../../pet/pet-service.ts'

test('a server that is gone is told with the write that it answered last', async () => {
  const { fetch: answer, ...rest } = new PetService().target()
  let last = ''
  let writes = 0
  const refused = new TypeError('fetch failed', {
    cause: Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }),
  })
  const { ended, results } = await runContract({
    document: petDocument,
    target: {
      ...rest,
      fetch: async (request) => {
        if (writes === 3) throw refused
        const answered = (await answer?.(request)) ?? Response.error()
        if (request.method !== 'GET' && answered.status < 400) {
          last = request.method
          writes++
        }
        return answered
      },
    },
  })
  const since = new RegExp(`; the last successful write was ${last} /pets`)
  expect(ended).toMatch(since)
  const received = results.flatMap(({ outcome }) =>
    outcome.status === 'failed' ? outcome.findings.map((finding) => finding.received) : [],
  )
  for (const text of received.filter((each) => each.startsWith('no response'))) expect(text).toMatch(since)
})
