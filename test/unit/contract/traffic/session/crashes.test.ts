import { runContract } from '@concordat/contract'
import type { OperationDescriptor } from '@concordat/runtime/http'
import { describe, expect, test } from 'vitest'
import type { Answer } from '../../../../../runtime/contract/data/exchange/answer.ts'
import type { Finding } from '../../../../../runtime/contract/data/outcome/finding.ts'
import { Crashes } from '../../../../../runtime/contract/run/state/crashes.ts'
import { CrashWatch } from '../../../../../runtime/contract/traffic/session/crash-watch.ts'
import { answers, described } from '../../support/described.ts'

const item = {
  type: 'object',
  required: ['name'],
  properties: { name: { type: 'string', minLength: 1, maxLength: 40 } },
}
const name = { name: 'name', in: 'path', required: true, schema: { type: 'string' } }
const refused = { 400: { description: 'No' }, 404: { description: 'No' }, 409: { description: 'No' } }
const paths = {
  '/labels': {
    post: {
      operationId: 'addLabel',
      requestBody: { required: true, content: { 'application/json': { schema: item } } },
      responses: { ...answers(item, { status: 201 }), ...refused },
    },
    get: { operationId: 'listLabels', responses: answers({ type: 'array', items: item }) },
  },
  '/labels/{name}': {
    parameters: [name],
    get: { operationId: 'readLabel', responses: { ...answers(item), ...refused } },
    delete: { operationId: 'removeLabel', responses: { 204: { description: 'Gone' }, ...refused } },
  },
}

interface Faults {
  /** Fails for creations with a name that already exists. */
  readonly isTwice?: boolean
  /** Fails for this many creations, whatever they contain. */
  readonly creates?: number
  /** Fails for requests about items that do not exist. */
  readonly isMissing?: boolean
  readonly status?: number
  readonly onCrash?: () => void
}

/** Keeps labels by name, and responds to some requests with a server error. */
function labels({ isTwice, creates = 0, isMissing, status = 500, onCrash = () => {} }: Faults) {
  const kept = new Map<string, object>()
  let crashes = 0
  let left = creates
  const fail = (): Response => {
    onCrash()
    return Response.json({ message: `number ${crashes++}` }, { status })
  }
  const make = (text: string): Response => {
    if (left-- > 0) return fail()
    const name = nameIn(text)
    if (name === undefined) return Response.json({}, { status: 400 })
    if (kept.has(name)) return isTwice === true ? fail() : Response.json({}, { status: 409 })
    kept.set(name, { name })
    return Response.json({ name }, { status: 201 })
  }
  const answer = async (request: Request): Promise<Response> => {
    const [, , segment] = new URL(request.url).pathname.split('/')
    if (segment === undefined)
      return request.method === 'POST' ? make(await request.text()) : Response.json([...kept.values()])
    const name = decodeURIComponent(segment)
    const own = kept.get(name)
    if (own === undefined) return isMissing === true ? fail() : Response.json({}, { status: 404 })
    if (request.method === 'DELETE') kept.delete(name)
    return request.method === 'DELETE' ? new Response(null, { status: 204 }) : Response.json(own)
  }
  return { answer, crashes: () => crashes }
}

function nameIn(text: string): string | undefined {
  try {
    const { name } = Object(JSON.parse(text))
    return typeof name === 'string' && /^.{1,40}$/su.test(name) ? name : undefined
  } catch {
    return undefined
  }
}

const TOLD = /^crashes with 500 \(.*\)$/

async function run(faults: Faults, options: Partial<Parameters<typeof runContract>[0]> = {}) {
  const service = labels(faults)
  const report = await runContract({
    document: await described(paths),
    target: { baseUrl: 'http://labels.test', disposable: true, fetch: service.answer },
    ...options,
  })
  const findings = report.results.flatMap(({ outcome }) =>
    outcome.status === 'failed' ? outcome.findings : [],
  )
  const crashes = findings.filter(({ exchange }) => (exchange.response?.status ?? 0) >= 500)
  const untold = crashes.filter(({ expected }) => expected === 'a success or a rejection')
  return { report, crashes, untold, seen: service.crashes() }
}

