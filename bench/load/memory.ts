import { setTimeout as sleep } from 'node:timers/promises'
import type { Figure } from './figure.ts'
import { type Request, send, sendAll } from './requests.ts'
import { concurrency, type Setting } from './setting.ts'

/** The heap breathes: between two looks at a service that loses nothing lies as much. */
const atMost = 1.2

/** Memory that the service holds after all requests beside that after a tenth of them. */
export async function measureMemory(setting: Setting): Promise<readonly Figure[]> {
  const { sizes, signal } = setting
  const early = Math.ceil(sizes.requests / 10)
  const next = (index: number) => requestOf(setting, index)
  await sendAll(next, { count: early, concurrency, signal })
  const before = await readMegabytes(setting)
  await sendAll((index) => next(early + index), { count: sizes.requests - early, concurrency, signal })
  const after = await readMegabytes(setting)
  const name = `memory after ${sizes.requests} requests beside ${early}`
  return [{ name, unit: 'MB', measured: [after], beside: [before], bound: { atMost } }]
}

/** One of ten requests captures an event, one lists persons, and eight read a person. */
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

/** After a moment in which garbage of the last requests can go. */
async function readMegabytes({ service, signal }: Setting): Promise<number> {
  await sleep(2000, undefined, { signal })
  const metrics = await send({ url: `${service.url}/metrics` })
  const bytes = /^process_resident_memory_bytes (\d+)/m.exec(metrics)?.[1]
  if (bytes === undefined) throw new Error('The service does not tell its memory.')
  return Number(bytes) / 2 ** 20
}
