import type { Figure } from './figure.ts'
import { type Request, sendAll } from './requests.ts'
import { concurrency, type Setting } from './setting.ts'

/** Requests per round for each side. */
const count = 3000

/** Compares reads of one person by ID with those of a bare server that makes the same indexed read. */
export async function measureRead(setting: Setting): Promise<readonly Figure[]> {
  const { service, bare, project, headers, sizes, signal } = setting
  const measured: number[] = []
  const beside: number[] = []
  const rate = async (next: (index: number) => Request) =>
    count / (await sendAll(next, { count, concurrency, signal }))
  // The first round warms up both servers.
  for (let round = 0; round <= sizes.rounds; round++) {
    const idOf = (index: number) => 1 + (((round * count + index) * 7919) % sizes.persons)
    const asked = await rate((index) => ({
      url: `${service.url}/api/projects/${project}/persons/${idOf(index)}/`,
      headers,
    }))
    const barely = await rate((index) => ({ url: `${bare.url}/${project}/${idOf(index)}` }))
    if (round === 0) continue
    measured.push(asked)
    beside.push(barely)
  }
  return [{ name: 'read by id', unit: 'requests/s', measured, beside, bound: { atLeast: 0.6 } }]
}
