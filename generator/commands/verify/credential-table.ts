import {
  type CredentialCosts,
  credentialCosts,
  type SchemeCost,
  type Selection,
  type Target,
} from '@concordat/contract'
import {
  CREDENTIAL_PREFIX,
  environmentName,
  KEY,
  KEY_COMMAND,
  leavesSecurityOpen,
  OTHER_KEY,
  schemesOfKey,
} from '@concordat/contract/access'
import type { DocumentDescriptor, SecuritySchemeDescriptor } from '@concordat/runtime/http'
import { counted } from '../../errors/counted.ts'

type Environment = Readonly<Record<string, string | undefined>>

interface TableOptions {
  readonly document: DocumentDescriptor
  readonly target: Target
  readonly select?: Selection | undefined
  readonly environment: Environment
}

/**
 * Returns a table of credentials to print before a run. It shows the effect of each missing credential, and
 * the line that would supply it.
 * @returns `undefined` if the document requires no credentials and the run has none.
 */
export function credentialTableBeforeRun(options: TableOptions): string | undefined {
  const { document } = options
  const costs = credentialCosts(document, options)
  const rows = [...costs.schemes.map((cost) => rowOf(cost, options)), ...rowsOfOthers(costs)]
  const unused = unusedTenantNote(options)
  if (rows.length === 0) return unused.length === 0 ? undefined : ['Credentials', ...unused].join('\n')
  const hasAny = costs.schemes.some(({ isGiven }) => isGiven)
  const note = leavesSecurityOpen(document)
    ? [
        hasAny
          ? '  The document does not say which operations need a credential, so your credentials go with every request.'
          : '  The document does not say which operations need a credential.',
      ]
    : []
  return ['Credentials', ...aligned(rows), ...note, ...unused].join('\n')
}

function unusedTenantNote({ document, environment }: TableOptions): readonly string[] {
  const hasSecurity = document.operations.some(({ security = [] }) => security.length > 0)
  return environment[OTHER_KEY] === undefined || hasSecurity
    ? []
    : [
        `  No operation in the document has "security", so ${OTHER_KEY} is not used, and tenancy is not checked.`,
      ]
}

/** Scheme, state, number of operations affected, and the line that would supply the credential. */
type Row = readonly [name: string, state: string, weight: string, line: string]

function rowOf({ name, scheme, isGiven, operations, checks }: SchemeCost, options: TableOptions): Row {
  const what = `${name} (${describe(scheme)})`
  const { document, environment } = options
  const key = environment[KEY]
  const isOfKey =
    key !== undefined &&
    !environment[CREDENTIAL_PREFIX + environmentName(name)] &&
    schemesOfKey(document, key).includes(name)
  if (isGiven) return [what, isOfKey ? 'given: the key' : 'given', counted(operations, 'operation'), '']
  const weight =
    operations === 0
      ? unneeded(name, document)
      : `${counted(operations, 'operation')}, ${counted(checks, 'check')} skipped`
  return [what, 'missing', weight, weight === 'not needed' ? '' : supply(name, scheme, options)]
}

/** Describes a missing scheme without which every operation can be called, as far as the document says. */
function unneeded(name: string, document: DocumentDescriptor): string {
  if (leavesSecurityOpen(document)) return 'perhaps needed'
  const isAlternative = document.operations.some(({ security = [] }) =>
    security.some((requirement) => Object.hasOwn(requirement, name)),
  )
  return isAlternative ? 'an alternative' : 'not needed'
}

function rowsOfOthers({ withoutOther, withoutScopes }: CredentialCosts): readonly Row[] {
  const rows: Row[] = []
  if (withoutOther > 0)
    rows.push(['another tenant', 'missing', `${counted(withoutOther, 'check')} skipped`, `${OTHER_KEY}=KEY`])
  if (withoutScopes > 0)
    rows.push([
      'keys with chosen scopes',
      'missing',
      `${counted(withoutScopes, 'check')} skipped`,
      `${KEY_COMMAND}='./make-key {scopes}'`,
    ])
  return rows
}

/**
 * Returns the text that shows how to supply a credential: with `--key`, in an environment variable or, for
 * schemes that need or allow more than a string, in the configuration.
 */
function supply(
  name: string,
  scheme: SecuritySchemeDescriptor,
  { document, environment }: TableOptions,
): string {
  const { type, in: location, scheme: word } = scheme
  if (type === 'mutualTLS') return "verify.tls: { certificate: 'client.pem', key: 'client.key' }"
  const value = word === 'basic' ? 'USER:PASSWORD' : 'KEY'
  const takesKey = !environment[KEY] && schemesOfKey(document).includes(name)
  const line = takesKey
    ? `--key ${value}, or ${KEY}=${value}`
    : `${CREDENTIAL_PREFIX}${environmentName(name)}=${value}`
  const member = `verify.identities.main[${JSON.stringify(name)}]`
  if (scheme.tokenUrls ?? scheme.oauth2MetadataUrl)
    return `${line}, or ${member}: { oauth: { ${grantOf(scheme)} } }`
  return type === 'apiKey' && location === 'cookie' ? `${line}, or ${member}: { login: { url, form } }` : line
}

/**
 * Names of the properties that a token request needs. The password flow is used only if there is no client
 * credentials flow.
 */
function grantOf({ tokenUrls = {} }: SecuritySchemeDescriptor): string {
  const isOfUser = 'password' in tokenUrls && !('clientCredentials' in tokenUrls)
  return isOfUser ? 'username, password' : 'clientId, clientSecret'
}

function describe({ type, scheme, in: location, name }: SecuritySchemeDescriptor): string {
  if (type === 'http') return `http ${scheme}`
  return type === 'apiKey' ? `${location} ${name}` : type
}

function aligned(rows: readonly Row[]): readonly string[] {
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows.map((row) =>
    `  ${row.map((text, column) => text.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd(),
  )
}
