import { parseArgs } from 'node:util'
import { Unavailable } from '../../bench/services/foreign-service.ts'
import { type RealFault, SERVICES, SETS } from './fault.ts'
import { FAULTS } from './sets.ts'
import { judge, tryService, type Verdict } from './trial.ts'

const HELP = `npm run faults -- [OPTION]...

Runs the contract suite on two correct services, then with each of their faults: bugs of public services, and breaches of principles.

  --service NAME   go or python; default: both
  --set NAME       seen, opened, sealed or principles; default: seen. Of sealed faults only the numbers are printed.
  --fault NAME     only this fault of the set, with its findings
  --correct        only the correct services
  --seeds N        runs of each correct service, with seeds of their own (default: 3)
  --seed TEXT      other values in the same requests (default: faults)
  --seconds N      the longest run (default: 600)
  --help

Exit codes: 0 no findings on the correct services; 1 some, or a service cannot be run; 2 wrong usage.`

const OPTIONS = {
  service: { type: 'string' },
  set: { type: 'string', default: 'seen' },
  fault: { type: 'string' },
  correct: { type: 'boolean', default: false },
  seeds: { type: 'string', default: '3' },
  seed: { type: 'string', default: 'faults' },
  seconds: { type: 'string', default: '600' },
  help: { type: 'boolean', default: false },
} as const

function numberOf(text: string, name: string): number {
  const number = Number(text)
  if (!Number.isInteger(number) || number < 0) throw new RangeError(`--${name} must be a whole number.`)
  return number
}

function oneOf<Name extends string>(names: readonly Name[], given: string, option: string): Name {
  const found = names.find((name) => name === given)
  if (found === undefined) throw new RangeError(`--${option} must be one of ${names.join(', ')}.`)
  return found
}

const say = (line: string): void => void process.stdout.write(`${line}\n`)

async function run(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({ args: [...args], options: OPTIONS })
  if (values.help) {
    say(HELP)
    return 0
  }
  const names = values.service === undefined ? SERVICES : [oneOf(SERVICES, values.service, 'service')]
  const set = oneOf(SETS, values.set, 'set')
  const seconds = numberOf(values.seconds, 'seconds')
  let clean = true
  for (const name of names) {
    for (let number = 1; number <= numberOf(values.seeds, 'seeds'); number++) {
      const { findings, requests, unreached, ended } = await tryService(name, {
        seed: `${values.seed}/${number}`,
        seconds,
      })
      clean &&= findings.length === 0
      const early = ended === undefined ? '' : `, ended early: ${ended}`
      say(`${name}, correct, seed ${number}: ${findings.length} findings in ${requests} requests${early}`)
      if (unreached.length > 0) say(`  never answered with 2xx: ${unreached.join(', ')}`)
      for (const { rule, operationId, expected, received } of findings)
        say(`  ${rule} ${operationId}: expected ${expected}, received ${received}`)
    }
    if (values.correct) continue
    const faults = FAULTS[set].filter(
      (fault) => fault.service === name && (values.fault ?? fault.name) === fault.name,
    )
    await score(faults, {
      seed: values.seed,
      seconds,
      isTold: set !== 'sealed' || values.fault !== undefined,
    })
  }
  return clean ? 0 : 1
}

/** Prints what becomes of each fault, of sealed ones how many are caught: who writes rules reads this. */
async function score(
  faults: readonly RealFault[],
  { seed, seconds, isTold }: { seed: string; seconds: number; isTold: boolean },
): Promise<void> {
  let caught = 0
  let unfinished = 0
  for (const fault of faults) {
    const verdict = await judge(fault, { seed, seconds })
    if (verdict.fresh.length > 0) caught += 1
    if (verdict.ended !== undefined) unfinished += 1
    if (isTold) tell(verdict)
  }
  const early = unfinished === 0 ? '' : `, ${unfinished} runs ended early`
  say(`  caught ${caught} of ${faults.length}${early}`)
}

function tell({ fault, fresh, requests, ended }: Verdict): void {
  const early = ended === undefined ? '' : `, ended early: ${ended}`
  const length = `(${requests} requests${early})`
  if (fresh.length === 0) say(`  missed ${fault.name} ${length}: ${fault.does}`)
  else say(`  caught ${fault.name} ${length}`)
  for (const { rule, operationId, expected, received } of fresh)
    say(`    ${rule} ${operationId}: expected ${expected}, received ${received}`)
}

try {
  process.exitCode = await run(process.argv.slice(2))
} catch (error) {
  if (error instanceof Unavailable) {
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
  } else if (error instanceof RangeError || error instanceof TypeError) {
    process.stderr.write(`${error.message}\n\n${HELP}\n`)
    process.exitCode = 2
  } else throw error
}