test('a server error that no rule looks for is a finding of its operation', async () => {
  const replay = ({ rule, operationId }: { readonly rule: string; readonly operationId: string }): string =>
    `again ${rule} ${operationId}`
  const { crashes } = await run({ isTwice: true }, { replay })
  expect(crashes).toMatchObject([
    {
      ...{ rule: 'conformance/no-crash', operationId: 'addLabel', weight: 'crash', grade: 'derived' },
      ...{ clause: '#/paths/~1labels/post', wrong: expect.stringMatching(TOLD) },
      script: expect.stringMatching(/# 201\n.*# 500, as found$/),
      // The rule that detected it sends it again.
      replay: expect.stringMatching(/^again (?!conformance)/),
    },
  ])
})

test('so is one of a run that ends before a rule tells it', async () => {
  const stop = new AbortController()
  const onCrash = (): void => stop.abort('SIGTERM came')
  const { report, crashes, seen } = await run({ creates: 1, onCrash }, { signal: stop.signal })
  expect([report.ended, seen]).toEqual(['SIGTERM came', 1])
  expect(crashes).toMatchObject([{ operationId: 'addLabel', wrong: expect.stringMatching(TOLD) }])
})

test('several of one operation and status are one finding', async () => {
  const { crashes, seen } = await run({ creates: 2 })
  expect(seen).toBe(2)
  expect(crashes).toHaveLength(1)
})

test('several that no rule tells are one for each status', async () => {
  const { crashes } = await run({ isTwice: true })
  const [first] = crashes
  if (first === undefined) throw new Error('There is no server error.')
  const gateway: Finding = {
    ...first,
    exchange: { ...first.exchange, response: { status: 502, headers: {}, body: '' } },
  }
  const book = new Crashes(await described(paths))
  expect([first, { ...first }, gateway].map((crash) => book.note(crash))).toEqual([true, false, true])
  expect(book.takeUntold()).toEqual([first, gateway])
  expect(book.takeUntold()).toEqual([])
})

test('a rejected database statement is told beside another server error of the operation', async () => {
  const { crashes } = await run({ isTwice: true })
  const [first] = crashes
  if (first === undefined) throw new Error('There is no server error.')
  const response = { status: 500, headers: {}, body: '{"message":"near \\"OFFSET\\": syntax error"}' }
  const statement: Finding = { ...first, exchange: { ...first.exchange, response } }
  const book = new Crashes(await described(paths))
  expect([first, statement, statement].map((crash) => book.note(crash))).toEqual([true, true, false])
  book.tell([first])
  expect(book.takeUntold()).toEqual([statement])
})

test('what a rule tells is told once', async () => {
  const { crashes, untold } = await run({ isMissing: true })
  expect(crashes.map(({ rule }) => rule)).toContain('unknown-id/refusal')
  expect(untold).toEqual([])
})

test.each([501, 503])('%i is none', async (status) => {
  const { untold, seen } = await run({ isTwice: true, status })
  expect(seen).toBeGreaterThan(0)
  expect(untold).toEqual([])
})

test('the baseline may know it', async () => {
  const failure = { rule: 'conformance', operation: 'addLabel', clause: '#/paths/~1labels/post' }
  const { report, crashes } = await run({ isTwice: true }, { baseline: [failure] })
  expect([crashes, report.stale, report.known.map((known) => known.failure)]).toEqual([[], [], [failure]])
})

describe('a server error', () => {
  const sent = (status: number, body: string): Answer => ({
    exchange: { request: { method: 'POST', url: 'http://labels.test/labels', headers: {}, body } },
    ...{ status, headers: new Headers(), mediaType: '', text: '', value: undefined },
  })
  async function told(work: (over: (answer: Answer) => Promise<unknown>) => Promise<unknown>) {
    const watch = new CrashWatch()
    const bodies: (string | undefined)[] = []
    watch.onCrash = (_, { exchange }) => bodies.push(exchange.request.body)
    const plan = { operation: (await described(paths)).operations[0] as OperationDescriptor }
    await work(async (answer) => {
      const begun = watch.begin()
      await Promise.resolve()
      watch.end(begun, { plan, answer })
    })
    watch.settle()
    return bodies
  }

  test('counts where its request was alone, and is not answered otherwise when it is sent again', async () => {
    expect(await told((over) => over(sent(500, 'a')))).toEqual(['a'])
    expect(await told((over) => Promise.all([over(sent(500, 'a')), over(sent(500, 'b'))]))).toEqual([])
    const again = (status: number, body: string) =>
      told(async (over) => {
        await over(sent(500, 'a'))
        await over(sent(status, body))
      })
    expect(await again(201, 'a')).toEqual([])
    expect(await again(201, 'b')).toEqual(['a'])
    expect(await again(500, 'a')).toEqual(['a', 'a'])
  })
})
