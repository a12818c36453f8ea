import {
  type DocumentDescriptor,
  mayRefuseFor,
  type OperationDescriptor,
  refusesFor,
  type SecurityRequirement,
  type SecuritySchemeDescriptor,
} from '@concordat/runtime/http'
import { responseClause, securityClause } from '../../../data/document/clause.ts'
import { hasMadeUpValue, type PathBinding } from '../../../data/document/path-binding.ts'
import { type Answer, isAbsence, isSuccess } from '../../../data/exchange/answer.ts'
import {
  type Authentication,
  credentialBase64,
  requirementOfRequest,
} from '../../../data/exchange/request.ts'
import type { Assertion } from '../../../data/outcome/assertion.ts'
import type { Finding } from '../../../data/outcome/finding.ts'
import { allVerdicts, NotRun, type Verdict } from '../../../data/outcome/not-run.ts'
import { runTogether } from '../../../traffic/transport/together.ts'
import type { Random } from '../../../world/values/random.ts'
import type { AttemptCaller } from '../../attempt.ts'
import type { Check, CheckContext } from '../../check.ts'
import { inspectResponse } from '../../response.ts'
import { checkBeforeLookup } from './before-lookup.ts'
import { checkChallenge } from './challenge.ts'
import { checkIssued } from './issued.ts'
import { readingCaller } from './issued-reader.ts'
import { nearCredentials } from './near-credentials.ts'
import { checkOtherPaths } from './other-paths.ts'
import { checkReaderMayRead, isForbiddenToReader } from './reader.ts'
import { rules } from './rules.ts'

const UNKNOWN_LENGTH = 40

/** Checks that no one gets access without a valid credential. */
export const authentication: Check = {
  code: 'authentication',
  judgesAccess: true,
  description:
    'An operation with security requirements rejects (with 401 if documented) a request without a credential, with an unknown credential, with a credential that differs slightly from a valid one, or with the wrong scheme. If a create operation returns a credential, the run tries this credential before and after its removal.',
  assertions: Object.values(rules),
  example: '`GET /pets` without a key returns the pets.',
  fix: 'Check credentials before anything else, and give public operations `security: []`.',
  applies: (operation, document) => needsCredential(operation, document),
  title: () => 'requests with no key, an unknown key or the wrong scheme are rejected',
  async run(context, operation) {
    const tryOne = async (probe: Probe): Promise<Verdict> => {
      const { answer, binding } = await context.attempt(operation, { as: probe.as, expecting: 'refusal' })
      if (isAbsence(answer) && (await isNowhere(context, operation, binding)))
        return new NotRun({ kind: 'refused anyhow', operation: operation.operationId, status: answer.status })
      return judge(context, operation, { answer, probe })
    }
    // Writes are sent one at a time, because a successful one uses up its item and the next one needs
    // another.
    const tryAll = (probes: readonly Probe[]): Promise<readonly Verdict[]> =>
      operation.method === 'GET' ? context.together(probes, tryOne) : runTogether(1, probes, tryOne)
    const probes = [...probesOf(context, operation), ...(await readerProbes(context, operation))]
    const tried = await tryAll(probes)
    const verdict = allVerdicts(tried)
    // A server that failed these probes would fail the similar ones below too, so they are skipped.
    const isOpen = !(verdict instanceof NotRun) && verdict.some(({ kind }) => kind === 'let in')
    if (isOpen || (verdict instanceof NotRun && tried.length > 0)) return verdict
    const near = await tryAll(context.asks(rules['near-credential']) ? nearProbesOf(context, operation) : [])
    return allVerdicts([
      ...[verdict, ...near],
      ...[await checkReaderMayRead(context, operation), await checkIssued(context, operation)],
      await checkOtherPaths(context, operation),
      await checkBeforeLookup(context, operation, probes.find(({ as }) => as.kind === 'credentials')?.as),
    ])
  },
}

/**
 * True if the path binding leads to nothing for any caller: its ids are made up, or the run's own credential
 * finds nothing at that path.
 */
async function isNowhere(
  context: CheckContext,
  operation: OperationDescriptor,
  binding: PathBinding,
): Promise<boolean> {
  if (hasMadeUpValue(binding)) return true
  if (operation.method === 'GET') return isAbsence((await context.call(operation)).answer)
  if (operation.responses['401'] === undefined) return false
  const { answer } = await context.attempt(operation, { expecting: 'either', at: { binding } })
  return isAbsence(answer)
}

