import type { Child } from '../child.ts'
import type { Figure } from './figure.ts'
import { type Request, send, sendAll } from './requests.ts'
import { addProject, concurrency, type Setting } from './setting.ts'

/** Number of requests of each kind that each server receives per round. */
const count = 3000
/** Number of rounds that are not counted, because code is still being compiled. */
const warmUp = 3

/**
 * Number of persons in the project that is listed. Counting a million persons for each page would be work for
 * PostgreSQL, not for the service.
 */
const listed = 20

/** A kind of request to both servers, and how many are sent concurrently. */
interface Kind {
  readonly name: string
  readonly atOnce: number
  readonly service: (index: number) => Request
  readonly bare: (index: number) => Request
}

/**
 * Measures the CPU time per request in the service's process, and compares it with the time that node:http
 * and the driver take for the same request in the bare server. The difference is the service's own share.
 */
export async function measureProcessor(setting: Setting): Promise<readonly Figure[]> {
  const { service, bare, sizes, signal } = setting
  const kinds = await kindsOf(setting)
  const all = kinds.map((kind) => ({ kind, measured: [] as number[], beside: [] as number[] }))
  const taken = async (child: Child, next: (index: number) => Request, atOnce: number) => {
    const before = await processorSeconds(child)
    await sendAll(next, { count, concurrency: atOnce, signal })
    return (((await processorSeconds(child)) - before) * 1e6) / count
  }
  for (let round = -warmUp; round < sizes.rounds; round++)
    for (const { kind, measured, beside } of all) {
      const ours = await taken(service, kind.service, kind.atOnce)
      const barely = await taken(bare, kind.bare, kind.atOnce)
      if (round < 0) continue
      measured.push(ours)
      beside.push(barely)
    }
  return all.map(({ kind: { name, atOnce }, measured, beside }) => ({
    name: `processor: ${name}, ${atOnce} at once`,
    unit: 'µs',
    measured,
    beside,
  }))
}

async function kindsOf(setting: Setting): Promise<readonly Kind[]> {
  const { service, bare, project, headers, sizes } = setting
  const few = await addProject(setting, { persons: listed })
  const persons = (id: number) => `${service.url}/api/projects/${id}/persons/`
  const idOf = (index: number) => 1 + ((index * 7919) % sizes.persons)
  return [1, concurrency].flatMap((atOnce) => [
    {
      name: '/healthz',
      atOnce,
      service: () => ({ url: `${service.url}/healthz` }),
      bare: () => ({ url: `${bare.url}/` }),
    },
    {
      name: 'one person',
      atOnce,
      service: (index) => ({ url: `${persons(project)}${idOf(index)}/`, headers }),
      bare: (index) => ({ url: `${bare.url}/${project}/${idOf(index)}` }),
    },
    {
      name: `a list of ${listed}`,
      atOnce,
      service: () => ({ url: `${persons(few)}?limit=${listed}`, headers }),
      bare: () => ({ url: `${bare.url}/${few}` }),
    },
  ])
}

async function processorSeconds({ url }: Child): Promise<number> {
  const metrics = await send({ url: `${url}/metrics` })
  const seconds = /^process_cpu_seconds_total ([\d.e-]+)/m.exec(metrics)?.[1]
  if (seconds === undefined) throw new Error(`${url} does not report its processor time.`)
  return Number(seconds)
}
