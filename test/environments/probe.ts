import { ApiError, type Middleware } from '@concordat/runtime/client'
import { createClient } from '../golden/upload-stream-and-webhook/expected/client.ts'
import { createSender } from '../golden/upload-stream-and-webhook/expected/sender.ts'
import { signatureOf, sumOf } from './signature.ts'

/** The probes for each environment, in the order of the table's columns. */
export const PROBES = [
  'calls',
  'uploads',
  'downloads',
  'events',
  'leaving',
  'lines out',
  'CORS',
  'webhooks',
] as const

export type ProbeName = (typeof PROBES)[number]

/**
 * Outcomes: the probe works, the environment lacks the feature or is not meant for it, or something else
 * happened.
 */
export type Probed = Readonly<Record<ProbeName, 'works' | 'lacks' | '–' | (string & {})>>

/** Time limit of a probe, in milliseconds: a response that never arrives must not stop the others. */
const PATIENCE_MS = 20_000

/**
 * Calls a mounted `service.ts` with the generated client and sender. It uses only standard web classes, so
 * that it also runs in browsers and workers.
 * @param origin the service's origin; its webhooks are below "/hooks".
 */
export async function probe(origin: string): Promise<Probed> {
  const outcomes = {} as Record<ProbeName, string>
  for (const name of PROBES) outcomes[name] = await outcomeOf(() => TRIALS[name](origin))
  return outcomes
}

/** Resolves to "–" if the environment is not meant for the probe; throws on failure. */
type Trial = (origin: string) => Promise<unknown>

const isPage = 'document' in globalThis
const apiOf = (baseUrl: string, key = 'secret') => createClient({ baseUrl, credentials: { key } })

const TRIALS: Readonly<Record<ProbeName, Trial>> = {
  async calls(origin) {
    const api = apiOf(origin)
    const answer = await api.findFile.result({
      path: { name: 'a/b ü%' },
      query: { tags: ['x', 'y z'] },
    })
    if (answer.status !== 200) throw new Error(`answered ${answer.status}`)
    same([answer.body.name, answer.body.tags], ['a/b ü%', ['x', 'y z']])
    // Pages see no cookies.
    if (!isPage) same((await fetch(`${origin}/files/a`)).headers.getSetCookie(), ['a=1', 'b=2'])
    const refused = apiOf(origin, 'wrong').keepFile({ path: { name: 'a' }, body: new Blob(['a']) })
    same(await statusOf(refused), 401)
    same((await fetch(`${origin}/nowhere`)).status, 404)
  },
  async uploads(origin) {
    const api = apiOf(origin)
    const file = new Blob([new Uint8Array(1_000_000).fill(3)])
    const sum = await sumOf(file)
    same(await api.keepFile({ path: { name: 'raw' }, body: file }), { name: 'raw', bytes: 1_000_000, sum })
    same(await api.sendForm({ body: { title: 'form', file } }), { name: 'form', bytes: 1_000_000, sum })
  },
  async downloads(origin) {
    const content = new Uint8Array(await (await apiOf(origin).readContent()).arrayBuffer())
    same([content.length, content.every((byte) => byte === 7)], [1_000_000, true])
  },
  async events(origin) {
    same(await threeEvents(origin), ['0', '1', '2'])
  },
  async leaving(origin) {
    const api = apiOf(origin)
    const before = await api.countListeners()
    await threeEvents(origin)
    // The service notices that its listener is gone.
    while ((await api.countListeners()) > before) await new Promise((done) => setTimeout(done, 50))
  },
  async 'lines out'(origin) {
    async function* numbers() {
      for (const number of [1, 2, 3]) yield number
    }
    // Pages can send streams only over HTTP/2, and these servers use HTTP/1.1.
    const body = isPage ? [1, 2, 3] : numbers()
    same(await apiOf(origin).sendLines({ body }), 6)
  },
  async CORS(origin) {
    const answer = await fetch(`${origin}/files/a`, { headers: { origin: 'https://page.example' } })
    // In a page, the browser itself has checked CORS by then, also for the earlier uploads.
    if (isPage) return same(answer.type, 'cors')
    same(answer.headers.get('access-control-allow-origin'), '*')
    const asked = await fetch(`${origin}/files/a`, {
      method: 'OPTIONS',
      headers: { origin: 'https://page.example', 'access-control-request-method': 'PUT' },
    })
    same([asked.status, asked.headers.get('access-control-allow-methods')?.includes('PUT')], [204, true])
  },
  async webhooks(origin) {
    // Webhooks are calls between services, which pages do not make.
    if (isPage) return '–'
    const sign: Middleware = async (request, next) => {
      request.headers.set('x-signature', await signatureOf(await request.clone().arrayBuffer()))
      return next(request)
    }
    const body = { name: 'a', bytes: 1, sum: 'ü' }
    const url = `${origin}/hooks/fileKept`
    await createSender(url, { middlewares: [sign] }).fileKept({ body })
    same(await statusOf(createSender(url).fileKept({ body })), 401)
  },
}

/** Returns the first three events of an endless stream. */
async function threeEvents(origin: string): Promise<readonly string[]> {
  const seen: string[] = []
  for await (const { data } of await apiOf(origin).followEvents()) {
    seen.push(data)
    if (seen.length === 3) break
  }
  return seen
}

async function statusOf(call: Promise<unknown>): Promise<number> {
  try {
    await call
  } catch (error) {
    if (error instanceof ApiError) return error.status
    throw error
  }
  throw new Error('a call that had to be refused was answered')
}

function same(found: unknown, expected: unknown): void {
  const [one, other] = [found, expected].map((value) => JSON.stringify(value, (_, inner) => sorted(inner)))
  if (one !== other) throw new Error(`${one} instead of ${other}`)
}

function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}

async function outcomeOf(trial: () => ReturnType<Trial>): Promise<string> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<string>((done) => {
    timer = setTimeout(() => done(`nothing for ${PATIENCE_MS / 1000} s`), PATIENCE_MS)
  })
  const tried = trial().then(
    (result) => (result === '–' ? '–' : 'works'),
    (error: unknown) => String(error instanceof Error ? [error.message, error.cause].filter(Boolean) : error),
  )
  const outcome = await Promise.race([tried, late])
  clearTimeout(timer)
  return outcome
}