interface Probe {
  readonly name: string
  readonly as: AttemptCaller
  /** The rule that a success would violate. */
  readonly breaks: Assertion
  /** True if any rejection is right. */
  readonly mayEnd?: boolean
}

function needsCredential(operation: OperationDescriptor, document: DocumentDescriptor): boolean {
  const requirements = operation.security ?? []
  const isTestable = (name: string): boolean => {
    const type = document.securitySchemes[name]?.type
    return type !== undefined && type !== 'mutualTLS'
  }
  return (
    requirements.length > 0 && requirements.every((requirement) => Object.keys(requirement).some(isTestable))
  )
}

interface Wanted {
  readonly requirement: SecurityRequirement
  /** Name of the requirement's first scheme. */
  readonly name: string
  readonly scheme: SecuritySchemeDescriptor
}

/** The requirement that the run satisfies or, failing that, the first one, with its first scheme. */
function wantedBy(
  { credentials, document }: CheckContext,
  { security }: OperationDescriptor,
): Wanted | undefined {
  const requirement = requirementOfRequest(security, credentials) ?? security?.[0] ?? {}
  const [name] = Object.keys(requirement)
  const scheme = name === undefined ? undefined : document.securitySchemes[name]
  return name === undefined || scheme === undefined ? undefined : { requirement, name, scheme }
}

function nearProbesOf(context: CheckContext, operation: OperationDescriptor): Probe[] {
  const changed = decisiveScheme(context, operation)
  const known = changed && context.credentials[changed]
  const scheme = changed && context.document.securitySchemes[changed]
  if (!changed || known === undefined || !scheme) return []
  return nearCredentials(scheme, known).map(({ name, text, near }) => ({
    name,
    breaks: rules['near-credential'],
    as: {
      kind: 'credentials',
      credentials: { ...context.credentials, [changed]: text },
      ...(near && { near }),
    },
  }))
}

/**
 * The first indispensable scheme of the requirement in use: no later scheme replaces its credential in the
 * same header or parameter, and without it, the remaining credentials satisfy no other requirement.
 */
function decisiveScheme(
  { credentials, document }: CheckContext,
  { security = [] }: OperationDescriptor,
): string | undefined {
  const names = Object.keys(requirementOfRequest(security, credentials) ?? {})
  const placeOf = (name: string): string => {
    const { type, in: location, name: key = '' } = document.securitySchemes[name] ?? { type: 'http' }
    if (type === 'mutualTLS') return 'no header'
    return type === 'apiKey' ? `${location} ${key.toLowerCase()}` : 'header authorization'
  }
  return names.find((name, index) => {
    const isReplaced = names.slice(index + 1).some((later) => placeOf(later) === placeOf(name))
    const meetsOther = security.some((other) =>
      Object.keys(other).every((needed) => needed !== name && names.includes(needed)),
    )
    return !isReplaced && !meetsOther
  })
}

function probesOf(context: CheckContext, operation: OperationDescriptor): Probe[] {
  const { credentials, random } = context
  const wanted = wantedBy(context, operation)
  if (wanted === undefined) return []
  const { requirement, name, scheme } = wanted
  const known = credentials[name]
  const unknown = Object.fromEntries(
    Object.keys(requirement).map((key) => [
      key,
      scheme.scheme === 'basic' ? `${word(random)}:${word(random)}` : disguise(credentials[key], random),
    ]),
  )
  return [
    { name: 'without a credential', breaks: rules.credential, as: { kind: 'none' } },
    {
      name: 'with an unknown credential',
      breaks: rules.credential,
      as: { kind: 'credentials', credentials: unknown },
    },
    ...(known === undefined
      ? []
      : [
          {
            name: 'with the credential under the wrong scheme',
            breaks: rules.credential,
            as: otherScheme(scheme, known),
          },
        ]),
    ...(operation.method === 'GET' && scheme.type !== 'apiKey' && scheme.scheme !== 'basic'
      ? [
          {
            name: 'with an empty token',
            breaks: rules.credential,
            as: { kind: 'header', value: 'Bearer ' } as const,
          },
        ]
      : []),
  ]
}

