import { existsSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { importGenerated } from '../../../bench/agreement/generated-code.ts'
import { findingsOfRefusals } from './own-server.ts'

const golden = resolve(import.meta.dirname, '../../golden')
/** A body with GET, which no program can send. */
const UNSENDABLE = ['request-body-with-get']
/** These response samples identify items by values that the operations' paths reject. */
const INCOHERENT: Readonly<Record<string, RegExp>> = {
  'swagger-parameters-and-bodies': /^conformance \w+: expected status 204; received status 400 .*"petId"/,
}
const cases = readdirSync(golden).filter(
  (name) => existsSync(join(golden, name, 'expected/server.ts')) && !UNSENDABLE.includes(name),
)

test.each(cases)('the suite finds no fault with how a generated server refuses: %s', async (name) => {
  const [service] = await importGenerated(join(golden, name, 'expected'))
  const findings = service === undefined ? ['there is none'] : await findingsOfRefusals(service)
  expect(findings.filter((line) => INCOHERENT[name]?.test(line) !== true)).toEqual([])
})
