import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Framework, folderOf } from './framework.ts'
import { startService } from './service.ts'

const ROOT = join(import.meta.dirname, '../..')

/** Time limit for one run of the suite, in milliseconds. It only guards against hangs. */
const PATIENCE = 600_000

/** The result of `concordat verify` for a service. */
export interface Trial {
  /** Its output. */
  readonly text: string
  /** Findings that are not in `stock.yaml`, one per operation: "methods getTeam #/paths/~1teams". */
  readonly findings: readonly string[]
  /** Failures in `stock.yaml` that no longer occur, in the same form. */
  readonly stale: readonly string[]
}

/**
 * Starts a framework's service and runs `concordat verify` against it, with its `verify.config.ts`.
 * @param fault the way in which the service breaks its document; without it, the service is correct.
 * @throws Unavailable if the service cannot run on this machine.
 */
export async function tryService(
  framework: Framework,
  { seed, fault }: { readonly seed: string; readonly fault?: string },
): Promise<Trial> {
  const service = await startService(framework, fault)
  const folder = await mkdtemp(join(tmpdir(), 'framework-'))
  try {
    const report = join(folder, 'report.json')
    const config = join(folderOf(framework), 'verify.config.ts')
    const options = ['--config', config, '--seed', seed, '--report', `json=${report}`]
    const args = [join(ROOT, 'generator/cli.ts'), 'verify', service.url, ...options]
    const text = await runVerify(args, service.url)
    return { text, ...readReport(await readFile(report, 'utf8')) }
  } finally {
    await rm(folder, { recursive: true })
    await service.stop()
  }
}

/** Exit code 1 means that there are findings. Any other code except 0 means that nothing was tested. */
function runVerify(args: readonly string[], url: string): Promise<string> {
  const env = { ...process.env, SERVICE_URL: url }
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      args,
      { cwd: ROOT, env, timeout: PATIENCE, maxBuffer: 2 ** 26 },
      (error, stdout, stderr) => {
        if (error === null || error.code === 1) resolve(stdout)
        else reject(new Error(`"concordat verify" ended with ${error.code}:\n${stderr}\n${stdout}`))
      },
    )
  })
}

interface Report {
  readonly findings: readonly {
    readonly occurrences: readonly {
      readonly rule: string
      readonly operationId: string
      readonly place: { readonly clause: string }
    }[]
  }[]
  readonly stale: readonly {
    readonly failure: { readonly rule: string; readonly operation: string; readonly clause: string }
  }[]
}

function readReport(text: string): Omit<Trial, 'text'> {
  const { findings, stale } = JSON.parse(text) as Report
  const keys = findings
    .flatMap(({ occurrences }) => occurrences)
    .map(({ rule, operationId, place }) => `${rule} ${operationId} ${place.clause}`)
  const gone = stale.map(({ failure }) => `${failure.rule} ${failure.operation} ${failure.clause}`)
  return { findings: [...new Set(keys)], stale: gone }
}
