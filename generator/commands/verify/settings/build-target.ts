import {
  type Credential,
  NotRun,
  type OperationTarget,
  operationsToSelect,
  type Target,
  targetFromEnvironment,
} from '@concordat/contract'
import {
  DEFAULT_TIMEOUT_MS,
  type HttpConnection,
  readWfc,
  type Tls,
  transportOf,
  type WfcIdentity,
  wfcIdentity,
} from '@concordat/contract/access'
import { UsageError } from '../../../errors/problem.ts'
import type { Model } from '../../../model/model.ts'
import type { TlsConfig, VerifyConfig } from '../../../options/config/config-types.ts'
import { splitConfiguredHeaders } from './credential-headers.ts'
import { type CredentialMaker, identityCredentials } from './credentials.ts'
import { readConfiguredDataFile } from './data-file.ts'
import { configuredSign } from './sign-of.ts'
import { ConfiguredTexts } from './texts.ts'

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Merges the authentication file, the configuration and the environment. If they disagree, the last of these
 * takes precedence.
 * @throws {UsageError} that lists every missing variable, file and operation.
 */
export async function buildTarget(
  config: VerifyConfig,
  {
    document,
    baseUrl,
    environment,
  }: { document: Model['descriptor']; baseUrl: string; environment: Environment },
): Promise<Target> {
  const texts = new ConfiguredTexts(environment)
  const tls = config.tls && certificates(config.tls, texts)
  const sign = configuredSign(config)
  const connection: HttpConnection = {
    baseUrl,
    timeoutMs: config.timeout ?? DEFAULT_TIMEOUT_MS,
    transport: transportOf({ tls, sign, baseUrl }),
  }
  const maker: CredentialMaker = { document, connection, texts }
  const named = targetFromEnvironment(document, { ...environment, CONCORDAT_BASE_URL: baseUrl })
  if (named === undefined)
    throw new UsageError('Specify the base URL of the server: concordat verify http://127.0.0.1:8000')
  const [main, other] = config.authFile === undefined ? [] : wfcIdentities(config.authFile, maker)
  const headers = Object.entries(config.headers ?? {}).map(
    ([name, value]) => [name, texts.text(value, `verify.headers.${name}`)] as const,
  )
  const own = splitConfiguredHeaders(
    { ...main?.headers, ...Object.fromEntries(headers) },
    document.securitySchemes,
  )
  const of = (identity: 'main' | 'other' | 'reader') =>
    identityCredentials(identity, config.identities?.[identity] ?? {}, maker)
  const otherCredentials = { ...other?.credentials, ...of('other'), ...named.otherCredentials }
  const readerCredentials = { ...of('reader'), ...named.readerCredentials }
  const otherPathParameters = { ...named.otherPathParameters, ...config.otherPathParameters }
  const expendable = [...(config.expendable ?? []), ...(named.expendable ?? [])]
  const target = {
    ...named,
    ...scoped(config, maker),
    ...(named.makeCredential !== undefined && { makeCredential: named.makeCredential }),
    credentials: { ...own.credentials, ...main?.credentials, ...of('main'), ...named.credentials },
    ...filled({ otherCredentials, readerCredentials, otherPathParameters }),
    headers: own.headers,
    pathParameters: { ...named.pathParameters, ...config.pathParameters },
    ...(expendable.length > 0 && { expendable }),
    ...(tls !== undefined && { tls }),
    ...(sign !== undefined && { sign }),
    ...limits(config),
    ...filled({ operations: operationTargets(config, { document, texts }) }),
  }
  texts.expectAll()
  return target
}

/** Properties whose value is not empty. */
function filled<Members extends Readonly<Record<string, object>>>(members: Members): Partial<Members>
function filled(members: Readonly<Record<string, object>>): Readonly<Record<string, object>> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => Object.keys(value).length > 0))
}

function limits(config: VerifyConfig): Partial<Target> {
  const { timeout, rate, concurrency, readOnly, maxRequests, changeExisting } = config
  const { allow, disposable } = config
  return {
    ...(timeout !== undefined && { timeoutMs: timeout }),
    ...(rate !== undefined && { rate }),
    ...(concurrency !== undefined && { concurrency }),
    ...(readOnly !== undefined && { readOnly }),
    ...(maxRequests !== undefined && { maxRequests }),
    ...(changeExisting !== undefined && { changeExisting }),
    ...(allow !== undefined && { allow }),
    ...(disposable !== undefined && { disposable }),
  }
}

/** Settings per operation, by operationId; operations that match one pattern share its rate limit. */
function operationTargets(
  { perOperation = {} }: VerifyConfig,
  { document, texts }: { readonly document: Model['descriptor']; readonly texts: ConfiguredTexts },
): Readonly<Record<string, OperationTarget>> {
  const targets: Record<string, OperationTarget> = {}
  for (const [pattern, { timeout, rate, credentials = {} }] of Object.entries(perOperation)) {
    const place = `verify.perOperation.${pattern}.credentials`
    for (const name of Object.keys(credentials))
      if (document.securitySchemes[name] === undefined)
        texts.problem(`"${place}.${name}": the document has no security scheme "${name}".`)
    const own: OperationTarget = {
      ...(timeout !== undefined && { timeoutMs: timeout }),
      ...(rate !== undefined && { rate }),
      ...filled({
        credentials: Object.fromEntries(
          Object.entries(credentials).map(([name, value]) => [name, texts.text(value, `${place}.${name}`)]),
        ),
      }),
    }
    for (const { operationId } of operationsToSelect(document, pattern)) targets[operationId] = own
  }
  return targets
}

function scoped({ identities }: VerifyConfig, maker: CredentialMaker): Pick<Target, 'makeCredential'> {
  if (identities?.scoped === undefined) return {}
  const sources = identityCredentials('scoped', identities.scoped, maker)
  return {
    async makeCredential(scheme, scopes) {
      const source: Credential | undefined = sources[scheme]
      if (typeof source !== 'function')
        throw new NotRun(`the identity "scoped" has no credential for the security scheme "${scheme}"`)
      const credential = await source({ scheme, scopes })
      if (typeof credential === 'string') return credential
      throw new NotRun('a login that sets cookies cannot provide a credential with chosen scopes')
    },
  }
}

function certificates(tls: TlsConfig, texts: ConfiguredTexts): Tls {
  return {
    certificate: texts.file(tls.certificate, 'verify.tls.certificate'),
    key: texts.file(tls.key, 'verify.tls.key'),
    passphrase: texts.optional(tls.passphrase, 'verify.tls.passphrase'),
    authority: texts.file(tls.authority, 'verify.tls.authority'),
  }
}

function wfcIdentities(file: string, { document, connection }: CredentialMaker): readonly WfcIdentity[] {
  const read = readWfc(readConfiguredDataFile(file))
  if ('problems' in read) {
    throw new UsageError(
      `"${file}" is not an authentication file of Web Fuzzing Commons:\n${read.problems.map((problem) => `  ${problem}`).join('\n')}`,
    )
  }
  return read.users.slice(0, 2).map((user) => wfcIdentity(user, { document, connection }))
}
