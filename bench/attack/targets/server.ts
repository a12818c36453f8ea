import { copyFileSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { startChild } from '../../child.ts'
import { measure } from '../../measure.ts'
import { bodies } from '../bodies.ts'
import { mutated } from '../mutated.ts'
import { attackServer, PROBE, type Target } from '../target.ts'

const ROOT = join(import.meta.dirname, '../../..')
export const DOCUMENT = join(import.meta.dirname, '../openapi.yaml')
/** Below the repository, so that what is generated finds the runtime by its name. */
const FOLDER = join(ROOT, '.data/attack')

/**
 * Generates client and server from the document that is attacked.
 * @returns the folder that has them in `generated`, and the script of the server, `server.mjs`.
 * @throws Error when that fails.
 */
export async function generateOnce(signal: AbortSignal): Promise<string> {
  rmSync(FOLDER, { recursive: true, force: true })
  mkdirSync(FOLDER, { recursive: true })
  for (const name of ['server.mjs']) copyFileSync(join(import.meta.dirname, '..', name), join(FOLDER, name))
  const { code, stderr } = await measure({
    args: [
      join(ROOT, 'generator/cli.ts'),
      ...[
        'generate',
        '--document',
        DOCUMENT,
        '--output',
        join(FOLDER, 'generated'),
        '--outputs',
        'client,server',
      ],
    ],
    cwd: FOLDER,
    signal,
  })
  if (code !== 0) throw new Error(`"concordat generate" failed: ${stderr.slice(-500)}`)
  return FOLDER
}

/** By chance. */
const MUTATED = 2000

export const server: Target = {
  name: 'generated server',
  attack: async ({ folder, seed, signal, onRow }) => {
    const script = join(await generateOnce(signal), 'server.mjs')
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