/** A write by a caller that is only allowed to read. */
async function readerProbes(
  context: CheckContext,
  operation: OperationDescriptor,
): Promise<readonly Probe[]> {
  const { requirement = {} } = wantedBy(context, operation) ?? {}
  const isScoped = Object.values(requirement).flat().length > 0
  if (!isForbiddenToReader(operation) || isScoped || !context.asks(rules['reader-writes'])) return []
  const reader = await readingCaller(context)
  // An issued credential can end with its owner, and the server can then reject it in another way.
  const mayEnd = reader?.isIssued === true
  return reader === undefined
    ? []
    : [{ name: 'with a read-only key', breaks: rules['reader-writes'], as: reader.as, mayEnd }]
}

/**
 * The real credential after the wrong scheme name; a server that ignores the scheme name accepts it. After
 * "Basic" it is not encoded, so a server with undocumented support for Basic finds no user name in it.
 */
function otherScheme(scheme: SecuritySchemeDescriptor, credential: string): Authentication {
  return {
    kind: 'header',
    value: scheme.scheme === 'basic' ? `Bearer ${credentialBase64(credential)}` : `Basic ${credential}`,
  }
}

/**
 * A random credential in the same form. Letters are replaced with letters, digits with digits, and a prefix
 * such as "sk_" is kept.
 */
function disguise(credential: string | undefined, random: Random): string {
  if (credential === undefined) return word(random)
  const prefix = /^[A-Za-z]{1,6}[_-]/.exec(credential)?.[0] ?? ''
  const letter = (alphabet: string): string => alphabet[random.below(alphabet.length)] ?? ''
  return (
    prefix +
    credential
      .slice(prefix.length)
      .replace(/[a-z]/g, () => letter('abcdefghijklmnopqrstuvwxyz'))
      .replace(/[A-Z]/g, () => letter('ABCDEFGHIJKLMNOPQRSTUVWXYZ'))
      .replace(/\d/g, () => letter('0123456789'))
  )
}

function word(random: Random): string {
  return Array.from({ length: UNKNOWN_LENGTH }, () => random.below(36).toString(36)).join('')
}

async function judge(
  context: CheckContext,
  operation: OperationDescriptor,
  { answer, probe: { name: probe, breaks, mayEnd = false } }: { answer: Answer; probe: Probe },
): Promise<Finding[]> {
  if (mayEnd && !isSuccess(answer)) return []
  const status = breaks === rules['reader-writes'] ? '403' : '401'
  // "4XX" and "default" document a failure without its exact status, so they are not considered here.
  const isDocumented = operation.responses[status] !== undefined
  const isRefused = isDocumented ? answer.status === Number(status) : mayKeepOut(operation, answer)
  if (!isRefused) {
    return [
      context.finding({
        operation,
        answer,
        clause:
          isDocumented && !isSuccess(answer) ? responseClause(operation, status) : securityClause(operation),
        breaks,
        brokenInBase: (base) => isSuccess(answer) && (base.security ?? []).length > 0,
        expecting: 'refusal',
        fact: { kind: 'let in', wanted: status, isExact: isDocumented, probe },
        ...(answer.status < 500 && {
          cause: {
            kind: 'everywhere',
            ...(isSuccess(answer)
              ? { what: whoGetsIn(breaks) }
              : { what: 'another status for refused callers', of: [answer.status, status] }),
          },
        }),
      }),
    ]
  }
  return [
    ...inspectResponse(context, operation, answer),
    ...(await checkChallenge(context, operation, answer)),
  ]
}

function whoGetsIn(breaks: Assertion): string {
  if (breaks === rules['reader-writes']) return 'a read-only key can write'
  return breaks === rules['near-credential'] ? 'a similar credential is accepted' : 'anybody gets in'
}

/**
 * True if the response is an acceptable way to deny access. A 404 is acceptable, because it hides existing
 * items, and so is a 405, because a server can choose the method before it reads the credential. A 400 is
 * acceptable if it is documented and no more suitable error status is.
 */
function mayKeepOut({ responses }: OperationDescriptor, { status }: Answer): boolean {
  const keepsOut = (each: number) => mayRefuseFor(each, 'caller', 'absence')
  const isBetter = (key: string): boolean => ['4XX', 'default'].includes(key) || keepsOut(Number(key))
  return (
    keepsOut(status) ||
    refusesFor(status, 'method') ||
    (status === 400 && Object.hasOwn(responses, '400') && !Object.keys(responses).some(isBetter))
  )
}
