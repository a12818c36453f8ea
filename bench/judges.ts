import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { createProgress } from '../generator/commands/progress/progress.ts'
import { UsageError } from '../generator/errors/problem.ts'
import { runCommand } from './command.ts'
import { diff } from './judges/diff.ts'
import { jsonSchema } from './judges/json-schema.ts'
import { isKept, type Judge, type Skipped, type Verdict } from './judges/judge.ts'
import { JudgedBefore } from './judges/judged-before.ts'
import { multipart } from './judges/multipart.ts'
import { numbers } from './judges/numbers.ts'
import { requests } from './judges/requests.ts'
import { schemas } from './judges/schemas.ts'
import { speed } from './judges/speed.ts'
import { styles } from './judges/styles.ts'
import { types } from './judges/types.ts'
import { formatTable } from './table.ts'

/** Add a judge by adding a row. */
const JUDGES: readonly Judge[] = [
  speed,
  jsonSchema,
  schemas,
  requests,
  multipart,
  styles,
  numbers,
  diff,
  types,
]

const HELP = `Lets others judge the kit (validators, readers, tests of others), holds it to bounds that no test has the time for, and prints one table.

  npm run judges -- [FOLDER…]
      --only a,b     judges of these names, of ${JUDGES.map(({ name }) => name).join(', ')}; default: all
      --help

Documents are those below the folders, by default this repository's own where one is enough. A folder may also be the JSON Schema Test Suite's
"draft2020-12". A judge that this machine or these folders lack is skipped by name. An interrupted run continues as long as nothing of the
repository and of the folders changes. The processor's time counts for speed, so other work of the machine hardly matters.

Exit codes: 0 every bound is kept; 1 one is not; 2 wrong usage.`

function chosen(only: string | undefined): readonly Judge[] {
  if (only === undefined) return JUDGES
  return only.split(',').map((name) => {
    const judge = JUDGES.find((known) => known.name === name)
    if (judge === undefined) throw new UsageError(`There is no judge "${name}". See --help.`)
    return judge
  })
}

function tableOf(verdicts: readonly (readonly [Judge, Verdict | Skipped])[]): string {
  const rows = verdicts.map(([{ name, measures }, verdict]) =>
    'skipped' in verdict
      ? [name, measures, `skipped: ${verdict.skipped}`]
      : [
          name,
          measures,
          isKept(verdict) ? 'holds' : 'broken',
          verdict.figure.toFixed(1),
          `≤ ${verdict.atMost}`,
        ],
  )
  return formatTable({ header: ['judge', 'measures', '', 'figure', 'bound'], rows, textColumns: 3 })
}

async function main(signal: AbortSignal): Promise<number> {
  const { values, positionals } = parseArgs({
    options: { only: { type: 'string' }, help: { type: 'boolean', default: false } },
    allowPositionals: true,
  })
  if (values.help) {
    console.log(HELP)
    return 0
  }
  const missing = positionals.find((folder) => !existsSync(folder))
  if (missing !== undefined) throw new UsageError(`There is no folder "${missing}".`)
  const judges = chosen(values.only)
  const progress = createProgress(process.stderr)
  const folders = positionals.map((folder) => resolve(folder))
  const before = new JudgedBefore(folders)
  const verdicts: [Judge, Verdict | Skipped][] = []
  for (const judge of judges) {
    const verdict =
      before.verdictOf(judge.name) ??
      (await judge.judge({ folders, signal, onStep: (text) => progress.step(text) }))
    before.add(judge.name, verdict)
    verdicts.push([judge, verdict])
  }
  before.clear()
  progress.clear()
  for (const [{ name }, verdict] of verdicts)
    if (!('skipped' in verdict) && verdict.details.length > 0)
      console.log(`${name}\n${verdict.details.join('\n')}\n`)
  console.log(tableOf(verdicts))
  return verdicts.every(([, verdict]) => isKept(verdict)) ? 0 : 1
}

await runCommand(main)
