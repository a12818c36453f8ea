import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { HERE, root } from './environment.ts'
import { PROBES, probe } from './probe.ts'
import { serving } from './running.ts'

/** The other environments have to be installed first: `npm run environments`. */
test('all that is tried in an environment works on the Node that runs the tests', async () => {
  const mount = join(import.meta.dirname, 'mounts/node-http.ts')
  const { origin, stop } = await serving([process.execPath, mount], root, new AbortController().signal)
  try {
    expect(await probe(origin)).toEqual(Object.fromEntries(PROBES.map((name) => [name, 'works'])))
  } finally {
    await stop()
  }
})

test('docs/mounts.md shows each mount as it is tried', () => {
  const page = readFileSync(join(root, 'docs/mounts.md'), 'utf8')
  const shown = [...page.matchAll(/`(\S+\.ts)`:\n```ts\n([\s\S]*?)```/g)]
  expect(shown).toHaveLength(7)
  for (const [, file = '', code] of shown)
    expect(readFileSync(join(root, HERE, file), 'utf8'), file).toBe(code)
})
