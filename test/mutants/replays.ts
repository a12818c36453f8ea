import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import type { Finding } from '@concordat/contract'
import { behaviourOf, type Fault, isUnseen } from './fault.ts'
import { storeFaults } from './faults/faults.ts'
import { startProxy } from './proxy.ts'
import { runSuite } from './run-fault.ts'
import { startStoreService } from './store-subject.ts'
import type { CorrectService } from './subject.ts'

const HELP = `npm run replays -- [--count N] [--seed TEXT]

Draws findings at random from runs on broken stores, one of a fault at most, and runs the script of each on a fresh store: broken in the
same way, the status is to be the one that was found, and a correct store is to answer otherwise. Needs curl and jq.

Exit codes: 0 every script showed its fault; 1 not so.`

/** Time limit of a script. One without credentials should stop at once instead of hanging. */
const SCRIPT_MS = 30_000
/** Strings that each server creates anew: ids, names with numbers, and times. */
const VARIES = /[0-9a-f]{8}-[0-9a-f-]{27}|\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-][\d:]+)|"[\w-]*\d[\w-]*"|\d{2,}/gi

/** Shorter strings occur in a script by chance. */
const LONG = 8

const run = promisify(execFile)

interface Drawn {
  readonly fault: Fault
  readonly finding: Finding
}

/**
 * Returns a script's output: statuses, headers and bodies, without the parts that differ on another server.
 */
async function answersTo(
  service: CorrectService,
  { fault, finding }: Drawn,
  isBroken: boolean,
): Promise<string> {
  const subject = await service.makeSubject()
  const behaviour = isBroken ? behaviourOf(fault, subject.world) : undefined
  const proxy = await startProxy({
    ...{ upstream: service.url, operations: service.operations },
    ...(behaviour && { behaviour }),
  })
  const folder = await mkdtemp(join(tmpdir(), 'replay-'))
  try {
    const script = finding.script.replaceAll(
      new URL(finding.exchange.request.url).origin,
      new URL(proxy.url).origin,
    )
    const only = (credentials: Readonly<Record<string, string>> = {}): string =>
      Object.values(credentials)[0] ?? ''
    const { stdout } = await run('sh', ['-c', script], {
      cwd: folder,
      timeout: SCRIPT_MS,
      env: {
        PATH: process.env['PATH'],
        CONCORDAT_KEY: only(subject.credentials),
        CONCORDAT_OTHER_KEY: only(subject.strangerCredentials),
        CONCORDAT_READ_KEY: only(subject.readOnlyCredentials),
      },
    })
    return masked(stdout, script)
  } finally {
    await proxy.close()
    await rm(folder, { recursive: true })
  }
}

/**
 * Numbers varying values in order of appearance, so that a repeated value keeps its name. Values from the
 * script itself do not vary.
 */
function masked(output: string, script: string): string {
  const answers = output
    .split(/HTTP\/1\.1 (?=\d{3})/)
    .slice(1)
    .map((answer) => {
      const [head = '', body = ''] = answer.split(/\r?\n\r?\n/, 2)
      const named = /^(allow|content-type|etag|location|www-authenticate):.*$/gim
      return [
        head.slice(0, 3),
        ...[...head.matchAll(named)].map(([line]) => line.trim()).sort(),
        body.trim(),
      ].join('\n')
    })
  const names = new Map<string, string>()
  return answers.join('\n\n').replaceAll(VARIES, (value, offset: number, whole: string) => {
    if (/^[1-5]\d\d$/.test(value) && (offset === 0 || whole.slice(offset - 2, offset) === '\n\n'))
      return value
    if (value.length >= LONG && script.includes(value)) return value
    const name = names.get(value) ?? `<${names.size + 1}>`
    names.set(value, name)
    return name
  })
}

/** Shuffles items, in the same order for the same seed. */
function shuffled<Item>(items: readonly Item[], seed: string): readonly Item[] {
  return items
    .map((item, index) => ({ item, rank: hash(`${seed} ${index}`) }))
    .sort((one, other) => one.rank - other.rank)
    .map(({ item }) => item)
}

function hash(text: string): number {
  return [...text].reduce(
    (sum, character) => Math.imul(sum ^ character.charCodeAt(0), 16_777_619) >>> 0,
    2_166_136_261,
  )
}

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '40' },
    seed: { type: 'string', default: 'replays' },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) process.stdout.write(`${HELP}\n`)
else {
  const wanted = Number(values.count)
  const service = await startStoreService()
  let drawn = 0
  let shown = 0
  try {
    for (const fault of shuffled(storeFaults, values.seed)) {
      if (drawn === wanted) break
      const { findings } = await runSuite(service, { seed: values.seed, fault })
      const [finding] = shuffled(findings, `${values.seed} ${fault.id}`)
      if (finding === undefined) continue
      drawn++
      const broken = await answersTo(service, { fault, finding }, true)
      const correct = await answersTo(service, { fault, finding }, false)
      const status = String(finding.exchange.response?.status)
      const isShown =
        broken !== correct && broken.split('\n\n').some((answer) => answer.trim().startsWith(status))
      if (isShown) shown++
      const name = isUnseen('store', fault.id) ? 'an unseen fault' : fault.id
      process.stdout.write(
        `${isShown ? 'shown' : 'NOT SHOWN'}  ${name}  ${finding.rule} ${finding.operationId}\n`,
      )
      if (!isShown && !isUnseen('store', fault.id))
        process.stderr.write(
          `${finding.expected} | ${finding.received}\n${finding.script}\nbroken: ${broken}\ncorrect: ${correct}\n\n`,
        )
    }
  } finally {
    await service.stop()
  }
  process.stdout.write(
    `${shown} of ${drawn} scripts show on a fresh server what was found, seed "${values.seed}"\n`,
  )
  process.exitCode = shown === drawn && drawn === wanted ? 0 : 1
}
