import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'

const BYTES = 4_000_000

/** A process that prints more than a pipe can hold, leaves a timer open, and exits with 3. */
function printing(): ChildProcessByStdio<null, Readable, Readable> {
  const module = resolve(import.meta.dirname, '../../../generator/command-line/end-process.ts')
  const script = `
import { endProcess, outliveOutputReaders } from ${JSON.stringify(module)}
outliveOutputReaders()
setInterval(() => {}, 1000)
process.stdout.write('x'.repeat(${BYTES - 4}))
await new Promise((done) => setTimeout(done, 50))
process.stdout.write('last')
await endProcess(3)`
  return spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

test('a slow reader gets everything before the process ends', async () => {
  const child = printing()
  const ended = once(child, 'exit')
  await sleep(300)
  let text = ''
  for await (const part of child.stdout) text += part
  expect([text.length, text.slice(-4)]).toEqual([BYTES, 'last'])
  expect(await ended).toEqual([3, null])
})

test('a reader that has gone does not change the exit code', async () => {
  const child = printing()
  const ended = once(child, 'exit')
  await Promise.race([once(child.stdout, 'data'), ended])
  child.stdout.destroy()
  let stderr = ''
  for await (const part of child.stderr) stderr += part
  expect(await ended).toEqual([3, null])
  expect(stderr).toBe('')
})
