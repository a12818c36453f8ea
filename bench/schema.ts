import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createValidator, DEFAULT_MAX_ISSUES, type JsonSchema } from '@concordat/runtime/schema'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { parse } from 'yaml'
import { runCommand } from './command.ts'
import { median } from './load/figure.ts'
import { ORDERS } from './server/subjects.ts'
import { formatTable } from './table.ts'

const ROUNDS = 31
/** Number of rounds that are not counted, because code is still being compiled. */
const WARM_UP = 10
const PASSES = 150

const HELP = `Compares the cost of validating the body of bench:server with the cost of the same schema in Ajv: processor nanoseconds
per value, medians of ${ROUNDS} interleaved rounds in one process.

  npm run bench:schema
      --help

Nanoseconds depend on the machine; only ratios within one run are comparable.

Exit codes: 0 success; 2 wrong usage.`

const HEADER = ['values', 'told', 'ours, ns', 'Ajv, ns', 'ours / Ajv']

type IsValid = (value: unknown) => boolean

const definitions = readDefinitions()
const schema = { $ref: '#/$defs/Order' }

function readDefinitions(): Readonly<Record<string, JsonSchema>> {
  const text = readFileSync(join(import.meta.dirname, 'server/subjects.yaml'), 'utf8')
  const { components } = parse(text) as { components: { schemas: unknown } }
  return JSON.parse(JSON.stringify(components.schemas).replaceAll('#/components/schemas/', '#/$defs/'))
}

function ours(maxIssues: number): IsValid {
  const validate = createValidator(definitions, { maxIssues })(schema)
  return (value) => validate(value).length === 0
}

function theirs(allErrors: boolean): IsValid {
  const ajv = new Ajv2020({ allErrors, strict: false })
  formats.default(ajv)
  return ajv.compile({ $defs: definitions, ...schema })
}

/** CPU nanoseconds for one value. */
function timed(isValid: IsValid, values: readonly unknown[], expected: boolean): number {
  const before = process.cpuUsage()
  for (let pass = 0; pass < PASSES; pass++)
    for (const value of values)
      if (isValid(value) !== expected) throw new Error(`Expected ${expected} for ${JSON.stringify(value)}.`)
  const { user, system } = process.cpuUsage(before)
  return ((user + system) * 1000) / (PASSES * values.length)
}

await runCommand(async (signal) => {
  const { values } = parseArgs({ options: { help: { type: 'boolean', default: false } } })
  if (values.help) {
    console.log(HELP)
    return 0
  }
  const wrong = ORDERS.map((order) => ({ ...order, email: 'nobody', quantity: 0, extra: 1 }))
  const pairs = [
    { told: 'the first issue', both: [ours(1), theirs(false)] },
    { told: 'all issues', both: [ours(DEFAULT_MAX_ISSUES), theirs(true)] },
  ] as const
  const figures = pairs.flatMap(({ told, both }) =>
    [true, false].map((isValid) => ({ told, both, isValid, nanoseconds: [[], []] as [number[], number[]] })),
  )
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    signal.throwIfAborted()
    for (const { both, isValid, nanoseconds } of figures)
      for (const index of [0, 1] as const) {
        const time = timed(both[index], isValid ? ORDERS : wrong, isValid)
        if (round >= 0) nanoseconds[index].push(time)
      }
  }
  const rows = figures.map(({ told, isValid, nanoseconds }) => {
    const [own, other] = [median(nanoseconds[0]), median(nanoseconds[1])]
    return [
      isValid ? 'valid' : 'with three faults',
      told,
      own.toFixed(0),
      other.toFixed(0),
      (own / other).toFixed(2),
    ]
  })
  console.log(formatTable({ header: HEADER, rows, textColumns: 2 }))
  return 0
})
