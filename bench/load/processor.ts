import type { Child } from '../child.ts'
import type { Figure } from './figure.ts'
import { type Request, send, sendAll } from './requests.ts'
import { addProject, concurrency, type Setting } from './setting.ts'

/** Requests of one round, of each kind. */
const count = 3000
/** Rounds that are not counted: code is compiled while it runs. */
const warmUp = 3

/** Persons of the project that is listed: counting a million for each page would be PostgreSQL's work, not the service's. */
const listed = 20

/** What a request takes of the processor in the service's process, beside one read of a person in the bare server's. */
export async function measureProcessor(setting: Setting): Promise<readonly Figure[]> {
  const { service, bare, project, headers, sizes, signal } = setting
  const persons = `${service.url}/api/projects/${project}/persons/`
  const few = `${service.url}/api/projects/${await addProject(setting, { persons: listed })}/persons/`
  const idOf = (index: number) => 1 + ((index * 7919) % sizes.persons)
  const kinds: readonly [name: string, next: (index: number) => Request][] = [
    ['/healthz', () => ({ url: `${service.url}/healthz` })],
    ['one person', (index) => ({ url: `${persons}${idOf(index)}/`, headers })],
    [`a list of ${listed}`, () => ({ url: `${few}?limit=${listed}`, headers })],
  ]
  const figures = kinds.map(([name, next]) => ({ name, next, measured: [] as number[] }))
  const beside: number[] = []
  const taken = async (child: Child, next: (index: number) => Request) => {
    const before = await processorSeconds(child)
    await sendAll(next, { count, concurrency, signal })
    return (((await processorSeconds(child)) - before) * 1e6) / count
  }
  for (let round = -warmUp; round < sizes.rounds; round++) {
    for (const { next, measured } of figures) {
      const microseconds = await taken(service, next)
      if (round >= 0) measured.push(microseconds)
    }
    const microseconds = await taken(bare, (index) => ({ url: `${bare.url}/${project}/${idOf(index)}` }))
    if (round >= 0) beside.push(microseconds)
  }
  return figures.map(({ name, measured }) => ({ name: `processor: ${name}`, unit: 'µs', measured, beside }))
}

async function processorSeconds({ url }: Child): Promise<number> {
  const metrics = await send({ url: `${url}/metrics` })
  const seconds = /^process_cpu_seconds_total ([\d.e-]+)/m.exec(metrics)?.[1]
  if (seconds === undefined) throw new Error(`${url} does not tell its processor time.`)
  return Number(seconds)
}
