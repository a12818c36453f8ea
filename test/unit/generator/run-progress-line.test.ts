import { Writable } from 'node:stream'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createProgress } from '../../../generator/commands/progress/progress.ts'
import { RunProgressLine } from '../../../generator/commands/progress/run-progress-line.ts'

/** The parts of a terminal that the progress display uses. */
function stream(isTTY: boolean) {
  const written: string[] = []
  const output = new Writable({
    decodeStrings: false,
    write(text, _, done) {
      written.push(String(text))
      done()
    },
  })
  const clearLine = () => written.push('CLEAR')
  const terminal = Object.assign(output, {
    isTTY,
    columns: 40,
    clearLine,
    cursorTo: () => true,
    getColorDepth: () => 1,
  })
  return { written, stream: terminal as unknown as NodeJS.WriteStream }
}
const step = { done: 3, total: 90, failed: 1, operationId: 'listOrganizationMembers', rule: 'list-protocol' }

test('a terminal shows one line of the run, no wider than itself, now and then', () => {
  vi.useFakeTimers({ toFake: ['performance'], now: 0 })
  onTestFinished(() => void vi.useRealTimers())
  const { written, stream: terminal } = stream(true)
  const running = new RunProgressLine(createProgress(terminal))
  running.request()
  expect(written).toEqual([])
  running.step(step)
  for (let request = 0; request < 50; request++) running.request()
  expect(written).toEqual(['CLEAR', '3/90, 1 failed, 1 request, 0 s  listOrg'])
  vi.advanceTimersByTime(100)
  running.request()
  expect(written.at(-1)).toBe('3/90, 1 failed, 52 requests, 0 s  listO')
})

test('anything but a terminal gets nothing of it', () => {
  const { written, stream: pipe } = stream(false)
  const running = new RunProgressLine(createProgress(pipe))
  running.step(step)
  running.request()
  expect(written).toEqual([])
})
