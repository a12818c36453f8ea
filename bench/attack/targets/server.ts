import { join } from 'node:path'
import { startChild } from '../../child.ts'
import { bodies } from '../bodies.ts'
import { generateFor } from '../generated.ts'
import { mutated } from '../mutated.ts'
import { attackServer, PROBE, type Target } from '../target.ts'

export const DOCUMENT = join(import.meta.dirname, '../openapi.yaml')
/** Number of random mutations. */
const MUTATED = 2000

export const server: Target = {
  name: 'generated server',
  attack: async ({ folder, seed, signal, onRow }) => {
    const script = await generateFor({ script: 'server.mjs', document: DOCUMENT, outputs: 'server' }, signal)
    const child = await startChild({
      command: [script],
      log: join(folder, 'server.log'),
      preload: PROBE,
      signal,
    })
    const chance = {
      name: 'requests with mistakes',
      statuses: [200, 201, 204, 400, 404, 405, 406, 413, 414, 415, 431],
      make: () => mutated(MUTATED, seed),
    }
    try {
      await attackServer({ child, target: 'generated server' }, [...bodies, chance], onRow)
    } finally {
      await child.stop()
    }
  },
}
