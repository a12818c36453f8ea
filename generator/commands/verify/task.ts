import { extname, join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { pathToFileURL } from 'node:url'
import { type ContractSettings, type KnownFailure, type Target, Worker } from '@concordat/contract'
import { DEFAULT_TIMEOUT_MS, transportOf } from '@concordat/contract/access'
import { onlyGivenConfig } from '../../configuration/given-config.ts'
import type { ResolvedConfig } from '../../configuration/read-config.ts'
import { UsageError } from '../../errors/problem.ts'
import type { VerifyConfig } from '../../options/config/config-types.ts'
import type { Given, GivenFlag } from '../../options/options.ts'
import { EXECUTABLE, WORKER_WORD } from '../../package/executable.ts'
import { PACKAGE_ROOT } from '../../package/root.ts'
import { type ReadDocument, readDocument } from '../../pipeline/read-document.ts'
import type { Progress } from '../progress/progress.ts'
import { type ReportFile, readReportFiles } from '../reports/report-files.ts'
import { LookAround } from './address/ask-around.ts'
import { readBaseUrl } from './address/base-url.ts'
import { findDocumentOfServer, foundDocumentLine } from './address/document-of.ts'
import { readHeldDocument } from './address/held-document.ts'
import { exploringEnd } from './address/look-end.ts'
import type { ServedDocument } from './address/served-document.ts'
import { readBaselineFile } from './baseline-file.ts'
import { readConfiguredTextFile } from './settings/data-file.ts'
import { environmentWithKey } from './settings/environment.ts'
import { DOCUMENT_GRADES, judgedConfig } from './settings/judged-config.ts'
import { buildSettings } from './settings/settings.ts'
import { configuredSign } from './settings/sign-of.ts'

export interface VerifyOptions {
  /** Base URL given by the user. */
  readonly baseUrl: string
  /** Settings from the command line. */
  readonly given: Given
  /** The options as typed, for commands that repeat a check. */
  readonly flags: readonly GivenFlag[]
  readonly progress: Progress
}

/**
 * Entry of the worker: a source file in the repository, JavaScript in the package, or an argument to an
 * executable.
 */
export const VERIFY_WORKER =
  EXECUTABLE === undefined
    ? pathToFileURL(join(PACKAGE_ROOT, `generator/commands/verify/worker${extname(import.meta.filename)}`))
    : WORKER_WORD

/** A run's document, configuration and files. */
export interface VerifyTask {
  /** Base URL given on the command line. */
  readonly address: string
  readonly given: Given
  readonly served: ServedDocument | undefined
  /** Number of requests that it took to find the document. */
  readonly sent: number
  readonly config: ResolvedConfig
  readonly configured: VerifyConfig
  readonly baseline: readonly KnownFailure[]
  readonly reports: readonly ReportFile[]
  readonly worker: Worker
  readonly read: ReadDocument
  readonly environment: Readonly<Record<string, string | undefined>>
}

/** Reads everything that a run needs before it explores the server. */
export async function readVerifyTask({
  baseUrl,
  given: asked,
  progress,
}: VerifyOptions): Promise<VerifyTask> {
  const address = readBaseUrl(baseUrl)
  const { served, sent, headers } = await servedDocument(address, asked)
  const given =
    served === undefined ? asked : { ...asked, document: served.document, documentHeaders: headers }
  const config = await onlyGivenConfig(given)
  const configured = judgedConfig(config, given)
  const baseline = knownFailures(configured, given.writeBaseline === true)
  const reports = readReportFiles(given.report ?? [])
  // The worker is started first, so that it loads the suite while the document is read.
  const worker = new Worker({ entry: VERIFY_WORKER })
  const read = await readHeldDocument(served ?? {}, () => readDocument({ ...config, areHrefsNames: true }))
  if (served !== undefined) progress.done(foundDocumentLine(served, read.sha256()))
  progress.warn(read.warnings)
  if (configured.grades === DOCUMENT_GRADES)
    progress.done(
      'Findings that only an overlay justifies are not reported. To report them too, use --grade documented --grade derived --grade decided.',
    )
  const environment = environmentWithKey(given)
  return {
    ...{ address, given, served, sent, config, configured },
    ...{ baseline, reports, worker, read, environment },
  }
}

/** Settings for a run against a server. */
export function verifyTaskSettings(
  { read, environment, baseline }: VerifyTask,
  verify: VerifyConfig,
  baseUrl: string,
): Promise<ContractSettings> {
  return buildSettings(verify, { document: read.model.descriptor, baseUrl, environment, baseline })
}

/** The configured target, before exploring. */
export async function verifyTaskTarget(task: VerifyTask): Promise<Target> {
  return (await verifyTaskSettings(task, task.configured, task.address)).target
}

/**
 * If no document is given, finds the one that the server serves. Also returns the number and the headers of
 * the requests. The certificate authorities in the `ca` option apply to the whole process from then on.
 */
async function servedDocument(
  baseUrl: string,
  given: Given,
): Promise<{
  readonly served: ServedDocument | undefined
  readonly sent: number
  readonly headers: Readonly<Record<string, string>>
}> {
  const authority = given.ca === undefined ? undefined : readConfiguredTextFile(given.ca)
  if (authority !== undefined) setDefaultCACertificates([...getCACertificates('default'), authority])
  const tls = { authority }
  const sign = configuredSign(given)
  const giveUpAt = exploringEnd(given.maxTime)
  const connection = {
    baseUrl,
    timeoutMs: Math.min(given.timeout ?? DEFAULT_TIMEOUT_MS, giveUpAt ?? Number.POSITIVE_INFINITY),
    transport: transportOf({ tls, sign, baseUrl }),
  }
  const headers = Object.fromEntries(
    Object.entries({ ...given.headers, ...given.documentHeaders }).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value] as const] : [],
    ),
  )
  const { rate, maxRequests } = given
  const look = new LookAround({
    tls,
    sign,
    baseUrl,
    headers,
    rate,
    maxRequests,
    timeoutMs: connection.timeoutMs,
    giveUpAt,
  })
  const served = await findDocumentOfServer(baseUrl, { given, connection, look })
  return { served, sent: look.sent, headers }
}

function knownFailures({ baseline }: VerifyConfig, isWriting: boolean): readonly KnownFailure[] {
  if (baseline !== undefined) return readBaselineFile(baseline, { mayBeMissing: isWriting })
  if (isWriting) throw new UsageError('--write-baseline needs a file. Fix: specify one with --baseline.')
  return []
}
