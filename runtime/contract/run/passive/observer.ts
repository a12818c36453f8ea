import type { DocumentDescriptor, OperationDescriptor } from '@concordat/runtime/http'
import { pointerBelow } from '@concordat/runtime/pointer'
import { documentedResponseFor } from '../../data/document/response-key.ts'
import type { UndocumentedFields } from '../../data/document/undocumented.ts'
import type { Answer } from '../../data/exchange/answer.ts'
import type { SentRequest } from '../../data/exchange/exchange.ts'
import { answerRecorded, type Recorded } from '../../data/exchange/recorded.ts'
import { HIDDEN } from '../../data/exchange/variables.ts'
import { History } from '../../data/history/history.ts'
import { type Finding, mergedFindings } from '../../data/outcome/finding.ts'
import { withTexts } from '../../data/outcome/kinds/fact.ts'
import { defectOutcome, notRunOutcome, type Outcome } from '../../data/outcome/outcome.ts'
import { secretTextsInExchange, withoutSecretTexts } from '../../data/outcome/secret-texts.ts'
import { answerRules } from '../../rules/answer-rules.ts'
import { rulesValidator } from '../../rules/cached-validator.ts'
import { generalRule } from '../../rules/checks/checks.ts'
import { inspectResponse } from '../../rules/response.ts'
import { isSecretHeader } from '../../traffic/target/secrets.ts'
import type { ContractDocuments } from '../plan/documents.ts'
import type { ContractReport } from '../state/contract-report.ts'
import { FindingWriter } from '../suite/finding-writer.ts'
import { isProtocolTraffic } from './by-protocol.ts'
import { trafficOperationFinder } from './match-operation.ts'
import { RequestJudge } from './request-judge.ts'

/**
 * Maximum number of findings to keep per operation, so that a fault in every response of a busy server does
 * not fill the memory.
 */
const MOST_FINDINGS = 200

export interface ObserverOptions extends ContractDocuments {
  /** Prefixes of the document's paths: "https://api.example/v1", or paths, which match any origin. */
  readonly bases: readonly string[]
  /** The source of the traffic, as named in the report. */
  readonly source: string
  readonly undocumentedFields?: UndocumentedFields
  readonly onFinding?: (finding: Finding) => void
}

/** Findings on one operation. */
interface Seen {
  count: number
  findings: Finding[]
  /** The first error that prevented the observer from judging an exchange. */
  defect?: Outcome
}

/**
 * Checks other clients' traffic against the document without sending anything itself. Keeps no credentials.
 */
export class Observer {
  readonly #options: ObserverOptions
  readonly #find: ReturnType<typeof trafficOperationFinder>
  readonly #seen = new Map<OperationDescriptor, Seen>()
  readonly #strange = new Map<string, number>()
  readonly #requests: RequestJudge
  readonly #pending = new Set<Promise<void>>()
  readonly #validator
  readonly #baseValidator
  readonly #started = performance.now()
  #exchanges = 0

  constructor(options: ObserverOptions) {
    const { document, base = document, bases } = options
    this.#options = options
    this.#find = trafficOperationFinder(document, bases)
    this.#requests = new RequestJudge(document)
    this.#validator = rulesValidator(document)
    this.#baseValidator = base === document ? this.#validator : rulesValidator(base)
  }

  /** Number of exchanges with the document's server. */
  get exchanges(): number {
    return this.#exchanges
  }

  /** Requests that the document does not describe, such as "GET /metrics", with their counts. */
  get strange(): ReadonlyMap<string, number> {
    return this.#strange
  }

  /**
   * Judges one exchange. An error in the suite becomes an outcome of the operation, so that no earlier
   * findings are lost.
   */
  note(recorded: Recorded): void {
    const { method, url } = recorded.request
    const matched = this.#find(recorded.request)
    if (matched === undefined) return
    const { operation } = matched
    if (operation === undefined) {
      if (method === 'OPTIONS') return
      this.#exchanges++
      const line = `${method} ${new URL(url).pathname}`
      this.#strange.set(line, (this.#strange.get(line) ?? 0) + 1)
      return
    }
    this.#exchanges++
    const seen = this.#seen.get(operation) ?? { count: 0, findings: [] }
    this.#seen.set(operation, seen)
    seen.count++
    if (seen.findings.length >= MOST_FINDINGS) return
    const judging = this.#judge(seen, operation, recorded)
      .catch((error: unknown) => {
        seen.defect ??= defectOutcome(error)
      })
      .finally(() => this.#pending.delete(judging))
    this.#pending.add(judging)
  }

  async #judge(seen: Seen, operation: OperationDescriptor, recorded: Recorded): Promise<void> {
    this.#keep(seen, this.#findingsIn(operation, recorded))
    this.#keep(seen, await this.#judgeRequest(operation, recorded))
  }

