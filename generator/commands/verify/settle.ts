import type { ContractSettings, Target } from '@concordat/contract'
import type { VerifyConfig } from '../../options/config/config-types.ts'
import type { Given } from '../../options/options.ts'
import type { Progress } from '../progress/progress.ts'
import { tellLines } from '../progress/tell-lines.ts'
import { LookAround } from './address/ask-around.ts'
import { exploringEnd } from './address/look-end.ts'
import { settleBaseUrl } from './address/server-of.ts'
import { credentialTableBeforeRun } from './credential-table.ts'
import { leavesBehindLine } from './leaves-behind.ts'
import { leftAloneLines } from './left-alone.ts'
import { keyForUndeclaredScheme, withProbedKeyWord } from './settings/answer-challenge.ts'
import { judgedConfig } from './settings/judged-config.ts'
import { type VerifyTask, verifyTaskSettings, verifyTaskTarget } from './task.ts'

/** The server as explored before the run, and the run's settings. */
export interface SettledTask {
  readonly baseUrl: string
  readonly given: Given
  readonly verify: VerifyConfig
  readonly settings: ContractSettings
  /** Number of requests sent so far. */
  readonly sent: number
}

/** Finds the base URL and the credentials that the server accepts, and prints what the run will do. */
export async function settleVerifyTask(task: VerifyTask, progress: Progress): Promise<SettledTask> {
  const { address, served, config, configured, environment, given } = task
  const { model } = task.read
  const document = model.descriptor
  const first = await verifyTaskTarget(task)
  const look = new LookAround({
    ...{ ...first, headers: plainHeaders(first), sent: task.sent },
    giveUpAt: exploringEnd(configured.maxTime),
  })
  const { baseUrl, challenge } = await settleBaseUrl(address, {
    ...{ document, served, target: first, ask: look.ask },
    servers: model.servers.map(({ url }) => url),
    location: [served?.page, config.document].find((place) => /^https?:/.test(place ?? '')),
    say: (line) => progress.done(line),
  })
  const wanted = await withProbedKeyWord(challenge, { given, ask: look.ask })
  const answered = keyForUndeclaredScheme(wanted, { document, given, credentials: first.credentials })
  const verify = answered === undefined ? configured : judgedConfig(config, answered.given)
  const settings = await verifyTaskSettings(task, verify, baseUrl)
  const { target, select } = settings
  tellLines(progress, [
    answered?.line ?? credentialTableBeforeRun({ document, target, select, environment }),
    ...leftAloneLines(document, target, select),
    leavesBehindLine(document, target),
  ])
  return { baseUrl, given: answered?.given ?? given, verify, settings, sent: look.sent }
}

/** Headers known before a run, without those from a login or a command. */
function plainHeaders({ headers = {} }: Target): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value] as const] : [],
    ),
  )
}
