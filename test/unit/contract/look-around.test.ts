import { afterEach, expect, test } from 'vitest'
import { LookAround } from '../../../generator/commands/verify/address/ask-around.ts'
import { answering, closeAll, listen } from './listen.ts'

afterEach(closeAll)

test('the look around before a run keeps its pace and counts among its requests', async () => {
  let seen = 0
  const baseUrl = await listen(
    answering((request) => {
      seen++
      return request.url.endsWith('/moved')
        ? new Response(null, { status: 302, headers: { location: '/here' } })
        : Response.json({})
    }),
  )
  const look = new LookAround({ rate: 50, maxRequests: 6, sent: 1 })
  const start = performance.now()
  const glances = await Promise.all(['/moved', '/a', '/b'].map((path) => look.ask(baseUrl + path)))
  expect(performance.now() - start).toBeGreaterThan(50)
  expect(glances.map((glance) => glance?.status)).toEqual([200, 200, 200])
  expect(look.sent).toBe(5)
  await look.ask(`${baseUrl}/c`)
  expect(await look.ask(`${baseUrl}/d`)).toBeUndefined()
  expect([look.sent, seen]).toEqual([6, 5])
})

test('what does not answer in the time of the run is told, not taken for a place that is empty', async () => {
  const baseUrl = await listen((request, response) => {
    if (request.url === '/here') response.end('{}')
  })
  const look = new LookAround({ timeoutMs: 300 })
  expect(await look.ask(`${baseUrl}/slow`)).toBeUndefined()
  expect((await look.ask(`${baseUrl}/here`))?.status).toBe(200)
  expect(look.late).toEqual([`${baseUrl}/slow`])
})