  #keep(seen: Seen, found: readonly Finding[]): void {
    seen.findings.push(...found)
    for (const finding of found) this.#options.onFinding?.(finding)
  }

  /**
   * Resolves when every exchange passed to `note` has been judged. Request bodies are read asynchronously.
   */
  async settled(): Promise<void> {
    while (this.#pending.size > 0) await Promise.all(this.#pending)
  }

  /**
   * Reports a body that the document forbids but the server accepted. The document, the server or the client
   * may be wrong.
   */
  async #judgeRequest(operation: OperationDescriptor, recorded: Recorded): Promise<readonly Finding[]> {
    if (recorded.status < 200 || recorded.status >= 300) return []
    const fault = await this.#requests.fault(operation, recorded.request)
    if (fault === undefined) return []
    const { answer, finding, shown } = this.#inspection(recorded)
    return [
      shown(
        finding({
          operation,
          answer,
          clause: pointerBelow(operation.pointer, 'requestBody'),
          breaks: answerRules['excluded-request'],
          fact: { kind: 'excluded body taken', status: recorded.status, what: fault },
        }),
      ),
    ]
  }

  /** Creates the context for findings about an exchange, without its secrets. */
  #inspection(recorded: Recorded) {
    const secrets = secretTextsInExchange(recorded)
    const whole = answerRecorded(recorded)
    // A response to HEAD has the headers of GET, but no body, so its body counts as unread.
    const answer: Answer = {
      ...whole,
      ...(recorded.request.method === 'HEAD' && { isUnread: true }),
      exchange: {
        request: shownTrafficRequest(recorded.request, secrets),
        response: {
          status: recorded.status,
          headers: shownTrafficRequest(
            { ...recorded.request, headers: Object.fromEntries(recorded.headers) },
            secrets,
          ).headers,
          body: withoutSecretTexts(whole.text, secrets),
        },
      },
    }
    const writer = new FindingWriter(this.#options, new History())
    const { document, undocumentedFields = 'allow' } = this.#options
    return {
      ...{ document, undocumentedFields, answer },
      validator: this.#validator,
      baseValidator: this.#baseValidator,
      finding: (violation: Parameters<FindingWriter['write']>[0]) => writer.write(violation),
      shown: (finding: Finding): Finding => ({
        ...finding,
        data: withTexts(finding.data, (text) => withoutSecretTexts(text, secrets)),
        received: withoutSecretTexts(finding.received, secrets),
        wrong: withoutSecretTexts(finding.wrong, secrets),
      }),
    }
  }

  #findingsIn(operation: OperationDescriptor, recorded: Recorded): readonly Finding[] {
    const { answer, shown, ...context } = this.#inspection(recorded)
    const { status } = recorded
    const isDocumented = documentedResponseFor(operation, status) !== undefined
    const isOpen = Object.keys(operation.responses).length === 0 || isProtocolTraffic(status)
    const findings =
      isDocumented || isOpen
        ? inspectResponse(context, operation, answer)
        : [
            context.finding({
              operation,
              answer,
              clause: pointerBelow(operation.pointer, 'responses'),
              breaks: answerRules['documented-status'],
              brokenInBase: (base) => documentedResponseFor(base, status) === undefined,
              fact: { kind: 'undocumented status', documented: Object.keys(operation.responses) },
            }),
          ]
    return findings.map(shown)
  }

  /** Reports on the traffic so far: each operation's conformance, and the operations without requests. */
  report(): ContractReport {
    const { document, source } = this.#options
    const results = judged(document).map((operation): ContractReport['results'][number] => {
      const { operationId, method, path } = operation
      const seen = this.#seen.get(operation)
      const findings = mergedFindings(seen?.findings ?? [])
      return {
        ...{ operationId, title: `${method} ${path}`, rule: generalRule.code, milliseconds: 0 },
        requests: seen?.count ?? 0,
        outcome: outcomeOf(seen, findings),
      }
    })
    return {
      ...{ title: document.title, baseUrl: source, seed: '', results, known: [], stale: [], leftBehind: [] },
      requests: this.#exchanges,
      milliseconds: performance.now() - this.#started,
    }
  }
}

function outcomeOf(seen: Seen | undefined, findings: readonly Finding[]): Outcome {
  if (seen === undefined) return notRunOutcome({ kind: 'not requested' })
  return findings.length > 0 ? { status: 'failed', findings } : (seen.defect ?? { status: 'passed' })
}

function judged({ operations }: DocumentDescriptor): readonly OperationDescriptor[] {
  return operations.filter(({ responses }) => Object.keys(responses).length > 0)
}

/**
 * Returns a request in a form that a report can show, without the given secrets and the values of secret
 * headers.
 */
function shownTrafficRequest(
  { method, url, headers, body }: SentRequest,
  secrets: readonly string[],
): SentRequest {
  return {
    method,
    url: withoutSecretTexts(url, secrets),
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [
        name,
        isSecretHeader(name) ? HIDDEN : withoutSecretTexts(value, secrets),
      ]),
    ),
    ...(body !== undefined && { body: withoutSecretTexts(body, secrets) }),
  }
}
