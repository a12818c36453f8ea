import { Observer } from '@concordat/contract/passive'
import { onlyGivenConfig } from '../../configuration/given-config.ts'
import { counted } from '../../errors/counted.ts'
import type { Given } from '../../options/options.ts'
import { PORT, untilListening, untilStoppedOrFailed } from '../listening.ts'
import type { Progress } from '../progress/progress.ts'
import { readDocumentAndTell } from '../progress/read-and-tell.ts'
import { writeProposal } from '../repair/write-proposal.ts'
import { readReportFiles, TRAFFIC_FORMATS } from '../reports/report-files.ts'
import { KeptTraffic } from '../traffic/kept-traffic.ts'
import { readBaseUrl } from '../verify/address/base-url.ts'
import { startProxy } from './proxy-server.ts'
import { tellTraffic } from './tell-traffic.ts'

export interface ProxyCommandOptions {
  /** Base URL as the user wrote it. */
  readonly baseUrl: string
  readonly given: Given
  readonly progress: Progress
  /** Stops the proxy, which then reports its findings. */
  readonly stop: AbortSignal
}

type OnFinding = NonNullable<ConstructorParameters<typeof Observer>[0]['onFinding']>

/**
 * Forwards everything to a server until the command is told to stop, and then reports the responses that
 * violate the document. Each new fault is also reported immediately.
 * @returns the exit code of `tellTraffic`.
 */
export async function proxyCommand({
  baseUrl,
  given,
  progress,
  stop,
}: ProxyCommandOptions): Promise<0 | 1 | 3> {
  const target = readBaseUrl(baseUrl)
  const reports = readReportFiles(given.report ?? [], TRAFFIC_FORMATS)
  const config = await onlyGivenConfig(given)
  const read = await readDocumentAndTell(config, progress)
  const { model } = read
  const kept = given.propose === undefined ? undefined : new KeptTraffic()
  const observer = new Observer({
    ...{ document: model.descriptor, base: model.base, decided: model.decided },
    ...{ bases: [target], source: target },
    ...(given.undocumentedFields !== undefined && { undocumentedFields: given.undocumentedFields }),
    onFinding: onceFor(progress),
  })
  const { port = PORT, host = '127.0.0.1' } = given
  const proxy = await untilListening(
    port,
    startProxy({
      ...{ target, port, host },
      onExchange(exchange) {
        observer.note(exchange)
        kept?.note(exchange)
      },
    }),
  )
  progress.announce(`Listening on ${proxy.url}`)
  const failure = await untilStoppedOrFailed(stop)
  await proxy.close()
  await observer.settled()
  const exitCode = await tellTraffic({
    ...{ observer, read, source: given.source, reports, progress },
    failOnNotRun: given.failOnNotRun,
  })
  if (kept !== undefined && given.propose !== undefined) {
    const observed = { config, read, traffic: kept, bases: [target], trustsRequests: true }
    const { text } = await writeProposal(observed, { file: given.propose, given })
    progress.done(text)
    if (kept.left > 0)
      progress.done(
        `The overlay ignores ${counted(kept.left, 'exchange')}, because the proxy keeps only a limited number.`,
      )
  }
  if (failure !== undefined) throw failure
  return exitCode
}

/** Prints only the first finding for each operation and clause. */
function onceFor(progress: Progress): OnFinding {
  const told = new Set<string>()
  return ({ operationId, clause, expected, received }) => {
    const line = `${operationId}: expected ${expected}; received ${received}`
    if (!told.has(`${operationId} ${clause}`)) progress.done(line)
    told.add(`${operationId} ${clause}`)
  }
}
