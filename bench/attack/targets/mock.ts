import { join } from 'node:path'
import { startChild } from '../../child.ts'
import type { Attempt, Sent } from '../attempt.ts'
import { bodies } from '../bodies.ts'
import { mutated } from '../mutated.ts'
import { attackServer, CLI, PROBE, type Target } from '../target.ts'
import { DOCUMENT } from './server.ts'

const MUTATED = 1000

/** Requests to create more things than the mock can store. */
function* things(): Iterable<Sent> {
  const body = JSON.stringify({ name: 'a'.repeat(10 * 2 ** 20) })
  for (let made = 0; made < 60; made++)
    yield { path: '/things', headers: { 'content-type': 'application/json' }, body }
}

const own: readonly Attempt[] = [
  {
    name: 'requests with mistakes',
    statuses: [200, 201, 204, 400, 404, 405, 406, 413, 414, 415, 431, 507],
    make: () => mutated(MUTATED, 1),
  },
  { name: '60 things of 10 MB', statuses: [201, 507], make: things },
]

export const mock: Target = {
  name: 'mock',
  attack: async ({ folder, signal, onRow }) => {
    const child = await startChild({
      command: [CLI, 'mock', DOCUMENT, '--port', '0'],
      log: join(folder, 'mock.log'),
      preload: PROBE,
      signal,
    })
    try {
      // The mock responds at once, without reading a streamed request body, so the connection may close
      // early.
      const taken = bodies.map((attempt) => ({ ...attempt, mayClose: true }))
      await attackServer({ child, target: 'mock' }, [...taken, ...own], onRow)
    } finally {
      await child.stop()
    }
  },
}
