import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Figure } from './figure.ts'
import { type Request, sendAll } from './requests.ts'
import { concurrency, type Setting } from './setting.ts'

/** A margin for requests in progress, whose memory survives garbage collection. */
const liveAtMost = 1.1
const atMost = 1.2

/** The service's resources, as reported by `memory-probe.mjs`: in bytes, except for the descriptors. */
interface Held {
  readonly resident: number
  /** The part that V8 reserves for young objects. */
  readonly young: number
  /** Heap and buffers after garbage collection. */
  readonly live: number
  /** NaN if the system does not report it. */
  readonly descriptors: number
}

/**
 * Compares the service's resources after all requests with its resources after a tenth of the requests. The
 * resources are live memory, files and sockets, and resident memory with and without the young generation. V8
 * doubles the young generation under any load until it reaches its full size, so its growth reveals nothing
 * about the service.
 */
export async function measureMemory(setting: Setting): Promise<readonly Figure[]> {
  const { sizes, signal } = setting
  const early = Math.ceil(sizes.requests / 10)
  const next = (index: number) => requestOf(setting, index)
  await sendAll(next, { count: early, concurrency, signal })
  const before = await read(setting)
  await sendAll((index) => next(early + index), { count: sizes.requests - early, concurrency, signal })
  const after = await read(setting)
  const megabytes = (
    name: string,
    of: (held: Held) => number,
    bound?: { readonly atMost: number },
  ): Figure => ({
    name: `${name} after ${sizes.requests} requests beside ${early}`,
    unit: 'MB',
    measured: [of(after) / 2 ** 20],
    beside: [of(before) / 2 ** 20],
    ...(bound && { bound }),
  })
  return [
    megabytes('live memory', ({ live }) => live, { atMost: liveAtMost }),
    megabytes('resident memory without the young generation', ({ resident, young }) => resident - young, {
      atMost,
    }),
    megabytes('resident memory', ({ resident }) => resident),
    {
      name: 'open files and sockets',
      unit: 'descriptors',
      measured: [after.descriptors],
      beside: [before.descriptors],
      ...(process.platform === 'linux' && { bound: { atMost } }),
    },
  ]
}

/**
 * Creates a request: one in ten captures an event, one in ten lists persons, and the others read a person.
 */
function requestOf({ service, project, token, headers, sizes }: Setting, index: number): Request {
  const id = 1 + ((index * 7919) % sizes.persons)
  const persons = `${service.url}/api/projects/${project}/persons/`
  if (index % 10 === 0) {
    const body = JSON.stringify({ api_key: token, event: 'opened', distinct_id: `person-${id}` })
    return { url: `${service.url}/capture/`, headers: { 'content-type': 'application/json' }, body }
  }
  if (index % 10 === 1) return { url: `${persons}?distinct_id=person-${id}`, headers }
  return { url: `${persons}${id}/`, headers }
}

/** Waits a moment first so that requests in progress can finish. */
async function read({ service, signal }: Setting): Promise<Held> {
  await sleep(2000, undefined, { signal })
  const told = once(service.process, 'message', { signal })
  service.process.send('tell')
  const [held] = (await told) as [Held]
  return held
}
